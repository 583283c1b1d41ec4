"""Choices and positions as text, both ways."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.drawn import fight

from envs.battle import Battle
from envs.core import codes as k
from envs.core.record import ENCOUNTER
from envs.encoding.layout import action_size
from envs.notation import NotationError, choice_text, parse_choice, parse_position, parse_square, position_text, square_text
from envs.tables import library_names, load_library_encounter

SCENARIO = load_library_encounter("broken_gate")
ASKERS = [*range(int(SCENARIO.tables[0].n_combatants)), k.NONE]


def positions(seed, steps, name="broken_gate"):
    """Positions along a random fight, each with its battle."""
    battle, rng = Battle(load_library_encounter(name), seed=seed), np.random.default_rng(seed)
    for _ in range(steps):
        if battle.over:
            return
        yield battle
        battle.step(int(rng.choice(battle.legal())))


@pytest.mark.parametrize("side", [16, 32])
@pytest.mark.parametrize("ask", range(k.N_QUESTIONS))
def test_every_index_has_one_text_that_reads_back(side, ask):
    state = SCENARIO.initial.copy()[0]
    state.ask = ask
    for asker in ASKERS[:2] + ASKERS[-1:]:
        state.asker = asker
        texts = [choice_text(SCENARIO, state, choice, side) for choice in range(action_size(side))]
        assert len(set(texts)) == action_size(side)
        assert [parse_choice(SCENARIO, state, text, side) for text in texts] == list(range(action_size(side)))


def test_choices_of_a_real_fight_read_back_and_use_names():
    seen = set()
    for battle in positions(3, 300):
        for choice in battle.legal():
            text = choice_text(SCENARIO, battle.state, choice)
            assert parse_choice(SCENARIO, battle.state, text.upper()) == choice
            assert "#" not in text
            seen.add(text.split()[0])
    assert {"take", "deed", "target", "points", "at", "end", "move", "pass"} <= seen


def test_texts_are_the_documented_ones():
    battle = next(positions(0, 1))
    state, ogre = battle.state.copy(), SCENARIO.keys.index("ogre")
    state.ask, state.asker = k.ASK_COMBATANT, k.NONE
    assert choice_text(SCENARIO, state, k.A_COMBATANT + ogre) == "take ogre"
    state.ask, state.asker = k.ASK_TARGET, ogre
    expected = {k.A_COMBATANT + ogre: "target ogre", k.A_MENU + k.END_TURN: "end turn", k.A_MENU + k.MOVE: "move", k.A_AMOUNT + 1: "points 1",
                k.A_ITEM: "with bare hand", k.A_LINE + 1: "line 2", k.A_GUARD: "guard 1", k.A_OPTION + k.PASS: "pass",
                k.A_OPTION + k.SPARK_DAMAGE: "spark damage", k.A_STATE + k.WEAK: "state weak", k.A_SQUARE + 3 * 16 + 2: "at c4",
                k.A_DEED: f"deed {SCENARIO.deed_keys[SCENARIO.tables[0].roster[ogre].deeds[0]]}"}
    assert {choice: choice_text(SCENARIO, state, choice) for choice in expected} == expected
    assert parse_choice(SCENARIO, state, "target Gravel Ogre") == k.A_COMBATANT + ogre


@pytest.mark.parametrize("text, part", [
    ("", "is no choice"), ("fly away", "write for instance"), ("end trun", "did you mean 'end turn'?"), ("at z99", "outside the board"),
    ("at 4c", "is no square"), ("target ogr", "did you mean 'ogre'?"), ("deed #99", "there are only 20"), ("take", "wants a value"),
    ("guard 9", "known: 1, 2, 3, 4"), ("points many", "known: 0, 1")])
def test_what_is_not_understood_is_said(text, part):
    state = next(positions(0, 1)).state
    with pytest.raises(NotationError) as error:
        parse_choice(SCENARIO, state, text)
    assert part in str(error.value) and "\n" not in str(error.value)


def test_a_disrupted_effect_is_named_where_a_state_is_asked():
    state = SCENARIO.initial.copy()[0]
    state.ask, state.asker = k.ASK_STATE, 0
    assert choice_text(SCENARIO, state, k.A_EFFECT + 1) == "effect 2" and parse_choice(SCENARIO, state, "effect 2") == k.A_EFFECT + 1
    assert parse_choice(SCENARIO, state, "state weak") == k.A_STATE + k.WEAK


def test_the_ways_of_a_versatile_deed():
    state = SCENARIO.initial.copy()[0]
    state.ask, state.asker = k.ASK_KIND, 0
    assert [choice_text(SCENARIO, state, k.A_OPTION + way) for way in (k.AS_MELEE, k.AS_RANGED)] == ["as melee", "as ranged"]
    assert parse_choice(SCENARIO, state, "As Ranged") == k.A_OPTION + k.AS_RANGED


def test_an_action_of_its_own_may_be_called_by_its_name():
    scenario = fight("Ax", A='actions = [{ name = "Dance", deed = "idle" }, { name = "Bow Low", deed = "idle" }]').scenario
    state = scenario.initial.copy()[0]
    state.ask, state.asker = k.ASK_ACTION, 0
    assert parse_choice(scenario, state, "bow low") == parse_choice(scenario, state, "feature 2") == k.A_MENU + k.OWN_ACTION + 1
    assert choice_text(scenario, state, k.A_MENU + k.OWN_ACTION) == "feature 1"
    state.asker = 1
    with pytest.raises(NotationError, match="is no choice"):
        parse_choice(scenario, state, "bow low")


def test_far_words_are_no_near_misses():
    state = SCENARIO.initial.copy()[0]
    with pytest.raises(NotationError) as error:
        parse_choice(SCENARIO, state, "target rover")
    assert "did you mean" not in str(error.value)


def test_a_choice_outside_the_action_space_is_refused():
    with pytest.raises(NotationError, match="choices go from 0 to"):
        choice_text(SCENARIO, SCENARIO.initial[0], action_size(16), 16)


@given(st.integers(0, 31), st.integers(0, 31))
def test_squares_read_back(x, y):
    assert parse_square(square_text(x, y)) == (x, y)


def test_corner_squares():
    assert [square_text(0, 0), square_text(25, 0), square_text(26, 9), square_text(31, 31)] == ["a1", "z1", "aa10", "af32"]


def without_events(record):
    """The record's bytes, events left out."""
    copy = np.array(record, ENCOUNTER)
    copy["n_events"] = 0
    copy["events"] = np.zeros((), ENCOUNTER["events"].base)
    return copy.tobytes()


