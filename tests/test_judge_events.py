"""A sentence for everything that happens, and reasons for every edge, in generated fights from the whole vocabulary."""

import numpy as np
import pytest
from generated import scenario as generated

from envs.battle import Battle
from envs.core import codes as k
from envs.core.check import virtue_of
from envs.tables import library_names, load_library_encounter
from judge import explain
from judge.reasons import check_reasons, edge_reasons
from judge.rolls import check_of
from judge.supposed import suppose
from judge.telling import Telling

NOBODY = {k.E_ROUND, k.E_OVER, k.E_FEATURE}  # events that are not about a combatant
HIDES_USER = {k.E_DAMAGE}  # its source is told only where it is somebody else
WEIGHTS = {k.A_MENU + k.END_TURN: 0.1, k.A_MENU + k.DEED: 5, k.A_MENU + k.MANEUVER: 4, k.A_MENU + k.PREVAIL: 4, k.A_MENU + k.DISRUPT: 6,
           k.A_MENU + k.INTERACT: 3, k.A_MENU + k.CONCOCTION: 3, k.A_OPTION + k.PASS: 0.5}


def pick(rng, legal):
    """A random legal choice, those that roll dice more often than the end of the turn."""
    weights = np.array([WEIGHTS.get(choice, 1) for choice in legal])
    return int(rng.choice(legal, p=weights / weights.sum()))


def answers(scene, seed, count):
    """Yield (battle, choice) before each of `count` random answers; every question is asked."""
    battle, rng = Battle(scene, seed=seed, auto=False), np.random.default_rng(seed)
    for _ in range(count):
        if battle.over:
            return
        choice = pick(rng, battle.legal())
        yield battle, choice
        battle.step(choice)


def told(scene, seed, count):
    """Yield (event, sentence, position after it) of a random fight, as a fight is told."""
    telling = Telling(scene)
    before, battle = scene.initial[0], None
    for battle, _ in answers(scene, seed, count):
        for event in battle.events():
            if event[0] == k.E_DEED:
                telling.deed = tuple(event[1:])
            yield event, telling.sentence(event, battle.state, before), battle.state
        before = battle.record().copy()[0]
    for event in battle.events() if battle is not None else ():
        yield event, telling.sentence(event, battle.state, before), battle.state


def check_sentence(scene, event, text):
    assert text[0].isupper() and text.endswith(".") and text.count(".") >= 1, text
    assert "9999" not in text and "None" not in text and "  " not in text and "127" not in text, text
    if event[0] == k.E_AREA or event[0] in NOBODY:
        return
    who = event[2] if event[0] in HIDES_USER else event[1]
    sure = event[0] == k.E_ROLL
    assert sure or scene.names[who] in text, (event, text)


@pytest.mark.parametrize("seed", range(30))
def test_everything_that_happens_in_generated_fights_has_a_sentence(seed):
    scene = generated(seed)
    assert [check_sentence(scene, event, text) for event, text, _ in told(scene, seed, 120)]


@pytest.mark.parametrize("name", library_names("encounter"))
def test_everything_that_happens_in_the_library_has_a_sentence(name):
    scene = load_library_encounter(name)
    assert [check_sentence(scene, event, text) for event, text, _ in told(scene, 3, 120)]


