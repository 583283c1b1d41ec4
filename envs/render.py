"""The map as text, plain or in colour, with a legend of who is where and how they are, of features, things and lasting effects.

Signs: the file's letter for each combatant, those of `signs.py` for the ground and what is on it. A way that is shown is `*` on bare floor and
`+` where it ends; elsewhere the mark stands in front of the sign, so that `*,` is a way over difficult ground. Letters of columns stand above, numbers
of rows at the left. A square of the objective is `"` on bare floor, and elsewhere this mark stands in front of the sign or letter.
"""

from .core import codes as k
from .notation import square_text
from .objective import goal_squares
from .signs import FEATURES, FLOOR, GOAL, STYLES, WAY, WAY_END, ground_signs, meanings

_WAY_STYLE = "bold yellow"
_SIDE_STYLES = ["bold bright_green", "bold bright_red"]
DOWN = "grey42"


def letter_of(scenario, i):
    """The letter of combatant i on the map."""
    return scenario.letters[i] if i < len(scenario.letters) and scenario.letters[i] else "?"


def _shown(state, i, n):
    return i < n and int(state.combatants[i]["status"]) <= k.DEFEATED


def cells(scenario, state, path=()):
    """The map as rows of (mark, sign, style): letters over the ground. `path`: (x, y) squares, the last is where it ends; its mark stands in front of
    a sign, for it on bare floor, and gives way to a letter; that of a square of the objective does not, but gives way to the way's."""
    t = scenario.tables[0]
    width, height, n = int(t.width), int(t.height), int(t.n_combatants)
    goal = goal_squares(t)
    marks = dict.fromkeys(goal, GOAL) | {tuple(map(int, square)): WAY for square in path}
    if len(path):
        marks[tuple(map(int, path[-1]))] = WAY_END
    ground, rows = ground_signs(scenario, state), []
    for y in range(height):
        row = []
        for x in range(width):
            who, sign = int(state.occupant[y * width + x]), ground[y * width + x][0]
            mark, style = marks.get((x, y), ""), STYLES[sign]
            if _shown(state, who, n):
                mark, sign, style = GOAL if (x, y) in goal else "", letter_of(scenario, who), _style_of(t, state, who)
            elif mark and sign == FLOOR:
                mark, sign, style = "", mark, _mark_style(mark)
            row.append((mark, sign, style))
        rows.append(row)
    return rows


def _mark_style(mark):
    return STYLES[GOAL] if mark == GOAL else _WAY_STYLE


def _style_of(t, state, who):
    """Colour of a combatant's letter; underlined in its turn."""
    style = DOWN if state.combatants[who]["status"] != k.STANDING else _SIDE_STYLES[int(t.roster[who]["side"])]
    return style + " underline" if who == int(state.turn_of) else style


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
    return "bloodied" if c["vigor"] <= c["max_vigor"] // scenario.tables[0].rules.bloodied_divisor else ""


def ties_text(scenario, state, i):
    """Who holds a combatant, who taunts it, when it arrives: `held by Gravel Ogre, taunted by Ash Herald`; empty without any."""
    c, names = state.combatants[i], scenario.names
    parts = [f"held by {names[j]}" for j in range(len(names)) if int(c["grabbed_by"]) >> j & 1]
    if c["states"][k.TAUNTED] > 0 and c["taunter"] < len(names):
        parts.append(f"taunted by {names[int(c['taunter'])]}")
    if c["arrives"] > max(1, state["round_no"]):
        parts.append(f"arrives in round {int(c['arrives'])}")
    return ", ".join(parts)


def legend_rows(scenario, state):
    """(slot, letter, name, square, "vigor/max", what else) of everybody still to be counted."""
    out = []
    for i in range(int(scenario.tables[0].n_combatants)):
        c = state.combatants[i]
        if c["status"] == k.ABSENT:
            continue
        acted = "has acted" if c["acted"] and c["status"] == k.STANDING else ""
        notes = [note for note in (condition_text(scenario, state, i), states_text(c), ties_text(scenario, state, i), acted) if note]
        square = square_text(c["x"], c["y"]) if c["status"] <= k.DEFEATED else "-"
        out.append((i, letter_of(scenario, i), scenario.names[i], square, f"{int(c['vigor'])}/{int(c['max_vigor'])}", ", ".join(notes)))
    return out


def _columns(width):
    return [square_text(x, 0)[:-1] for x in range(width)]


def ground_legend(scenario, state=None, path=()):
    """`# wall, | closed door` for the signs that this map shows now (at its start without a position), those of the way too; empty on bare floor."""
    return ", ".join(f"{sign} {meaning}" for sign, meaning in meanings(scenario, scenario.initial[0] if state is None else state, path))


