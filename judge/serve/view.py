"""What a page shows of a Table: `view(table, …)` reads the record into the models."""

from envs.core import codes as k
from envs.notation import square_text
from envs.objective import goal_squares, is_plain, objective_text
from envs.render import condition_text, legend_rows, states_text, thing_rows, ties_text

from ..table.edits import TURNED
from ..table.model import CHOICE
from ..table.said import SQUARES
from ..table.words import holds_keyword
from .models import Board, Combatant, Entry, Ground, NeedView, Pending, Potency, TableView, Thing, Turned

MOST_LOG = 300  # lines of the log that go out


def view(entry, told=()):
    """The TableView of a kept table (`tables.Kept`)."""
    table, state = entry.table, entry.table.view
    scenario = table.scenario
    t = scenario.tables[0]
    shown = list(enumerate(table.steps))[1:]
    return TableView(
        id=entry.id,
        version=entry.version,
        title=scenario.title,
        prose=scenario.texts.get("encounter", ""),
        objective="" if is_plain(t) else objective_text(scenario, state),
        file=entry.file_name,
        agent=table.agent.name,
        roll=table.roll,
        round_no=int(state.round_no),
        side=_side(state),
        turn_of=_slot(state.turn_of, t),
        winner=_winner(state),
        board=board(scenario, state),
        picture=entry.picture() is not None,
        combatants=[combatant(table, state, i) for i in range(int(t.n_combatants)) if state.combatants[i]["status"] != k.ABSENT],
        need=need_view(table),
        log=[_entry(number, step) for number, step in shown[-MOST_LOG:]],
        pending=_pending(table),
        undo=table.most_undo(),
        redo=len(table.undone),
        told=list(told),
    )


def need_view(table):
    """The NeedView of what a table waits for."""
    need = table.need
    squares = need.kind == CHOICE and int(table.view.ask) in SQUARES
    return NeedView(
        kind=need.kind,
        side=need.side,
        text=need.text,
        options=list(need.options),
        default=need.default,
        dice=need.dice or None,
        named=need.named,
        squares=squares,
    )


def _side(state):
    return "" if state.ask in (k.OVER, k.NO_QUESTION) else k.SIDE_NAMES[int(state.asked)]


def _winner(state):
    return k.WINNER_NAMES[int(state.winner)] if state.ask == k.OVER else ""


def _slot(slot, t):
    return int(slot) if slot < t.n_combatants else None


def _entry(number, step):
    return Entry(number=number, round_no=int(step.before[0].round_no), line=step.line, told=step.told)


def _pending(table):
    if table.pending is None:
        return None
    line, answers = table.pending
    return Pending(line=line, answers=answers, told=table.reached_told)


# -- the board ---------------------------------------------------------------------------------------------------------
def board(scenario, state):
    """The Board of a position: ground by kind, features, things and effects."""
    t = scenario.tables[0]
    width, height = int(t.width), int(t.height)
    squares = [(x, y) for y in range(height) for x in range(width)]
    kinds = [(name, [s for s in squares if int(t.terrain[s[1] * width + s[0]]) & bit]) for bit, name in k.TERRAIN_NAMES.items() if bit != k.DARK]
    kinds.append(("darkness", [(x, y) for x, y in squares if not int(state["lit"][y]) >> x & 1]))
    kinds.append(("goal", sorted(goal_squares(t))))
    ground = [Ground(kind=name, squares=found) for name, found in kinds if found]
    return Board(width=width, height=height, ground=ground, things=things(scenario, state))


def things(scenario, state):
    """Features, things on the ground and lasting effects, in the order of `thing_rows`, which words them."""
    t = scenario.tables[0]
    width = int(t.width)
    found, turns = [], {}
    for n in range(len(scenario.feature_names)):
        at = [(q % width, q // width) for q in range(width * int(t.height)) if t.feature_at[q] == n]
        kind, now = int(t.features[n].kind), int(state["feature_state"][n])
        turns[n] = _turned(kind, now, at)
        found.append((k.FEATURE_KINDS[kind], k.FEATURE_STATES[now], at, None))
    for item in state["items"]:
        if item["gear"] < len(scenario.gear_names) and item["place"] != k.NONE:
            found.append(("item", "", [(int(item["place"]) % width, int(item["place"]) // width)], None))
    for effect in state["effects"]:
        if effect["kind"] != k.NONE:
            found.append(("effect", k.EFFECT_NAMES[int(effect["kind"])], _covered(t, state, effect), int(effect["owner"])))
    return [
        Thing(code=code, name=name, state=word, text=text, squares=at, owner=owner, turn=turns.get(n))
        for n, ((code, word, at, owner), (name, _, text)) in enumerate(zip(found, thing_rows(scenario, state), strict=True))
    ]


def _turned(kind, now, at):
    """The Turned of a feature of a kind in a state; None where nothing can be turned by hand."""
    line, text = TURNED.get((kind, now), ("", ""))
    return Turned(line=line.format(square_text(*at[0])), text=text) if line else None


def _covered(t, state, effect):
    """Squares of the board that a lasting effect lies on; an aura's around its owner."""
    left, top, wide = int(effect["x"]), int(effect["y"]), int(effect["extent"])
    if effect["kind"] == k.EF_AURA:
        owner, reach = state.combatants[int(effect["owner"])], int(effect["extent"])
        left, top, wide = int(owner["x"]) - reach, int(owner["y"]) - reach, int(t.roster[int(effect["owner"])]["bulk"]) + 2 * reach
    return [(x, y) for y in range(max(0, top), min(int(t.height), top + wide)) for x in range(max(0, left), min(int(t.width), left + wide))]


# -- combatants --------------------------------------------------------------------------------------------------------
def phrase(key, name):
    """What a line calls somebody or something by: its name in plain words, its key where that could be read as something else."""
    return name if all(word.replace("-", "").isalpha() for word in name.split()) and not holds_keyword(name) else key


def combatant(table, state, i):
    """The Combatant of a slot."""
    sc, c = table.scenario, state.combatants[i]
    t = sc.tables[0]
    potencies = [Potency(name=name, potency=int(c["states"][n])) for n, name in enumerate(k.STATE_NAMES) if c["states"][n] > 0]
    ready = table.pending is None and table.state.ask == k.ASK_COMBATANT and bool(table.position.battle.mask[k.A_COMBATANT + i])
    return Combatant(
        slot=i,
        key=sc.keys[i],
        phrase=phrase(sc.keys[i], sc.names[i]),
        name=sc.names[i],
        letter=str(sc.letters[i] or sc.names[i][0]),
        side=k.SIDE_NAMES[int(t.roster[i]["side"])],
        x=int(c["x"]),
        y=int(c["y"]),
        size=int(t.roster[i]["bulk"]),
        status=k.STATUS_NAMES[int(c["status"])],
        condition=condition_text(sc, state, i),
        vigor=int(c["vigor"]),
        max_vigor=int(c["max_vigor"]),
        focus=int(c["focus"]),
        points=int(c["points"]),
        move_points=int(c["move_points"]),
        acted=bool(c["acted"]),
        ready=ready,
        states=potencies,
        ties=ties_text(sc, state, i),
        text=_spoken(sc, state, i),
    )


def _spoken(scenario, state, i):
    """`f7, vigor 12/20, exposed 1, has acted`: what a screen reader says of somebody besides the name."""
    for slot, _, _, square, vigor, notes in legend_rows(scenario, state):
        if slot == i:
            return ", ".join(part for part in (square, f"vigor {vigor}", notes) if part)
    return states_text(state.combatants[i])
