"""What stands and lasts on the map: features, squares of the objective, lasting effects and things on the ground, checked and written into the tables."""

from typing import NamedTuple

from ..core import codes as k
from .board import footprint, named_square
from .schema_map import BLOCKS, STATES, parse_hurt
from .words import listed, remedy_for, square_name


class Fixtures(NamedTuple):
    """`features`: [(id, entry, [(x, y)])] in file order; `goal`: [(x, y)] of the objective; `effects`: [(entry, place or None)];
    `items`: [(gear id, place)]."""

    features: list
    goal: list
    effects: list
    items: list


def read_fixtures(encounter, plan, board, file, faults):
    """The Fixtures of an encounter; what has no place is left out, with a fault."""
    bounds, letters = (board.width, board.height), [s.letter for s in plan.slots]
    features = [(name, entry, _squares(name, entry, board, file, faults)) for name, entry in encounter.features.items()]
    _check_features(features, plan, board, file, faults)
    goal = [named_square(text, bounds, f"objective.squares[{i + 1}]", file, faults) for i, text in enumerate(encounter.objective.squares or [])]
    _check_walls(goal, "objective.squares", "a square of the objective", board, file, faults)
    effects, items = [], []
    for i, entry in enumerate(encounter.effects):
        where = f"effects[{i + 1}]"
        if entry.owner not in letters:
            faults.add("C210", file, f"{where}.owner", f"there is no {entry.owner!r} in the roster", f"use {listed(letters)}")
        elif encounter.roster[entry.owner].defeated:
            faults.add("C330", file, f"{where}.owner", f"{entry.owner} is defeated, which ends its effects (G8.4a)",
                       "remove the effect or name another owner")
        effects.append((entry, None if entry.at is None else named_square(entry.at, bounds, f"{where}.at", file, faults)))
    for i, entry in enumerate(encounter.items):
        place = named_square(entry.at, bounds, f"items[{i + 1}].at", file, faults)
        _check_walls([place], f"items[{i + 1}].at", "a thing on the ground", board, file, faults)
        items.append((entry.gear, place))
    return Fixtures(features, [p for p in goal if p is not None], effects, items)


def _squares(name, entry, board, file, faults):
    """[(x, y)] of a feature."""
    bounds, where = (board.width, board.height), f"features.{name}"
    if entry.sign is not None:
        found = board.drawn[entry.sign]
        if not found:
            faults.add("C319", file, f"{where}.sign", f"the sign {entry.sign!r} is nowhere on the map", "draw it, or give at = 'c4'")
        elif len(found) > 1 and entry.kind != "hazard":
            faults.add("C319", file, f"{where}.sign", f"the {entry.kind} stands on {len(found)} squares of the map, {square_name(*found[0])} first",
                       "draw it once; only a hazard has several squares")
        return found
    if entry.at is not None:
        found = [named_square(entry.at, bounds, f"{where}.at", file, faults)]
    else:
        found = [named_square(text, bounds, f"{where}.squares[{i + 1}]", file, faults) for i, text in enumerate(entry.squares)]
        if not found:
            faults.add("C319", file, f"{where}.squares", "the hazard has no square", "name at least one, such as squares = ['c4']")
    return list(dict.fromkeys(p for p in found if p is not None))


def _check_walls(places, entry, what, board, file, faults):
    for place in places:
        if place is not None and board.ground(*place) & k.WALL:
            faults.add("C331", file, entry, f"{what} lies in the wall on {square_name(*place)}", "choose another square")


def _check_features(features, plan, board, file, faults):
    """One feature a square, none in a wall but levers, nobody where it shuts, links to what is there."""
    standing = {place: s.name for s in plan.slots if s.letter in board.places for place in footprint(board.places[s.letter], s.creature.size)}
    taken, names = {}, [name for name, *_ in features]
    for name, entry, squares in features:
        where = f"features.{name}"
        for place in squares:
            if place in taken:
                faults.add("C332", file, where, f"{name} and {taken[place]} both stand on {square_name(*place)}", "move one of them")
            taken[place] = name
            if place in standing and blocks(entry) == k.WALL and entry.start in (k.ON, k.LOCKED):
                problem = f"the {entry.kind} is {entry.state or _start_word(entry)} on {square_name(*place)} where {standing[place]} stands (G10.6)"
                faults.add("C333", file, where, problem, "open it, break it or move one of them")
        if entry.kind != "lever":  # a lever may be let into a wall
            _check_walls(squares, where, f"the {entry.kind}", board, file, faults)
        if entry.link is not None and (entry.link not in names or entry.link == name):
            faults.add("C211", file, f"{where}.link", f"there is no other feature {entry.link!r}", remedy_for(entry.link, [n for n in names if n != name]))


def blocks(entry):
    """What a feature is for steps and sight while it is whole and shut: 0, LOW or WALL."""
    if entry.kind == "object":
        return BLOCKS[entry.blocks or "wall"]
    return k.WALL if entry.kind == "door" else 0


def _start_word(entry):
    return next(word for word, code in STATES[entry.kind].items() if code == entry.start)


# -- into the tables -----------------------------------------------------------------------------------------------------
def fill_fixtures(t, fixtures):
    """Write the features' rows and the plane that tells which stands where."""
    t.feature_at[:] = k.EMPTY
    for row in t.features:
        row.kind = row.x = row.y = row.link = row.condition = k.NONE
    names = [name for name, *_ in fixtures.features]
    for i, (_, entry, squares) in enumerate(fixtures.features):
        row = t.features[i]
        row.kind, row.state = k.FEATURE_KINDS.index(entry.kind), entry.start
        row.x, row.y = squares[0]
        row.material = k.MATERIALS.index(entry.material or "none")
        row.check, row.virtue = int(entry.check is not None), k.VIRTUES.index(entry.check or k.VIRTUES[0])
        row.light, row.blocks = entry.light or 0, blocks(entry)
        row.link = k.NONE if entry.link is None else names.index(entry.link)
        row.die, row.plus = (0, 0) if entry.damage is None else parse_hurt(entry.damage)
        row.minor = int(entry.minor is not False)
        row.condition = k.NONE if entry.gives is None else k.STATE_NAMES.index(entry.gives)
        row.potency = entry.potency or int(entry.gives is not None)
        for x, y in squares:
            t.feature_at[y * t.width + x] = i
    t.n_features = len(fixtures.features)


def fill_objective(t, objective, goal, letters):
    """Write what a side is after."""
    t.objective = k.OBJECTIVES.index(objective.kind)
    t.objective_side = k.NONE if objective.side is None else k.SIDE_NAMES.index(objective.side)
    t.objective_who = k.NONE if objective.who is None else letters.index(objective.who)
    t.objective_number = objective.rounds or objective.count or 0
    t.survivor_worth, t.escaped_worth = objective.survivors, objective.escaped
    for x, y in goal:
        t.goal[y] |= 1 << x
