"""The map as text, plain or in colour, with a legend of who is where and how they are.

Signs: the file's letter for each combatant, `#` wall, `=` low obstacle, `o` pit, `,` difficult ground, `!` hazard, `>` exit, `.` floor,
`*` a square of the path that is shown, `+` where it ends. Letters of columns stand above, numbers of rows at the left.
"""

from .core import codes as k
from .notation import square_text

_GROUND = [(k.WALL, "#", "wall"), (k.PIT, "o", "pit"), (k.HAZARD, "!", "hazard"), (k.LOW, "=", "low obstacle"),
           (k.DIFFICULT, ",", "difficult ground"), (k.EXIT, ">", "exit")]
_STYLES = {"#": "grey50", "o": "blue", "!": "bright_red", "=": "dark_goldenrod", ",": "green", ">": "cyan", ".": "grey35",
           "*": "bold yellow", "+": "bold yellow"}
_SIDE_STYLES = ["bold bright_green", "bold bright_red"]
DOWN = "grey42"


def _ground(terrain):
    return next((sign for bit, sign, _ in _GROUND if terrain & bit), ".")


def letter_of(scenario, i):
    """The letter of combatant i on the map."""
    return scenario.letters[i] if i < len(scenario.letters) and scenario.letters[i] else "?"


def _shown(state, i, n):
    return i < n and int(state.combatants[i]["status"]) <= k.DEFEATED


def cells(scenario, state, path=()):
    """The map as rows of (sign, style): letters over the shown path over the ground. `path`: (x, y) squares, the last is where it ends."""
    t = scenario.tables[0]
    width, height, n = int(t.width), int(t.height), int(t.n_combatants)
    marks = {tuple(map(int, square)): "*" for square in path}
    if path:
        marks[tuple(map(int, path[-1]))] = "+"
    rows = []
    for y in range(height):
        row = []
        for x in range(width):
            who = int(state.occupant[y * width + x])
            sign = marks.get((x, y), _ground(int(t.terrain[y * width + x])))
            style = _STYLES[sign]
            if _shown(state, who, n):
                sign = letter_of(scenario, who)
                style = DOWN if state.combatants[who]["status"] != k.STANDING else _SIDE_STYLES[int(t.roster[who]["side"])]
                if who == int(state.turn_of):
                    style += " underline"
            row.append((sign, style))
        rows.append(row)
    return rows


def states_text(c):
    """States of a combatant in words, with potency: `weak 2, dazed`; empty without any."""
    plain = (k.BLINDED, k.DAZED)  # their potency changes nothing while they last
    parts = []
    for i, name in enumerate(k.STATE_NAMES):
        potency = int(c["states"][i])
        if potency > 0:
            parts.append(name if i in plain and potency == 1 else f"{name} {potency}")
    return ", ".join(parts)


def condition_text(scenario, state, i):
    """One word or two for how a combatant stands: standing, bloodied, dying, defeated, dead, gone (T8.20-T8.22)."""
    c = state.combatants[i]
    if c["status"] != k.STANDING:
        return k.STATUS_NAMES[int(c["status"])]
    if c["vigor"] <= 0:
        return "dying"
    return "bloodied" if c["vigor"] <= c["max_vigor"] // 2 else ""


def legend_rows(scenario, state):
    """(slot, letter, name, square, "vigor/max", what else) of everybody still to be counted."""
    out = []
    for i in range(int(scenario.tables[0].n_combatants)):
        c = state.combatants[i]
        if c["status"] == k.ABSENT:
            continue
        acted = "has acted" if c["acted"] and c["status"] == k.STANDING else ""
        notes = [note for note in (condition_text(scenario, state, i), states_text(c), acted) if note]
        square = square_text(c["x"], c["y"]) if c["status"] <= k.DEFEATED else "-"
        out.append((i, letter_of(scenario, i), scenario.names[i], square, f"{int(c['vigor'])}/{int(c['max_vigor'])}", ", ".join(notes)))
    return out


def _columns(width):
    return [square_text(x, 0)[:-1] for x in range(width)]


def ground_legend(scenario):
    """`# wall, = low obstacle` for the kinds of ground that this map has; empty on bare floor."""
    t = scenario.tables[0]
    seen = 0
    for square in t.terrain[:int(t.width) * int(t.height)]:
        seen |= int(square)
    return ", ".join(f"{sign} {name}" for bit, sign, name in _GROUND if seen & bit)


def map_text(scenario, state, path=()):
    """The map alone in plain text, one line a row."""
    rows = cells(scenario, state, path)
    wide = 2 if len(rows[0]) <= 26 else 3
    lines = ["   " + "".join(c.rjust(wide) for c in _columns(len(rows[0])))]
    for y, row in enumerate(rows):
        lines.append(f"{y + 1:>3}" + "".join(sign.rjust(wide) for sign, _ in row))
    return "\n".join(lines)


def render_text(scenario, state, path=()):
    """Map and legend in plain text."""
    rows = legend_rows(scenario, state)
    names = max((len(r[2]) for r in rows), default=0)
    ground = ground_legend(scenario)
    lines = [map_text(scenario, state, path), ""] + ([ground] if ground else [])
    for _, letter, name, square, vigor, notes in rows:
        lines.append(f"{letter} {name:<{names}}  {square:<4} vigor {vigor:<7} {notes}".rstrip())
    return "\n".join(lines)


def rich_map(scenario, state, path=()):
    """The map alone as a Rich Text."""
    from rich.text import Text
    rows = cells(scenario, state, path)
    wide = 2 if len(rows[0]) <= 26 else 3
    text = Text("   " + "".join(c.rjust(wide) for c in _columns(len(rows[0]))) + "\n", style="grey62")
    for y, row in enumerate(rows):
        text.append(f"{y + 1:>3}", style="grey62")
        for sign, style in row:
            text.append(" " * (wide - 1))
            text.append(sign, style=style)
        text.append("\n" if y + 1 < len(rows) else "")
    return text


def rich_legend(scenario, state):
    """The legend as a Rich Table without lines."""
    from rich.table import Table
    from rich.text import Text
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    for i, letter, name, square, vigor, notes in legend_rows(scenario, state):
        down = state.combatants[i]["status"] != k.STANDING
        style = DOWN if down else _SIDE_STYLES[int(scenario.tables[0].roster[i]["side"])]
        table.add_row(Text(letter, style), Text(name, style), square, f"vigor {vigor}", notes)
    return table


def render_rich(scenario, state, path=()):
    """Map and legend as one Rich renderable in colour: companions green, enemies red, the shown path yellow."""
    from rich.console import Group
    from rich.text import Text
    ground = ground_legend(scenario)
    return Group(rich_map(scenario, state, path), *([Text(ground, style="grey62")] if ground else []), rich_legend(scenario, state))
