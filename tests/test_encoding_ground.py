"""What lasting effects, places, the ground and ties between combatants say of themselves in an observation."""

import numpy as np
import pytest

from envs.battle import Battle
from envs.core import codes as k
from envs.encoding import layout
from envs.native import NativeBatch
from envs.tables import load_library_encounter
from rules.drawn import STRIKE, fight
from seen import of, present, said, seen, square

WALK = ("move", "points 0", "walk")


def effects(*tables):
    """[[effects]] of a file from TOML lines."""
    return "\n".join("[[effects]]\n" + table.replace("; ", "\n") for table in tables) + "\n"


# -- lasting effects ---------------------------------------------------------------------------------------------------------
LYING = effects('kind = "aura"; owner = "A"; size = 2; potency = 3; decay = 1; gives = "weak"; whom = "foes"',
                'kind = "hazard"; owner = "x"; at = "c1"; size = 2; potency = 2; gives = "burning"', 'kind = "dense cloud"; owner = "B"; at = "f2"; size = 1',
                'kind = "sanctuary"; owner = "x"; at = "e1"; size = 3; potency = 4; whom = "fellows"')


def lying():
    """A's aura, x's hazard and sanctuary, B's cloud."""
    return fight("A.B..x..\n.....y..\n........", extra=LYING)


def test_T8_4_each_lasting_effect_has_its_row():
    f = lying()
    assert present(f, "effects") == [0, 1, 2, 3]
    assert [list(said(f, "effects", n, "kind")) for n in range(4)] == [["aura"], ["hazard"], ["dense_cloud"], ["sanctuary"]]
    assert [seen(f, "effects", n, "own", "foe", "of_asker") for n in range(4)] == [[1, 0, 1], [0, 1, 0], [1, 0, 0], [0, 1, 0]]
    assert [seen(f, "effects", n, "potency", "decay", "extent") for n in (0, 1, 3)] == [[3, 1, 2], [2, 0, 2], [4, 0, 3]]
    assert [seen(f, "effects", n, "for_own", "for_foes") for n in range(4)] == [[0, 1], [1, 1], [1, 1], [0, 1]]
    assert [seen(f, "effects", n, "good", "bad") for n in range(4)] == [[0, 1], [0, 1], [0, 0], [1, 0]]
    assert said(f, "effects", 0, "gives") == {"weak": 1} and said(f, "effects", 1, "gives") == {"burning": 1} and said(f, "effects", 3, "gives") == {}


