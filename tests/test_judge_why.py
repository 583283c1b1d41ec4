"""Why not: what a Judge asks after in plain words is answered with the engine's own reason."""

from pathlib import Path

import pytest
from command import compiled, fails, run  # noqa: F401
from envs.battle import Battle
from envs.core import codes as k
from envs.tables import load_encounter, load_library_encounter
from judge.advice import open_battle
from judge.candidates import Searcher
from judge.why_asked import WhyError, explain
from judge.why_not import notable

YARD = load_encounter(Path(__file__).parent / "data" / "table_round.toml")


def asked(text, who=None, scenario=YARD):
    return explain(open_battle(scenario), who if who is None else scenario.slot(who), text)


@pytest.mark.parametrize("text, code, part", [
    ("ogre crushing swing on warden", k.OK, "out of range (T5.3). It can after walking to "), ("crushing swing on warden", k.OK, "out of range"),
    ("ogre bellow", k.OK, "now, from where it stands"), ("slinger thorn hail archer", k.OK, "Thorn Hail on Fen Archer now"),
    ("runner hamstring herald", k.WHY_NOT_FOE, "only foes can be chosen"), ("ogre grab warden", k.WHY_NO_HAND, "no free hand"),
    ("ogre stand", k.WHY_NOT_TOPPLED, "only while toppled"), ("herald prevail", k.WHY_NO_STATE, "no state"), ("ogre defend", k.OK, "now"),
    ("ogre c4", k.OK, "can walk to c4"), ("ogre walk to a9", k.WHY_NOWHERE, "cannot walk to a9 this turn"), ("herald", k.OK, "can act now"),
    ("warden", k.WHY_WRONG_SIDE, "it is not on the asked side")])
def test_what_is_asked_after_is_answered(text, code, part):
    found = asked(text)
    assert (found.code, found.possible) == (code, code == k.OK) and part in found.sentence and found.sentence.endswith(".")


@pytest.mark.parametrize("text, part", [
    ("rake on mira", "is nothing that"), ("f11", "begin with the name"), ("ogre z99", "outside"), ("ogre f11", "outside the map of 12 x 9"),
    ("ogre bellow zorro", "is nobody here"), ("slinger thorn archer", "thorn hail, thorn shot"), ("  ", "says nothing"),
    ("ogre flurb", "is nothing that Gravel Ogre does")])
def test_what_cannot_be_read_is_told(text, part):
    with pytest.raises(WhyError) as error:
        asked(text)
    assert part in str(error.value) and "\n" not in str(error.value)


def test_whose_turn_it_is_need_not_be_named():
    assert asked("crushing swing", "ogre").sentence == asked("ogre crushing swing").sentence
    battle = open_battle(YARD)
    battle.step(k.A_COMBATANT + YARD.slot("ogre"))
    assert explain(battle, None, "bellow").possible and explain(battle, None, "ogre").sentence == "It is Gravel Ogre's turn."
    assert "it is Gravel Ogre's turn" in explain(battle, None, "herald").sentence


def test_a_possible_deed_is_possible_and_an_impossible_one_is_not():
    """What the answer says is what the rules do: the way that it names is walked, and the deed begun there."""
    battle = open_battle(YARD)
    who = YARD.slot("ogre")
    battle.step(k.A_COMBATANT + who)
    searcher = Searcher(battle.clone(0), who, 0)
    searcher.courses()
    assert searcher.aims
    for (slot, aim), ways in searcher.aims.items():
        clone = battle.clone(3)
        clone.auto = False
        for _, choice in (*ways[0], (k.ASK_ACTION, k.A_MENU + (k.DEED if slot < k.OWN_DEEDS else k.MANEUVER)), (k.ASK_DEED, k.A_DEED + slot)):
            assert clone.mask[choice]
            clone.step(choice)
        while clone.ask in (k.ASK_INSTRUMENT, k.ASK_KIND, k.ASK_POINTS):
            clone.step(clone.legal()[0])
        assert aim == k.NONE or clone.mask[k.A_COMBATANT + aim]


def test_a_deed_without_the_focus_for_it_is_notable():
    scenario = load_library_encounter("roofless_hall")
    battle = Battle(scenario)
    knight = scenario.slot("Hollow Oath-Knight")
    battle.state.combatants[knight]["focus"] = 0
    battle.load(battle.record().copy()[0])
    searcher = Searcher(battle, knight, 0)
    searcher.courses()
    found = {entry.what: entry.code for entry in notable(battle, searcher)}
    assert k.WHY_NO_FOCUS in found.values() and "Steady Blow" not in found


def test_the_command_says_why():
    assert run("suggest", "broken_gate", "--agent", "role", "--why", "ogre stand").stdout == (
        "Gravel Ogre cannot do 'stand' now: only while toppled 1 (T3.15).\n")
    assert '"possible": false' in run("suggest", "broken_gate", "--agent", "role", "--why", "ogre stand", "--json").stdout
    assert "leave --top and --another out" in fails("suggest", "broken_gate", "--agent", "role", "--why", "ogre", "--top", 2)
    assert "is nothing that" in fails("suggest", "broken_gate", "--agent", "role", "--why", "sing")
