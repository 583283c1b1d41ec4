"""The same fight with one combatant more or one fewer, made from a compiled scenario, so that it also works for one that no file holds."""

from dataclasses import replace

import numpy as np

from envs.core import codes as k
from envs.core.grid import reach
from envs.core.surroundings import refresh
from envs.tables.scenario import Scenario

FARTHEST = 999  # movement points of any walk
SHUNNED = k.WALL | k.PIT | k.HAZARD | k.EXIT | k.LOW


class ChangeError(ValueError):
    """A change that this fight does not allow; one clause that says why."""


def kinds(scenario, side=k.ENEMIES):
    """{name of a kind of creature: its slots} of a side, in the order of the roster. Combatants are of one kind when they share a stat block."""
    t, groups = scenario.tables[0], {}
    for i in range(int(t.n_combatants)):
        if int(t.roster[i].side) == side:
            groups.setdefault(int(t.roster[i].creature), []).append(i)
    return {_kind_name(scenario, number, slots): slots for number, slots in groups.items()}


def creature_id(scenario, slot):
    """Id of a combatant's stat block, such as gravel_ogre."""
    ids = [key.removeprefix("creature:") for key in scenario.texts if key.startswith("creature:")]
    return ids[int(scenario.tables[0].roster[slot].creature)]


def _kind_name(scenario, number, slots):
    """What several of a kind have in common in their names; their creature's id where that is nothing."""
    names = [scenario.names[i].removesuffix(f" {scenario.letters[i]}") for i in slots]
    words = []
    for group in zip(*(name.split() for name in names)):
        if len(set(group)) > 1:
            break
        words.append(group[0])
    return " ".join(words) or creature_id(scenario, slots[0]).replace("_", " ").title()


def copy_of(scenario, **changes) -> Scenario:
    """A scenario whose tables, record and lists may be changed without the first one noticing."""
    lists = {name: list(getattr(scenario, name)) for name in ("names", "keys", "letters", "action_names", "characters")}
    return replace(scenario, tables=scenario.tables.copy(), initial=scenario.initial.copy(), **lists, **changes)


def one_fewer(scenario, slots):
    """The scenario without one of the combatants in `slots`, the last that can be spared. ChangeError when none can."""
    t, s = scenario.tables[0], scenario.initial[0]
    standing = [i for i in range(int(t.n_combatants)) if int(s.combatants[i].status) == k.STANDING]
    free = [i for i in slots if i in standing]
    if not free:
        raise ChangeError("it does not stand any more")
    spared = [i for i in free if i not in (int(t.objective_who), int(s.turn_of))]
    if not spared:
        raise ChangeError("the objective is about it" if int(t.objective_who) in free else "it is its turn")
    who, side = spared[-1], int(t.roster[spared[-1]].side)
    if sum(int(t.roster[i].side) == side for i in standing) == 1:
        raise ChangeError(f"it is the last of the {k.SIDE_NAMES[side]}")
    new = copy_of(scenario)
    _take_away(new.tables[0], new.initial[0], who)
    return new


def _take_away(t, s, who):
    """Combatant `who` is not there: not on the map, holding nobody, owning nothing that lasts. Its row of the roster stays."""
    s.occupant[s.occupant == who] = k.EMPTY
    s.combatants[who].status = k.ABSENT
    s.combatants[who].grabbed_by = 0
    for c in s.combatants:
        c.grabbed_by = int(c.grabbed_by) & ~(1 << who)
        if int(c.taunter) == who:
            c.taunter = k.NONE
            c.states[k.TAUNTED] = 0
    for effect in s.effects:
        if int(effect.kind) != k.NONE and int(effect.owner) == who:
            effect.kind = effect.owner = effect.state = k.NONE
    refresh(t, s)


def one_more(scenario, slots):
    """The scenario with a fresh twin of the first of `slots` that stands, on the nearest free ground within its reach. ChangeError without room."""
    t, s = scenario.tables[0], scenario.initial[0]
    standing = [i for i in slots if int(s.combatants[i].status) == k.STANDING]
    if not standing:
        raise ChangeError("it does not stand any more")
    n, who = int(t.n_combatants), standing[0]
    if n >= k.MAX_COMBATANTS:
        raise ChangeError(f"a fight holds {k.MAX_COMBATANTS} combatants at most")
    place = _free_place(t, s, who)
    new = copy_of(scenario)
    _put(new.tables[0], new.initial[0], n, who, place)
    new.names.append(f"another {scenario.names[who]}")
    new.keys.append(f"{scenario.keys[who]}-more")
    new.letters.append("+")
    new.action_names.append(list(scenario.action_names[who]))
    new.characters.append(scenario.characters[who])
    return new


def _free_place(t, s, who):
    """(x, y) where a twin can stand: fewest steps away, then first in reading order."""
    width, height, bulk = int(t.width), int(t.height), int(t.roster[who].bulk)
    cost = np.empty(width * height, np.int16)
    reach(t, s, who, FARTHEST, cost)
    places = []
    for square in np.flatnonzero((cost >= 0) & (cost <= FARTHEST)).tolist():
        x, y = square % width, square // width
        under = [(y + dy) * width + x + dx for dy in range(bulk) for dx in range(bulk) if x + bulk <= width and y + bulk <= height]
        if under and all(int(s.occupant[q]) == k.EMPTY and not int(t.terrain[q]) & SHUNNED for q in under):
            places.append((int(cost[square]), y, x))
    if not places:
        raise ChangeError("there is no free ground that it could stand on")
    _, y, x = min(places)
    return x, y


def _put(t, s, n, who, place):
    """A twin of `who` in slot n: full vigor, no states, items of its own."""
    t.roster[n] = t.roster[who]
    t.n_combatants = n + 1
    old, c = s.combatants[who], s.combatants[n]
    s.combatants[n] = old
    c.x, c.y = place
    c.vigor = c.max_vigor = int(t.roster[who].max_vigor)
    for name in ("injuries", "points", "move_points", "taken", "taken_more", "deeds_taken", "maneuvers_taken", "lifted", "free_used", "portion",
                 "prevail_open", "reactions", "guard_spent", "defend", "aim", "helped", "grabbed_by"):
        c[name] = 0
    c.taunter = k.NONE
    c.states[:] = 0
    for slot, row in enumerate(old["items"].tolist()):
        if row == k.NONE:
            continue
        free = [r for r in range(k.MAX_ITEMS) if int(s["items"][r]["gear"]) == k.NONE]
        if not free:
            raise ChangeError(f"a fight holds {k.MAX_ITEMS} things at most")
        s["items"][free[0]] = s["items"][row]
        c["items"][slot] = free[0]
    bulk = int(t.roster[n].bulk)
    for dy in range(bulk):
        for dx in range(bulk):
            s.occupant[(place[1] + dy) * int(t.width) + place[0] + dx] = n
    refresh(t, s)