def test_T11_7_whom_an_effect_reaches_is_counted():
    f = lying()
    assert [seen(f, "effects", n, "own_in_it", "foes_in_it", "asker_in_it") for n in range(4)] == [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 2, 0]]
    assert [seen(f, "effects", n, "distance") for n in range(4)] == [0, 2, 5, 4]
    assert [seen(f, "effects", n, "x", "y") for n in (0, 1)] == [[0, 0], [3, 1]], "their middle"
    f.state.asked, f.state.asker = k.ENEMIES, f.slot("y")
    assert [seen(f, "effects", n, "own", "own_in_it", "foes_in_it", "asker_in_it") for n in range(4)] == [
        [0, 0, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [1, 2, 0, 1]]
    assert [seen(f, "effects", n, "for_own", "for_foes") for n in (0, 3)] == [[1, 0], [1, 0]]


@pytest.mark.parametrize("table, good, bad", [
    ('kind = "aura"; owner = "A"; size = 1; potency = 2; gives = "strong"; whom = "fellows"', 2, 0),
    ('kind = "aura"; owner = "A"; size = 1; potency = 2; whom = "fellows"', 2, 0),
    ('kind = "aura"; owner = "A"; size = 1; potency = 2; whom = "foes"', 0, 0),
    ('kind = "aura"; owner = "x"; size = 5; potency = 2; whom = "foes"', 0, 2),
    ('kind = "aura"; owner = "A"; size = 1; potency = 2; gives = "weak"', 0, 0),
    ('kind = "sanctuary"; owner = "A"; at = "a1"; size = 1; potency = 3', 3, 0),
    ('kind = "hazard"; owner = "A"; at = "a1"; size = 1; potency = 3; whom = "foes"', 0, 0),
    ('kind = "light cloud"; owner = "A"; at = "a1"; size = 1; potency = 3', 0, 0),
])
def test_G11_10_what_an_effect_means_to_who_stands_in_it(table, good, bad):
    """An aura that harms spares its bearer; one for the other side means nothing."""
    f = fight("A...x", extra=effects(table))
    assert of(f, "A", "effects_good", "effects_bad") == [good, bad]
    assert square(f.play(*WALK), "b1", "effects_good", "effects_bad") == [good if "aura" in table else 0, bad]


def test_T8_31a_the_effect_to_be_disrupted_is_marked():
    lying = effects('kind = "sanctuary"; owner = "x"; at = "d4"; size = 1; potency = 4', 'kind = "light"; owner = "x"; at = "d3"; size = 1; potency = 2')
    f = fight("Ax..\n....\n....\n....", {"strike": STRIKE}, x='hands = 0\ndeeds = ["idle"]', extra=lying)
    f.attempt("strike", "x", dice=[6, 7])
    assert of(f, "x", "open_to_disrupt") == 1
    f.play("disrupt", "effect 1")
    assert f.asks() == "points" and [seen(f, "effects", n, "chosen") for n in (0, 1)] == [1, 0] and seen(f, "question", None, "chosen_potency") == 4


# -- places, things on the ground ----------------------------------------------------------------------------------------------
PLACES = """
[features.gate]
kind = "door"
at = "b1"
check = "might"
material = "wood"
state = "locked"
[features.pull]
kind = "lever"
at = "a2"
link = "gate"
[features.lamp]
kind = "light"
at = "b2"
light = 2
[features.crate]
kind = "object"
at = "d2"
material = "plant"
[[items]]
gear = "axe"
at = "c1"
"""
AXE = {"axe": 'use = ["melee"]\nweapon = 6'}


def test_T3_7_places_in_reach_are_seen_at_the_menu():
    f = fight("A...x\n.....", gear=AXE, extra=PLACES)
    assert seen(f, "question", None, "near:door", "near:lever", "near:lamp", "near:object", "near:item") == [1, 1, 1, 0, 0]
    f = fight("...Ax\n.....", gear=AXE, extra=PLACES)
    assert seen(f, "question", None, "near:door", "near:lever", "near:lamp", "near:object", "near:item") == [0, 0, 0, 1, 1]


def test_T3_4_T3_7_squares_show_what_can_be_worked_or_broken():
    f = fight("A...x\n.....", gear=AXE, extra=PLACES).play("interact")
    names = ("door", "lever", "object", "lamp")
    assert [square(f, at, *(f"place:{n}" for n in names)) for at in ("b1", "a2", "b2")] == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1]]
    assert square(f, "b1", "place_on", "place_locked", "needs_check", "material", "linked") == [1, 1, 1, 2, 0]
    assert square(f, "a2", "place_on", "needs_check", "linked") == [0, 0, 1]
    f.state.feature_state[2] = k.BROKEN
    assert square(f, "b2", "place:lamp") == 0 and seen(f, "question", None, "near:lamp") == 0


def test_T2_7_things_on_the_ground_are_seen_where_they_lie():
    f = fight("A....x", gear=AXE, extra='[[items]]\ngear = "axe"\nat = "c1"\n').play(*WALK)
    assert square(f, "c1", "items", "item_weapon") == [1, 6] and square(f, "b1", "items", "item_weapon") == [0, 0]


def test_T8_22_a_hazard_shows_what_it_does():
    hazard = '[features.thorns]\nkind = "hazard"\nat = "b1"\ndamage = "1d4+2"\ngives = "burning"\npotency = 3\n'
    f = fight("A...x\n.....", extra=hazard).play(*WALK)
    assert square(f, "b1", "hazard", "hazard_damage", "hazard_potency") == [1, 4, 3] and square(f, "b2", "hazard", "hazard_damage") == [0, 0]
    f.state.feature_state[0] = k.OFF
    assert square(f, "b1", "hazard", "hazard_damage", "hazard_potency") == [0, 0, 0]