SAMPLES = {  # numbers that follow the code of an event, and what must be in its sentence; slots 0 and 1
    k.E_ROUND: ((2, 1, 0, 0), "Round 2: the enemies"), k.E_TURN: ((0, 0, 0, 0), "turn"), k.E_ACTION: ((0, k.AIM, 1, 0), "aims with 1 extra point"),
    k.E_WALK: ((0, 0, 3, 3), "from a1 to d1 (3 movement points)"), k.E_DEED: ((0, 0, 0, 0), "attempts"), k.E_ROLL: ((0, 1, 12, 1), "is a conflict (12)"),
    k.E_DAMAGE: ((0, 1, 4, 0), "deals 4 damage"), k.E_GUARD: ((0, 1, 3, 2), "3 less, 2 left"), k.E_COUNTER: ((0, 1, 4, 0), "counters"),
    k.E_STATE: ((0, k.WEAK, 2, 2), "is weak 2"), k.E_STATE_VIGOR: ((0, k.BLEEDING, -2, 0), "loses 2 vigor (bleeding)"),
    k.E_RECOVER: ((0, 0, 1, 6), "spends 1 recovery"), k.E_DYING: ((0, 0, 0, 0), "is dying"), k.E_DEFEATED: ((0, 0, 0, 0), "is defeated"),
    k.E_DEAD: ((0, 0, 0, 0), "is dead"), k.E_TENACITY: ((0, 0, k.TRIUMPH, 17), "is a triumph (17)"), k.E_SUPPLY: ((0, 1, 0, 0), "is used up"),
    k.E_SPARK: ((0, 1, k.SPARK_DAMAGE, 0), "more damage"), k.E_RISES: ((0, 0, 0, 0), "stands again"), k.E_OVER: ((k.DRAW, 4, 0, 0), "a draw"),
    k.E_LEAVES: ((0, 0, 0, 0), "leaves"), k.E_FORCED: ((0, 0, 2, k.PULL), "is pulled from a1 to c1"), k.E_FALL: ((0, 0, 4, 0), "pit and loses 4"),
    k.E_HAZARD: ((0, k.NONE, 3, k.NONE), "a hazard and loses 3"), k.E_GRAB: ((0, 1, 0, 0), "grabs"), k.E_GRAB_ENDS: ((0, 1, 0, 0), "no longer holds"),
    k.E_CHECK: ((0, k.NONE, 9, 0), "check fails (9)"), k.E_FEATURE: ((0, k.DOOR_FEATURE, k.OFF, 0), "is open"), k.E_ITEM: ((0, 1, 1, 0), "in hand"),
    k.E_CATCH: ((0, 1, 0, 0), "catches the"), k.E_EFFECT: ((0, 0, k.EF_AURA, 2), "aura 2"), k.E_EFFECT_ENDS: ((0, 0, k.EF_AURA, 0), "The aura of"),
    k.E_JUMP: ((0, 0, 2, 0), "jumps from a1 to c1"), k.E_TELEPORT: ((0, 0, 2, 0), "teleports from a1 to c1"),
    k.E_HELP: ((0, 1, k.KIND_PREVAIL, 0), "its next prevail check"), k.E_BURN: ((0, k.BURNING, 3, 1), "the fire goes out"),
    k.E_STAGGER: ((0, k.STAGGERED, 1, 0), "loses 1 action point"), k.E_GAIN: ((0, k.GAIN_FOCUS, -1, 0), "loses up to 1 focus"),
    k.E_AREA: ((0, 0, k.NONE, 4), "a path of 4 squares")}


def test_every_kind_of_event_can_be_told():
    scene = next(scene for scene in map(load_library_encounter, library_names("encounter")) if scene.feature_names and scene.gear_names)
    assert set(SAMPLES) == set(explain._SAY) == set(range(len(k.EVENT_NAMES)))
    for code, (numbers, part) in SAMPLES.items():
        text = explain.event_sentence(scene, scene.initial[0], (code, *numbers))
        assert part in text and text.endswith("."), text


def test_steps_of_one_movement_are_one_sentence():
    """Two squares of a push and what the second meets: the push is told whole, in front."""
    scene, telling = load_library_encounter("broken_gate"), Telling(load_library_encounter("broken_gate"))
    for event in ((k.E_FORCED, 1, 0, 1, k.PUSH), (k.E_STATE_VIGOR, 1, k.BLEEDING, -2, 0), (k.E_FORCED, 1, 1, 2, k.PUSH), (k.E_DEAD, 1, 0, 0, 0)):
        telling.add(event, scene.initial[0])
    texts = [text for _, text in telling.lines]
    assert len(texts) == 3 and "is pushed from a1 to c1." in texts[0] and "bleeding" in texts[1]


@pytest.mark.parametrize("seed", range(16))
def test_reasons_add_up_to_the_net_edges_at_every_roll(seed):
    """G5.10, G6.2: at the moment when the dice fall, for each target; checks that are no deed too."""
    scene, seen = generated(seed + 100), 0
    for battle, choice in answers(scene, seed, 60):
        check = check_of(battle.tables, battle.state, choice)
        _, pool = suppose(battle, choice, lambda state: virtue(battle.tables, check, state))
        if pool is None:
            continue
        seen += 1
        if check is not None:
            assert sum(n for n, _ in check_reasons(scene, battle.state, check)) == int(pool.targets[0]["net"])
            continue
        d = pool.deed
        for row in pool.targets[:int(d.n_targets)]:
            reasons = edge_reasons(scene, pool, int(d.user), int(d.deed), int(d.instrument), int(d.extra), int(row["who"]))
            assert sum(n for n, _ in reasons) == int(row["net"]) and all(n for n, _ in reasons), reasons
    assert seen or seed not in (0, 1, 2)


def virtue(tables, check, state):
    """What is added to a pool."""
    if check is not None:
        return int(tables.roster[check.user]["virtues"][check.virtue])
    return int(virtue_of(tables, int(state.deed.user), int(state.deed.deed)))
