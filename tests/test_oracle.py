"""The mask against the oracle: every index at every one of more than 10,000 random decisions, and what becomes of choices that are refused."""

import ast
from dataclasses import replace
from pathlib import Path

import numba
import numpy as np
import pytest

from envs.battle import Battle, IllegalChoice
from envs.core import codes as k
from envs.core.why import why
from envs.encoding.layout import action_groups
from envs.tables import load_encounter, load_library_encounter
from oracle.legality import Oracle

HERE = Path(__file__).parent / "oracle"
WORDS = {"question": k.QUESTION_NAMES, "menu": k.MENU_NAMES, "option": k.OPTION_NAMES, "status": k.STATUS_NAMES, "state": k.STATE_NAMES,
         "frame": k.FRAME_NAMES, "kind": k.DEED_KINDS, "instrument": k.INSTRUMENTS, "targets": k.TARGETS, "when": k.WHENS, "who": k.WHOS,
         "verb": k.VERBS, "terrain": k.TERRAIN_NAMES}
MENU = ("end turn", "move", "walk", "deed", "defend", "catch breath")  # what the oracle reads of the menu; other chapters have oracles of their own
PLAIN = ["bench", "broken_gate", "dry_orchard", "duel", "ford", "old_cellar", "roofless_hall", "toll_bridge"]  # nothing of other chapters in them
LIBRARY, DRAWN = PLAIN, sorted(path.stem for path in (HERE / "encounters").glob("*.toml"))
DECISIONS = {name: 800 for name in LIBRARY} | {name: 1000 for name in DRAWN}
TRIES = 4  # refused choices that are tried at each decision
WEIGHTS = {k.A_MENU + k.END_TURN: 0.4, k.A_MENU + k.MOVE: 2, k.A_MENU + k.DEED: 8, k.A_OPTION + k.PASS: 0.5}  # so that random fights are fought


@numba.njit
def whys(t, s, out):
    """Reason code of every index, written to `out`."""
    for choice in range(len(out)):
        out[choice] = why(t, s, choice)


def scenario(name):
    """An encounter by a ruleset whose menu is the oracle's: the other entries are not played."""
    scene = load_library_encounter(name) if name in LIBRARY else load_encounter(HERE / "encounters" / f"{name}.toml")
    scene = replace(scene, tables=scene.tables.copy())
    for entry, title in enumerate(k.MENU_NAMES):
        scene.tables[0].actions[entry].used = int(title in MENU)
    return scene


def oracle_of(scene):
    return Oracle(scene.tables[0], action_groups(int(scene.tables[0].side)), WORDS)


def pick(rng, legal):
    """A random legal choice, deeds more often than the end of the turn."""
    weights = np.array([WEIGHTS.get(choice, 1) for choice in legal])
    return int(rng.choice(legal, p=weights / weights.sum()))


def decisions(scene, count, seed):
    """Yield (battle, Moment, Moment at the roll) before each of `count` random decisions, fight after fight; all questions are asked."""
    oracle, rng, fights = oracle_of(scene), np.random.default_rng(seed), 0
    battle = Battle(scene, seed, auto=False, log=False)
    calm = None
    for _ in range(count):
        if battle.over:
            fights += 1
            battle = Battle(scene, seed + 1000 * fights, auto=False, log=False)
        moment = oracle.read(battle.state)
        if moment.deed.n_dice == 0:
            calm = moment
        yield oracle, battle, moment, calm
        battle.step(pick(rng, battle.legal()))


def describe(battle, moment, choices):
    return f"{k.QUESTION_NAMES[moment.ask]} about {moment.asker} in round {moment.round_no}: " + ", ".join(
        f"{c} ({k.WHY_TEXTS[battle.why(c)]})" for c in sorted(choices)[:8])