def test_T10_2_clouds_are_told_apart():
    clouds = effects('kind = "light cloud"; owner = "x"; at = "b1"; size = 1', 'kind = "dense cloud"; owner = "x"; at = "b2"; size = 1')
    f = fight("A...x\n.....", extra=clouds).play(*WALK)
    assert [square(f, at, "light_cloud", "dense_cloud", "low") for at in ("b1", "b2", "c1")] == [[1, 0, 1], [0, 1, 1], [0, 0, 0]]


# -- combatants and what ties them -------------------------------------------------------------------------------------------
def test_T8_24_grabs_are_seen_from_the_asker():
    f = fight("Ax.\nBy.", x='grabbed_by = ["A"]', A='grabbed_by = ["y"]')
    assert of(f, "x", "held_by_asker", "holds_asker", "holds_somebody", "grabbed") == [1, 0, 0, 1]
    assert of(f, "y", "held_by_asker", "holds_asker", "holds_somebody", "grabbed") == [0, 1, 1, 0]
    assert of(f, "A", "holds_somebody", "grabbed") == [1, 1] and of(f, "B", "holds_somebody") == 0
    f.state.asked, f.state.asker = k.ENEMIES, f.slot("x")
    assert of(f, "A", "holds_asker", "held_by_asker") == [1, 0]


def test_G12_5_T8_18_pits_hazards_exits_and_taunts():
    f = fight("A^x>\n.!..", {"strike": STRIKE}, A='states = { taunted = 2 }\ntaunted_by = "x"', B='at = "b1"', y='at = "d1"', z='at = "b2"',
              extra='[features.thorns]\nkind = "hazard"\nsign = "!"\ndamage = "1d4"\n')
    for feature, letter in (("in_pit", "B"), ("on_exit", "y"), ("on_hazard", "z"), ("taunter_of_asker", "x")):
        assert [of(f, sign, feature) for sign in "ABxyz"] == [int(sign == letter) for sign in "ABxyz"], feature


@pytest.mark.parametrize("objective, about", [('{ kind = "protect", side = "companions", who = "B", rounds = 3 }', "B"),
                                              ('{ kind = "slay", side = "companions", who = "x" }', "x"),
                                              ('{ kind = "reach", side = "enemies", squares = ["b1"], who = "x" }', "x"), ('{ kind = "eliminate" }', "")])
def test_whom_the_objective_is_about(objective, about):
    f = fight("AB.x", top=f"objective = {objective}")
    assert [of(f, letter, "objective_about") for letter in "ABx"] == [int(letter == about) for letter in "ABx"]


def test_who_stands_on_the_objective_and_how_far_it_is():
    f = fight("AB.x", top='objective = { kind = "hold", side = "companions", squares = ["b1", "c1"], rounds = 5, survivors = 40, escaped = 60 }')
    f.state.held_rounds = 2
    assert [of(f, letter, "on_goal") for letter in "ABx"] == [0, 1, 0]
    assert seen(f, "map", None, "objective_number", "held_rounds", "survivor_worth", "escaped_worth") == [3, 2, 40, 60]


def test_T8_23_G10_8_darkness_and_who_carries_light():
    f = fight("A.....x", gear={"torch": 'use = ["light"]\nlight = 1'}, A='held = ["torch"]', top="dark = true\nhidden_numbers = true")
    assert [of(f, letter, "carries_light", "elusive") for letter in "Ax"] == [[1, 0], [0, 1]] and seen(f, "map", None, "dark", "hidden_numbers") == [1, 1]
    assert seen(fight("A.x"), "map", None, "dark", "hidden_numbers", "ambushed") == [0, 0, 0]


