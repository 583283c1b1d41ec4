"""The question that a fight stops at, in words: who is asked, about whom or what, and what there is to spend."""

from envs.core import codes as k
from envs.core.dragging import PAID
from envs.core.movement import walk_points

from .naming import board_square, deed_name, item_name, name_of, plural

_ENTRY_TARGETS = {k.HELP: "help", k.PREVAIL: "try to mend", k.DISRUPT: "disrupt", k.RELEASE: "let go", k.DRAG: "drag", k.SHOVE_ALONG: "shove along"}
_ENTRY_SQUARES = {k.BREAK: "What does {} break?", k.INTERACT: "What does {} work?", k.THROW: "Where does {} throw it?",
                  k.DOOR: "Which door does {} work?", k.PICK_UP: "From where does {} pick something up?"}
_ENTRY_ITEMS = {k.READY_ITEMS: "ready", k.CONCOCTION: "use", k.DRAW_ITEM: "draw", k.SHEATHE: "sheathe", k.THROW: "throw"}
_FORCE_WORDS = {k.PUSH: "push", k.PULL: "pull", k.SWEEP: "sweep", k.SHOVE: "shove"}


def _top(state):
    return state.frames[int(state.depth) - 1]


def _deed(scenario, state):
    return deed_name(scenario, int(state.deed.deed))


def _combatant(sc, st, name):
    return f"Which of the {k.SIDE_NAMES[int(st.asked)]} acts next?"


def _action(sc, st, name):
    c, left = st.combatants[int(st.asker)], []
    left.append(plural(int(c["points"]), "action point"))
    left.append(plural(int(c["move_points"]), "movement point"))
    left.append(f"{int(c['focus'])} focus")
    return f"What does {name} do? It has {', '.join(left)}."


def _which_deed(sc, st, name):
    return f"Which {'maneuver' if _top(st)['e'] == k.MANEUVER else 'deed'} does {name} attempt?"


def _instrument(sc, st, name):
    return f"With what does {name} attempt {_deed(sc, st)}?"


def _points(sc, st, name):
    frame = _top(st)
    what = _deed(sc, st) if frame["kind"] == k.F_DEED else k.MENU_NAMES[int(frame["a"])]
    return f"How many extra action points does {name} spend on {what}?"


def _target(sc, st, name):
    frame = _top(st)
    if frame["kind"] == k.F_ACTION:
        return f"Whom does {name} {_ENTRY_TARGETS[int(frame['a'])]}?"
    chosen = int(st.deed.n_targets)
    return f"{'Whom else' if chosen else 'Whom'} does {name} attempt {_deed(sc, st)} on?"


def _area(sc, st, name):
    return f"Where does the middle of {name}'s {_deed(sc, st)} lie (of an even area the upper left of the middle four)?"


def _path(sc, st, name):
    so_far = ", ".join(board_square(sc, int(q)) for q in st.chain[:int(st.n_chain)])
    return f"Where does the path of {name}'s {_deed(sc, st)} go next?" + (f" So far: {so_far}." if so_far else "")


def _spark(sc, st, name):
    return f"A spark for {name}'s {_deed(sc, st)}: what does it buy?"


def _spark_target(sc, st, name):
    return "For whom is the spark?"


def _walk(sc, st, name):
    return f"Where does {name} walk? It has {plural(int(walk_points(st, int(st.asker))), 'movement point')}."


def _force(sc, st, name):
    frame = _top(st)
    kind, left = int(frame["b"]) % PAID, int(frame["c"])
    moved = name_of(sc, int(frame["who"]))
    if kind == k.DRAG_ALONG:
        return f"Where does {name} go next, with {moved} in tow ({plural(left, 'square')} left)?"
    return f"Where does {name} {_FORCE_WORDS[kind]} {moved} ({plural(left, 'square')} left)?"


def _follow(sc, st, name):
    return f"Where does {name} follow {name_of(sc, int(_top(st)['who']))}?"


def _teleport(sc, st, name):
    moved = int(_top(st)["who"])
    return f"Where does {name} teleport" + ("?" if moved == int(st.asker) else f" {name_of(sc, moved)}?")


def _jump(sc, st, name):
    return f"Where does {name} jump?"


def _guard(sc, st, name):
    frame = _top(st)
    return f"{name_of(sc, int(frame['a']))} is about to deal {int(frame['b'])} damage to {name}. With which guard die does {name} guard?"


def _counter(sc, st, name):
    return f"{name} may counter {name_of(sc, int(st.deed.user))}. With what?"


def _catch(sc, st, name):
    gear = int(st["items"][int(_top(st)["a"])]["gear"])
    return f"The {sc.gear_names[gear]} flies past {name}. Does it catch it?"


def _recover(sc, st, name):
    return f"How many recoveries does {name} spend?"


def _state(sc, st, name):
    frame = _top(st)
    of = "its" if int(frame["b"]) == int(st.asker) else f"{name_of(sc, int(frame['b']))}'s"
    return f"Against which of {of} states does {name} {'prevail' if frame['a'] == k.PREVAIL else 'disrupt'}?"


def _effect(sc, st, name):
    return f"Which lasting effect does {name} dismiss?"


def _kind(sc, st, name):
    frame = _top(st)
    if frame["kind"] == k.F_ACTION:
        return f"With which check does {name} help {name_of(sc, int(frame['b']))}?"
    return f"How does {name} use its {item_name(sc, int(st.asker), int(st.deed.instrument), st)}?"


def _item(sc, st, name):
    return f"What does {name} {_ENTRY_ITEMS[int(_top(st)['a'])]}?"


def _place(sc, st, name):
    return _ENTRY_SQUARES[int(_top(st)["a"])].format(name)


_ASK = {k.ASK_COMBATANT: _combatant, k.ASK_ACTION: _action, k.ASK_DEED: _which_deed, k.ASK_INSTRUMENT: _instrument, k.ASK_POINTS: _points,
        k.ASK_TARGET: _target, k.ASK_AREA: _area, k.ASK_PATH: _path, k.ASK_SPARK: _spark, k.ASK_SPARK_TARGET: _spark_target, k.ASK_WALK: _walk,
        k.ASK_FORCE: _force, k.ASK_FOLLOW: _follow, k.ASK_TELEPORT: _teleport, k.ASK_JUMP: _jump, k.ASK_GUARD: _guard, k.ASK_COUNTER: _counter,
        k.ASK_CATCH: _catch, k.ASK_RECOVER: _recover, k.ASK_STATE: _state, k.ASK_EFFECT: _effect, k.ASK_KIND: _kind, k.ASK_ITEM: _item,
        k.ASK_PLACE: _place}


def question_text(scenario, state):
    """The question of a position (a record ENCOUNTER) as one or two sentences."""
    asker = int(state.asker)
    return _ASK[int(state.ask)](scenario, state, name_of(scenario, asker) if asker < len(scenario.names) else "nobody")