# -- the mask --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", LIBRARY + DRAWN)
def test_mask_is_legality(name):
    """The mask is exactly the oracle's set, `why` is 0 exactly there, and it is never empty (T1.3, T2.*, T4.*, T5.*, T7.6, G12.1)."""
    reasons, asked = None, set()
    for oracle, battle, moment, calm in decisions(scenario(name), DECISIONS[name], 11):
        expected, legal = oracle.legal(moment, calm), set(battle.legal())
        assert legal, f"nothing is legal: {describe(battle, moment, [])}"
        assert not expected - legal, f"refused by the engine, legal by the rules: {describe(battle, moment, expected - legal)}"
        assert not legal - expected, f"allowed by the engine, not by the rules: {describe(battle, moment, legal - expected)}"
        reasons = np.empty(len(battle.mask), np.int32) if reasons is None else reasons
        whys(battle.tables, battle.state, reasons)
        odd = np.flatnonzero((reasons == k.OK) != battle.mask)
        assert not len(odd), f"the reason and the mask disagree: {describe(battle, moment, odd)}"
        asked.add(k.QUESTION_NAMES[moment.ask])
    assert {"combatant", "action", "points", "deed", "instrument", "target", "walk"} <= asked, asked


def test_more_than_ten_thousand_decisions_are_compared():
    assert sum(DECISIONS.values()) >= 10_000


def test_every_question_of_this_version_is_compared():
    """The drawn boards alone bring up every kind of question that the oracle reads."""
    asked = {k.QUESTION_NAMES[moment.ask] for name in ("crush", "fallen") for _, _, moment, _ in decisions(scenario(name), 600, 5)}
    assert asked == {"combatant", "action", "points", "deed", "instrument", "target", "walk", "recover", "spark", "spark target", "guard", "counter"}


# -- refusals --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", LIBRARY + DRAWN)
def test_refused_choices_change_nothing(name):
    """A choice outside the mask, tried on a clone, is refused in words, and not a byte of the record changes; so is a number that is no index."""
    rng = np.random.default_rng(3)
    for _, battle, _, _ in decisions(scenario(name), 150, 29):
        clone = battle.clone(7)
        before, mask = clone.record().tobytes(), clone.mask.copy()
        refused = rng.choice(np.flatnonzero(~battle.mask), TRIES).tolist() + [-1, len(battle.mask)]
        for choice in refused:
            with pytest.raises(IllegalChoice) as error:
                clone.step(choice)
            assert battle.why(choice) != k.OK
            assert k.WHY_TEXTS[battle.why(choice)] in str(error.value) and k.QUESTION_NAMES[battle.ask] in str(error.value)
        assert clone.record().tobytes() == before and (clone.mask == mask).all()


@pytest.mark.parametrize("name", DRAWN)
def test_every_refused_index_is_refused(name):
    """All indices of some decisions, none left out: those outside the mask raise, those inside do not."""
    for n, (_, battle, _, _) in enumerate(decisions(scenario(name), 400, 41)):
        if n % 40:
            continue
        for choice in range(len(battle.mask)):
            clone = battle.clone(choice)
            if battle.mask[choice]:
                clone.step(choice)
                continue
            with pytest.raises(IllegalChoice):
                clone.step(choice)


def test_nothing_is_legal_when_it_is_over():
    battle = Battle(scenario("duel"), 3, log=False)
    rng = np.random.default_rng(3)
    while not battle.over:
        battle.step(pick(rng, battle.legal()))
    oracle = oracle_of(battle.scenario)
    assert oracle.legal(oracle.read(battle.state)) == set() == set(battle.legal())
    with pytest.raises(IllegalChoice, match="over"):
        battle.step(0)


# -- what the oracle is allowed to know ------------------------------------------------------------------------------------
def test_the_oracle_imports_nothing_of_the_engine():
    allowed = {"__future__", "collections", "fractions", "functools", "heapq", "itertools", "types", "typing", "numpy"}
    for path in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= allowed, path.name
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 1 or node.module in allowed, path.name