@pytest.mark.parametrize("ambushed, expected", [("companions", [1, 0]), ("enemies", [-1, 0])])
def test_G1_2a_an_ambush_is_seen_in_the_first_round(ambushed, expected):
    f = fight("A.x", clock=f'round = 1\nfirst_side = "enemies"\nambushed = "{ambushed}"')
    f.state.asked = k.COMPANIONS
    shown = []
    for round_no in (1, 2):
        f.state.round_no = round_no
        shown.append(seen(f, "map", None, "ambushed"))
    assert shown == expected


# -- the turn ------------------------------------------------------------------------------------------------------------------
def test_T2_6_G2_7a_what_the_turn_has_used_up():
    f = fight("A..x", gear=AXE, A='focus = 3\ncarried = ["axe"]\nextra_deeds = 1')
    assert seen(f, "question", None, "limit_lifted", "free_actions_used", "portion_begun", "extra_deeds") == [0, 0, 0, 1]
    f["A"].lifted = 1
    f.play("draw", "move", "points 0", "walk", "at b1")
    assert seen(f, "question", None, "limit_lifted", "free_actions_used", "portion_begun", "extra_deeds") == [1, 1, 1, 1]


@pytest.mark.parametrize("kind", ["push", "pull", "sweep", "shove", "drag", "teleport"])
def test_G12_3_the_kind_of_forced_movement_is_named(kind):
    deed = f'kind = "gambit"\ninstrument = "innate"\ntargets = "creature"\nrange = 5\nconflict = [{{ {kind} = 2 }}]'
    f = fight(".......\n" + ("..Ax...", "..A.x..")[kind == "pull"] + "\n.......", {"move": deed}).attempt("move", "x", dice=[6, 7])
    assert f.asks() in ("force", "teleport")
    o = f.observe()["question"]
    assert [n for n in k.FORCES if o[layout.index("question", f"force:{n}")]] == [kind]


def test_T8_30_the_potency_of_the_state_that_is_prevailed_against():
    f = fight("A..x", A="states = { weak = 3, dazed = 1 }").play("prevail", "state weak")
    assert f.asks() == "points" and seen(f, "question", None, "chosen_potency") == 3


def test_T2_4_actions_that_are_taken_once():
    f = fight("A..x", A='helped = ["deed"]').play("move", "points 0")
    assert seen(f, "question", None, "taken:move", "taken:catch_breath", "taken:jump") == [1, 0, 0]
    f.play("jump", "at b1")
    assert seen(f, "question", None, "taken:move", "taken:jump") == [1, 1]


def test_T5_8_each_target_shows_its_own_result():
    """One roll, x defends and fails what y takes as a conflict."""
    deed = STRIKE.replace('"creature"', '"creatures"').replace('"melee"', '"innate"') + "\nrange = 5\nn_targets = 2\nspark = [{ state = 'dazed' }]"
    f = fight("A.xy..", {"hail": deed}, x="defend = 1", y="states = { protected = 1 }").attempt("hail", "x", "y", dice=[7, 7, 2])
    assert f.asks() == "spark"
    assert of(f, "x", "failed_on", "conflict_on", "triumph_on") == [1, 0, 0] and of(f, "y", "failed_on", "conflict_on", "triumph_on") == [0, 1, 0]


# -- boards ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("side", [8, 16, 32])
def test_a_larger_padding_changes_only_where_the_square_rows_stand(side):
    scenario = load_library_encounter("duel")
    batch, battle = NativeBatch([scenario], 4, side=side, learner="both_seats", seed=3), None
    observation = batch.reset()
    for row in range(4):
        t, s = batch.tables[int(batch.states[row].scenario)], batch.states[row]
        battle = Battle(scenario, seed=0)
        for name in batch.states.dtype.names:
            battle.state[name] = s[name]
        battle.state.scenario = 0
        alone = battle.observe()
        assert all(np.array_equal(alone[name], observation[name][row]) for name in alone if name != "squares")
        grid = observation["squares"][row].reshape(side, side, -1)[:int(t.height), :int(t.width)]
        assert np.array_equal(grid, alone["squares"].reshape(16, 16, -1)[:int(t.height), :int(t.width)])