def thing_rows(scenario, state):
    """(name, squares, what it is) of features, things on the ground and lasting effects, each a text."""
    t, out = scenario.tables[0], []
    width = int(t.width)
    for n, name in enumerate(scenario.feature_names):
        row = t.features[n]
        word = FEATURES.get((int(row.kind), int(state["feature_state"][n])), ("", f"broken {k.FEATURE_KINDS[int(row.kind)]}"))[1]
        material = f", {k.MATERIALS[int(row.material)]}" if row.material > 0 else ""
        squares = [square_text(q % width, q // width) for q in range(width * int(t.height)) if t.feature_at[q] == n]
        out.append((name, ", ".join(squares[:3]) + (" …" if len(squares) > 3 else ""), word + material))
    for item in state["items"]:
        if item["gear"] < len(scenario.gear_names) and item["place"] != k.NONE:
            out.append((scenario.gear_names[int(item["gear"])], square_text(int(item["place"]) % width, int(item["place"]) // width), "on the ground"))
    for n, e in enumerate(state["effects"]):
        if e["kind"] != k.NONE:
            out.append((f"effect {n + 1}", _effect_squares(t, e), _effect_text(scenario, e)))
    return out


def _effect_squares(t, e):
    """`c4-d5`: the squares of an effect that lie on the board; `-` for an aura."""
    if e["kind"] == k.EF_AURA:
        return "-"
    left, top = max(0, int(e["x"])), max(0, int(e["y"]))
    right, bottom = min(int(t.width), int(e["x"] + e["extent"])) - 1, min(int(t.height), int(e["y"] + e["extent"])) - 1
    return square_text(left, top) + (f"-{square_text(right, bottom)}" if (left, top) != (right, bottom) else "")


def _effect_text(scenario, e):
    """`aura 2 of Mire Witch within 2: weak for foes, 1 less each of its turns`."""
    text = f"{k.EFFECT_NAMES[int(e['kind'])]} {int(e['potency'])} of {scenario.names[int(e['owner'])]}"
    text += f" within {int(e['extent'])}" if e["kind"] == k.EF_AURA else ""
    gives = [k.STATE_NAMES[int(e["state"])]] if e["state"] != k.NONE else []
    gives += [f"for {k.WHOMS[int(e['whom'])]}"] if e["whom"] != k.ANYONE else []
    text += f": {' '.join(gives)}" if gives else ""
    return text + (f", {int(e['decay'])} less at each of its turns" if e["decay"] > 0 else "")


def map_text(scenario, state, path=()):
    """The map alone in plain text, one line a row."""
    rows = cells(scenario, state, path)
    wide = 2 if len(rows[0]) <= 26 else 3
    lines = ["   " + "".join(c.rjust(wide) for c in _columns(len(rows[0])))]
    for y, row in enumerate(rows):
        lines.append(f"{y + 1:>3}" + "".join((mark + sign).rjust(wide) for mark, sign, _ in row))
    return "\n".join(lines)


def render_text(scenario, state, path=()):
    """Map and legend in plain text."""
    rows = legend_rows(scenario, state)
    names = max((len(r[2]) for r in rows), default=0)
    ground = ground_legend(scenario, state, path)
    lines = [map_text(scenario, state, path), ""] + ([ground] if ground else [])
    for _, letter, name, square, vigor, notes in rows:
        lines.append(f"{letter} {name:<{names}}  {square:<4} vigor {vigor:<7} {notes}".rstrip())
    things = thing_rows(scenario, state)
    names, squares = max((len(r[0]) for r in things), default=0), max((len(r[1]) for r in things), default=0)
    lines += [f"{name:<{names}}  {square:<{squares}} {what}" for name, square, what in things]
    return "\n".join(lines)


def rich_map(scenario, state, path=()):
    """The map alone as a Rich Text."""
    from rich.text import Text
    rows = cells(scenario, state, path)
    wide = 2 if len(rows[0]) <= 26 else 3
    text = Text("   " + "".join(c.rjust(wide) for c in _columns(len(rows[0]))) + "\n", style="grey62")
    for y, row in enumerate(rows):
        text.append(f"{y + 1:>3}", style="grey62")
        for mark, sign, style in row:
            text.append(mark.rjust(wide - 1), style=_mark_style(mark))
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
    for name, square, what in thing_rows(scenario, state):
        table.add_row("", name, square, "", what)
    return table


def render_rich(scenario, state, path=()):
    """Map and legend as one Rich renderable in colour: companions green, enemies red, the shown path yellow."""
    from rich.console import Group
    from rich.text import Text
    ground = ground_legend(scenario, state, path)
    return Group(rich_map(scenario, state, path), *([Text(ground, style="grey62")] if ground else []), rich_legend(scenario, state))
