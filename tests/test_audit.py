"""Random fights of the whole vocabulary under the audit; the long mode plays five million decisions, `audit_run.py` a hundred million."""

import tomllib
from collections import Counter

import numba
import numpy as np
import pytest

from audit import FAULTS, F_GRAB, F_ITEM, F_LIVE, F_LONG, F_OPPOSITE, F_PLANE, F_POINTS, F_STATUS, F_TAUNT
from audit_play import fault_of, play_audited, replay
from envs import notation
from envs.battle import Battle
from envs.core import codes as k
from generated import encounter_text, scenario

COMPILED = not numba.config.DISABLE_JIT
QUICK, LONG = 100, 420  # scenarios of the quick and of the long mode


def play_all(seeds, decisions):
    """(decisions by question, faults) of some scenarios; `decisions` for each."""
    counts, faults = np.zeros(k.N_QUESTIONS, np.int64), []
    for seed in seeds:
        _, fault = play_audited(seed, decisions, counts, auto=int(seed % 4 != 0))
        faults += [str(fault)] if fault is not None else []
    return dict(zip(k.QUESTION_NAMES, counts.tolist())), faults


# -- the generator -----------------------------------------------------------------------------------------------------------
def test_a_seed_is_one_encounter():
    assert encounter_text(7) == encounter_text(7) != encounter_text(8)


def test_the_whole_vocabulary_is_drawn():
    """Deeds, lines, gear, features, effects, states, terrain and objectives of some hundred texts leave no word out."""
    words = Counter(word for seed in range(160) for word in strings(tomllib.loads(encounter_text(seed))))
    known = (k.DEED_KINDS + k.TIERS + k.INSTRUMENTS + k.TARGETS + k.AREAS[1:] + k.WHENS + k.FORCES + k.GAINS + k.WHOS + k.WHOMS + k.EFFECT_NAMES
             + k.STATE_NAMES + k.FEATURE_KINDS + k.MATERIALS + k.OBJECTIVES + k.VIRTUES + ["melee", "ranged", "catalyst", "throwing", "concoction", "light"]
             + ["damage", "state", "end", "recover", "walk", "grab", "end_grab", "may_counter", "no_counter", "effect", "gain", "lose", "check", "harmful",
                "carried", "actions", "turn", "grabbed_by", "taunted_by", "helped", "arrives", "supply", "held_rounds", "items", "effects", "dark"])
    assert not [word for word in known if word not in words]


def strings(value):
    """Every text in a parsed TOML value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


@pytest.mark.parametrize("seed", range(10_000, 10_060))
def test_every_generated_encounter_loads(seed):
    made = scenario(seed)
    assert made.tables[0].n_combatants >= 2 and made.title == f"Generated {seed}"


# -- the audit -----------------------------------------------------------------------------------------------------------------
def break_item(s):
    """Carried by nobody, or with a supply die that there is none of."""
    s.items[0].supply = 99
    s.items[0].gear = 0


BREAKS = {  # what a hand does to a position, and the fault that the audit must find
    F_PLANE: lambda s: s.occupant.__setitem__(s.occupant == 0, k.EMPTY),
    F_POINTS: lambda s: setattr(s.combatants[0], "points", -1),
    F_OPPOSITE: lambda s: s.combatants[0].states.__setitem__(slice(k.PROTECTED, k.EXPOSED + 1), 1),
    F_TAUNT: lambda s: s.combatants[0].states.__setitem__(k.TAUNTED, 1),
    F_STATUS: lambda s: setattr(s.combatants[0], "vigor", 999),
    F_GRAB: lambda s: setattr(s.combatants[0], "grabbed_by", 1),
    F_ITEM: break_item,
    F_LIVE: lambda s: s.shut.__setitem__(0, s.shut[0] ^ 1)}


@pytest.mark.parametrize("code", BREAKS, ids=lambda code: FAULTS[code])
def test_the_audit_sees_what_is_broken(code):
    battle = Battle(scenario(1), 1, log=False)
    assert fault_of(battle) is None
    BREAKS[code](battle.state)
    assert fault_of(battle) == FAULTS[code]


def test_a_fault_can_be_replayed():
    """The choices that are kept lead to the position at which the audit stopped."""
    counts = np.zeros(k.N_QUESTIONS, np.int64)
    trail = np.zeros((1, 40), np.int64)  # too short for a fight, which is a fault
    _, fault = play_audited(1, 1000, counts, trail=trail)
    assert fault["text"] == FAULTS[F_LONG] and len(fault["choices"]) == 38
    battle = replay(fault["scenario"], fault["dice"], fault["choices"], fault["auto"])
    assert fault["position"] == notation.position_text(battle.scenario, battle.state)


def test_random_fights_keep_every_invariant():
    """Quick mode: every question comes up, and nothing is ever broken."""
    counts, faults = play_all(range(QUICK if COMPILED else 4), 5000 if COMPILED else 40)
    assert not faults, "\n\n".join(faults[:3])
    if COMPILED:
        assert sum(counts.values()) > 100_000
        assert not [name for name, count in counts.items() if count == 0 and name != "over"], counts


@pytest.mark.slow
def test_random_fights_keep_every_invariant_for_long():
    """Long mode: five million decisions over hundreds of scenarios."""
    counts, faults = play_all(range(1000, 1000 + LONG), 13_000)
    assert not faults, "\n\n".join(faults[:3])
    assert sum(counts.values()) > 5_000_000
