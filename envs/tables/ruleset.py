"""Ruleset files: numbers, states and actions as data, and an encounter's own overrides of the numbers."""

import hashlib
import json
from typing import Any, Literal

from pydantic import Field, model_validator

from ..core import codes as k
from ..core.record import RULES, STATE
from .schema_base import Base, Name, Text, number, wrong
from .words import remedy_for

UNLIMITED = "unlimited"
NUMBERS = list(RULES.names)
FLAGS = [n for n in STATE.names if n not in ("used", "opposite")]
WORDS = {"attack_targets": {"any": 0, "foes": 1}, "prevail_variant": {"states": 0, "actions": 1}, "recovery_pool": {"recoveries": 0, "endurance": 1},
         "prevail_fellow_range": {UNLIMITED: k.NONE}}
LIMITS = {"points": (1, 8), "max_rounds": (1, 999), "fail_max": (0, 40), "conflict_max": (0, 40), "recovery_divisor": (1, 99), "potency_cap": (1, 99),
          "burning_die": (1, 20), "pit_die": (1, 20), "hard_cost": (1, 4), "bloodied_divisor": (1, 9)}
ONLY_WORDS = {"attack_targets", "prevail_variant", "recovery_pool"}
Weight = number(-9, 9)


class StateColumns(Base):
    """What a state does, point by point: columns of `record.STATE`; 0 where it does nothing."""

    opposite: str | None = None
    common: Weight = 0
    good: Weight = 0
    damage_dealt: Weight = 0
    damage_taken: Weight = 0
    vigor_at_start: Weight = 0
    move_points: Weight = 0
    sight_adjacent: Weight = 0
    move_pain: Weight = 0
    burns: Weight = 0
    cuts_deeds: Weight = 0
    points_lost: Weight = 0
    no_reactions: Weight = 0
    taunts: Weight = 0
    half_speed: Weight = 0
    edge_melee_against: Weight = 0


class ActionRow(Base):
    """An entry of the menu: its cost in action points, whether it takes more, whether it counts as a free action."""

    used: bool = False
    cost: number(0, 9) = 1
    flexible: bool = False
    free: bool = False


class Ruleset(Base):
    """Numbers, states, actions, and the maneuvers that everybody can attempt (T9.1): shove, grab, trip with its potency (T9.4, G9.4a), escape."""

    type: Literal["ruleset"] | None = None
    name: Name
    text: Text = ""
    numbers: dict[str, Any]
    states: dict[str, StateColumns]
    actions: dict[str, ActionRow]
    maneuvers: list[str] = Field(default_factory=list)

    @model_validator(mode="after")
    def _few_maneuvers(self):
        twice = [m for m in self.maneuvers if self.maneuvers.count(m) > 1]
        if len(self.maneuvers) > k.MANEUVERS or twice:
            problem = f"{twice[0]!r} is listed twice" if twice else f"there are {len(self.maneuvers)} maneuvers"
            raise wrong("C805", problem, f"list each once, {k.MANEUVERS} at most", "maneuvers")
        return self


def read_number(name, value, file, entry, faults):
    """A ruleset number as an integer, or None with a fault: a word where the number is a choice of words, else a whole number in its limits."""
    if name not in NUMBERS:
        faults.add("C208", file, entry, f"there is no ruleset number {name!r}", remedy_for(name, NUMBERS, 12))
        return None
    words = WORDS.get(name, {})
    if isinstance(value, str) and value in words:
        return words[value]
    if isinstance(value, str) and words or name in ONLY_WORDS:
        faults.add("C109", file, entry, f"{value!r} is not a choice for {name}", remedy_for(value, words))
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        faults.add("C107", file, entry, f"{name} is {value!r}, not a whole number", "write a whole number")
        return None
    low, high = LIMITS.get(name, (0, 99))
    if not low <= value <= high:
        faults.add("C108", file, entry, f"{name} is {value}", f"use {low} to {high}")
        return None
    return value


def resolve(ruleset, file, overrides, overrides_file, faults):
    """All numbers of a ruleset with an encounter's overrides, {name: int}; faults are added where something is missing or wrong."""
    numbers = {}
    for source, where, table in ((ruleset.numbers, file, "numbers"), (overrides, overrides_file, "rules")):
        for name, value in source.items():
            number = read_number(name, value, where, f"{table}.{name}", faults)
            if number is not None:
                numbers[name] = number
    bad = {f.entry.split(".")[-1] for f in faults if f.entry.startswith("numbers.")}
    missing = [n for n in NUMBERS if n not in numbers and n not in bad]
    if missing:
        faults.add("C801", file, "numbers", f"the ruleset lacks {len(missing)} of its numbers", f"add {', '.join(missing[:6])}")
    if numbers.get("fail_max", 0) >= numbers.get("conflict_max", 99):
        where = (overrides_file, "rules.fail_max") if {"fail_max", "conflict_max"} & set(overrides) else (file, "numbers.fail_max")
        faults.add("C803", *where, f"fail_max {numbers['fail_max']} is not below conflict_max {numbers['conflict_max']}",
                   "raise conflict_max or lower fail_max")
    return numbers


def check_tables(ruleset, file, faults):
    """Faults of a ruleset's states and actions: all must be there, opposites must agree."""
    for table, have, names, code in (("states", ruleset.states, k.STATE_NAMES, "C205"), ("actions", ruleset.actions, k.MENU_NAMES, "C207")):
        for name in have:
            if name not in names:
                faults.add(code, file, f"{table}.{name}", f"{name!r} is not one of the {table}", remedy_for(name, names))
        for name in names:
            if name not in have:
                faults.add("C801", file, table, f"the ruleset lacks {name!r} among its {table}", f"add [{table}.\"{name}\"]")
    for name, state in ruleset.states.items():
        if state.opposite is not None and (state.opposite not in ruleset.states or ruleset.states[state.opposite].opposite != name):
            faults.add("C802", file, f"states.{name}.opposite", f"{state.opposite!r} does not name {name!r} as its opposite",
                       "name each as the other's opposite")


def fill_rules(t, ruleset, numbers):
    """Write numbers, states and actions into one row of the tables."""
    for name in NUMBERS:
        t.rules[name] = numbers[name]
    for code, name in enumerate(k.STATE_NAMES):
        state, row = ruleset.states[name], t.states[code]
        row.used = 1
        row.opposite = k.NONE if state.opposite is None else k.STATE_NAMES.index(state.opposite)
        for flag in FLAGS:
            row[flag] = getattr(state, flag)
    for code in range(len(k.STATE_NAMES), k.MAX_STATES):
        t.states[code].opposite = k.NONE
    t.blinding = next((code for code, name in enumerate(k.STATE_NAMES) if ruleset.states[name].sight_adjacent), k.NONE)  # the one state that blinds
    for code, name in enumerate(k.MENU_NAMES):
        action, row = ruleset.actions[name], t.actions[code]
        row.used, row.cost, row.flexible, row.free = int(action.used), action.cost, int(action.flexible), int(action.free)


def digest(thing):
    """sha256 hex of a JSON-able thing in canonical form."""
    return hashlib.sha256(json.dumps(thing, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()


def rules_digest(ruleset, numbers):
    """Signature of what the rules are: numbers, states, actions and maneuvers, not their names or texts."""
    dump = ruleset.model_dump(include={"states", "actions", "maneuvers"})
    return digest({"numbers": numbers, **dump})