@pytest.mark.parametrize("name", library_names("encounter"))
def test_every_position_of_a_fight_reads_back(name):
    asked, scenario = set(), load_library_encounter(name)
    for battle in positions(11, 120, name):
        text = position_text(scenario, battle.state)
        assert "\n" not in text and text.startswith(f"foemind/1 {scenario.signature[:12]}")
        assert without_events(parse_position(scenario, text)[0]) == without_events(battle.state)
        asked.add(int(battle.state.ask))
    assert len(asked) >= 4  # also in the middle of a turn


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=10, deadline=None)
def test_any_record_reads_back(seed):
    state = SCENARIO.initial.copy()
    raw = state.view(np.uint8).reshape(-1)
    raw[:] = np.random.default_rng(seed).integers(0, 256, len(raw))
    assert without_events(parse_position(SCENARIO, position_text(SCENARIO, state[0]))[0]) == without_events(state[0])


def test_a_fight_goes_on_from_its_text():
    """In the middle of a deed: the same choices give the same record."""
    for battle in positions(5, 200):
        if battle.ask == k.ASK_GUARD:
            break
    other = Battle(SCENARIO, seed=99)
    other.load(parse_position(SCENARIO, position_text(SCENARIO, battle.state))[0])
    other.state.log = battle.state.log
    for _ in range(40):
        assert np.array_equal(other.mask, battle.mask)
        if battle.over:
            break
        choice = battle.legal()[-1]
        battle.step(choice)
        other.step(choice)
        assert without_events(other.state) == without_events(battle.state)


@pytest.mark.parametrize("text, part", [
    ("", "starts with 'foemind/1'"), ("foemind/2 {s}", "starts with 'foemind/1'"), ("foemind/1 0123456789ab", "belongs to the encounter"),
    ("foemind/1 {s} winner", "is no 'path=number'"), ("foemind/1 {s} winner=x", "is no 'path=number'"), ("foemind/1 {s} luck=1", "no field 'luck'"),
    ("foemind/1 {s} combatants.16.vigor=1", "no field"), ("foemind/1 {s} combatants.1=1", "not a single number"),
    ("foemind/1 {s} occupant.0=128", "from -128 to 127"), ("foemind/1 {s} events.0.code=1", "no field")])
def test_a_bad_position_is_refused(text, part):
    with pytest.raises(NotationError) as error:
        parse_position(SCENARIO, text.format(s=SCENARIO.signature[:12]))
    assert part in str(error.value) and "\n" not in str(error.value)
