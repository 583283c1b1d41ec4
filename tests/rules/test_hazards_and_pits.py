"""Chapters 2 and 12, what the ground does: hazards (G12.1, G2.8, T8.22), areas stood in (T11.7, G2.8), pits (G12.5)."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight
from .moved import filled, forced, squares, where
from .test_movement import moving

FOES_TURN = 'round = 1\nfirst_side = "enemies"'


def hazard(*places, damage="5", more="", name="thorns"):
    """TOML of a hazard on some squares."""
    does = f'damage = "{damage}"\n' if damage else ""
    return f'[features.{name}]\nkind = "hazard"\nsquares = {list(places)}\n{does}{more}\n'.replace("'", '"')


def effect(kind, owner, size, potency=3, at=None, more=""):
    """TOML of a lasting effect."""
    place = f'at = "{at}"\n' if at else ""
    return f'[[effects]]\nkind = "{kind}"\nowner = "{owner}"\n{place}size = {size}\npotency = {potency}\n{more}\n'


def walk(board, to, points=4, **more):
    """A walks to a square."""
    return fight(board, clock=moving(points), auto=False, **more).play("walk", f"at {to}")


# -- stepping on -----------------------------------------------------------------------------------------------------------------
def test_G12_1_stepping_on_a_hazard_deals_its_damage():
    f = walk("A....x", "b1", extra=hazard("b1"))
    assert f.hurt("A") == 5 and where(f, "A") == "b1" and filled(f, "A") == {"b1"}
    assert walk("A....x", "b1", extra=hazard("c1")).hurt("A") == 0


@pytest.mark.parametrize("damage, dice, lost", [("1d6+2", [3], 5), ("d4", [4], 4), ("7", [], 7)])
def test_G12_1_the_damage_is_a_die_a_number_or_both(damage, dice, lost):
    f = walk("A....x", "b1", extra=hazard("b1", damage=damage), dice=dice)
    assert f.hurt("A") == lost and f.dice_left() == 0


def test_G12_1_every_square_on_the_way_counts():
    f = walk("#####.\nA....x\n######", "d2", extra=hazard("b2", "c2", "d2"))
    assert f.hurt("A") == 15 and filled(f, "A") == {"d2"} and f["A"].move_points == 1
    f = walk("#####.\nA....x\n######", "d2", extra=hazard("b2", name="one") + hazard("c2", damage="2", name="two"))
    assert f.hurt("A") == 7


def test_G12_1_of_the_cheapest_ways_one_with_the_fewest_hazards_is_walked():
    for bad in ("b1", "b2", "b3"):
        assert walk("A...\n....\n....\n...x", "c1", extra=hazard(bad)).hurt("A") == 0, bad
    assert walk("A...\n....\n....\n...x", "c1", extra=hazard("b1", "b2")).hurt("A") == 5, "the way round both is no cheapest one"
    f = walk("....\nA...\n....\n...x", "d2", extra=hazard("b1", "b2", "c1", "c2", "c3"), points=3)
    assert f.hurt("A") == 5, "by b3 and one of c1 to c3"


def test_G12_1_a_hazard_that_is_off_does_nothing_and_is_not_shunned():
    assert walk("A....x", "b1", extra=hazard("b1", more='state = "off"')).hurt("A") == 0


def test_G12_1_a_lasting_hazard_on_squares_acts_on_whom_it_is_for():
    for owner, whom, lost in (("x", "anyone", 3), ("x", "foes", 3), ("x", "fellows", 0), ("A", "foes", 0), ("A", "fellows", 3), ("A", "anyone", 3)):
        f = walk("A....x", "c1", extra=effect("hazard", owner, 1, at="c1", more=f'whom = "{whom}"'))
        assert f.hurt("A") == lost, (owner, whom)


def test_G12_1_a_lasting_hazard_of_several_squares_and_none_beside_it():
    board = "A.....\n......\n.....x"
    for to, lost in (("b2", 3), ("c2", 3), ("c3", 6), ("b3", 3), ("a2", 0), ("b1", 0), ("c1", 0), ("a3", 0)):
        assert walk(board, to, points=2, extra=effect("hazard", "x", 2, at="b2")).hurt("A") == lost, to


def test_G12_1_a_lasting_hazard_that_gives_a_state_takes_no_vigor():
    f = walk("A....x", "b1", extra=effect("hazard", "x", 1, at="b1", potency=2, more='gives = "weak"'))
    assert f.hurt("A") == 0 and f.has("A", "weak") == 2
    f = walk("A....x", "b1", extra=effect("hazard", "x", 1, at="b1", potency=2, more='gives = "taunted"'))
    assert f["A"].taunter == f.slot("x")


def test_G12_1_a_hazard_may_give_a_state_and_deal_damage():
    f = walk("A....x", "b1", extra=hazard("b1", more='gives = "burning"\npotency = 3'))
    assert f.hurt("A") == 5 and f.has("A", "burning") == 3
    f = walk("A....x", "b1", extra=hazard("b1", damage="", more='gives = "weak"'))
    assert f.hurt("A") == 0 and f.has("A", "weak") == 1


def test_G7_4_a_hazard_is_no_attack():
    f = walk("A....x", "b1", extra=hazard("b1"), A="states = { protected = 5 }\nguard_dice = [6]")
    assert f.hurt("A") == 5 and f.asks() == "action"
    f = walk("A....x", "b1", extra=hazard("b1"), A="vigor = -1\nendurance = 2")
    assert f["A"].vigor == -6 and f["A"].endurance == 2, "no tenacity either"


def test_G12_1_one_that_dies_on_the_way_goes_no_further():
    f = walk("#####.\nA.B..x\n######", "d2", extra=hazard("b2", damage="25"), A="vigor = 1")
    assert f["A"].status == k.DEAD and where(f, "A") == "b2" and filled(f, "A") == set()


def test_G12_1_one_that_dies_passing_a_fellow_leaves_the_fellow_standing():
    f = walk("#####.\nAB...x\n######", "c2", extra=hazard("b2", damage="25"), A="vigor = 1")
    assert f["A"].status == k.DEAD and filled(f, "B") == {"b2"}, "B still stands on its square"


def test_G12_1_a_dying_walker_goes_on():
    f = walk("#####.\nA....x\n######", "c2", extra=hazard("b2"), A="vigor = 5")
    assert f["A"].vigor == 0 and filled(f, "A") == {"c2"} and f["A"].status == k.STANDING


def test_G12_1_passing_a_fellow_on_a_hazard_hurts_the_passer_alone():
    f = walk("#####.\nAB...x\n######", "c2", extra=hazard("b2"))
    assert (f.hurt("A"), f.hurt("B")) == (5, 0) and filled(f, "A") == {"c2"} and filled(f, "B") == {"b2"}


def test_G12_1_a_large_creature_meets_a_hazard_once_a_step():
    board = "AA...x\nAA....\n######"
    f = walk(board, "b1", extra=hazard("c1", "c2"), A="size = 2")
    assert f.hurt("A") == 5, "one hazard under two of its squares"
    f = walk(board, "b1", extra=hazard("c1", name="one") + hazard("c2", name="two"), A="size = 2")
    assert f.hurt("A") == 10, "two hazards"
    f = walk(board, "c1", extra=hazard("c1"), A="size = 2")
    assert f.hurt("A") == 10, "on each of its two steps"


@pytest.mark.parametrize("verb, letters", [("push", "c1 d1"), ("shove", "c1 d1 pass")])
def test_G12_4_hazards_trigger_at_each_forced_step(verb, letters):
    f = fight("Ax....", deeds=forced(verb, 2), extra=hazard("c1", "d1")).attempt("deed", "x")
    f.play(*[t if t == "pass" else f"at {t}" for t in letters.split()])
    assert f.hurt("x") == 10


def test_G12_4_hazards_act_on_who_follows_and_on_both_in_a_drag():
    f = fight("Ax....", deeds=forced("shove", 1), extra=hazard("b1", "c1")).attempt("deed", "x").play("at c1", "at b1")
    assert (f.hurt("A"), f.hurt("x")) == (5, 5)
    f = fight(".Ax...", deeds=forced("drag", 1), extra=hazard("a1", name="one") + hazard("b1", damage="2", name="two")).attempt("deed", "x")
    f.play("at a1")
    assert (f.hurt("A"), f.hurt("x")) == (5, 2)


def test_G12_4_one_that_a_hazard_kills_is_moved_no_further():
    f = fight("Ax....y", deeds=forced("push", 3), extra=hazard("c1"), x="vigor = 5").attempt("deed", "x").play("at c1")
    assert f["x"].status == k.DEAD and f.asks() == "action"


def test_G12_1_a_teleport_ends_on_a_hazard_and_crosses_none():
    f = fight("Ax...", deeds=forced("teleport", 3), extra=hazard("c1", "d1")).attempt("deed", "x").play("at d1")
    assert f.hurt("x") == 5


# -- at the start of a turn ----------------------------------------------------------------------------------------------------------
def test_G2_8_hazards_stood_in_act_at_the_start_of_the_turn():
    f = fight("A...x", clock=FOES_TURN, extra=hazard("a1")).play("end turn")
    assert f.hurt("A") == 5 and f.asker == f.slot("A")
    f = fight("A...x", clock=FOES_TURN, extra=effect("hazard", "x", 1, at="a1")).play("take x", "end turn")
    assert f.hurt("A") == 3


def test_G2_8_states_come_before_hazards_and_a_death_ends_it():
    f = fight("AB..x", clock=FOES_TURN, A="vigor = 1\nmax_vigor = 4\nstates = { suffering = 9 }", extra=hazard("a1", damage="1d6"))
    f.play("end turn", "take a", dice=[6])
    assert f["A"].status == k.DEAD and f.dice_left() == 1, "the hazard is not met any more"


def test_G2_8_a_hazard_that_kills_comes_before_the_areas_stood_in():
    f = fight("AB..x", clock=FOES_TURN, A="vigor = -10", extra=hazard("a1", damage="10") + effect("aura", "x", 8, 4))
    f.play("take x", "end turn", "take a")
    assert f["A"].status == k.DEAD and f["A"].vigor == -20


@pytest.mark.parametrize("minor, lost", [("true", 0), ("false", 5)])
def test_T8_22_the_defeated_ignore_minor_hazards_only(minor, lost):
    f = fight("AB...x", deeds=forced("push", 1), B="vigor = -1\ndefeated = true", extra=hazard("c1", more=f"minor = {minor}")).attempt("deed", "b")
    f.play("at c1")
    assert f["B"].vigor == -1 - lost


def test_T8_22_a_hazard_is_minor_unless_it_says_otherwise_and_lasting_ones_are():
    f = fight("AB...x", deeds=forced("push", 1), B="vigor = -1\ndefeated = true", extra=hazard("c1") + effect("hazard", "x", 1, at="c1"))
    f.attempt("deed", "b").play("at c1")
    assert f["B"].vigor == -1


def test_T8_22a_a_hazard_that_is_not_minor_can_kill_the_defeated():
    f = fight("AB...x", deeds=forced("push", 1), B="vigor = -16\ndefeated = true", extra=hazard("c1", more="minor = false")).attempt("deed", "b")
    f.play("at c1")
    assert f["B"].status == k.DEAD and filled(f, "B") == set()


# -- auras -----------------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size, whom, lost", [(2, "anyone", 0), (3, "anyone", 3), (3, "foes", 3), (3, "fellows", 0)])
def test_T11_7_an_aura_acts_within_its_radius_on_whom_it_is_for(size, whom, lost):
    f = fight("A..x", clock=FOES_TURN, extra=effect("aura", "x", size, more=f'whom = "{whom}"')).play("take x", "end turn")
    assert f.hurt("A") == lost


def test_T11_7_an_aura_for_fellows_gives_vigor_back():
    f = fight("A..Bx", clock=FOES_TURN, A="vigor = 10", extra=effect("aura", "B", 3, more='whom = "fellows"')).play("end turn", "take a")
    assert f["A"].vigor == 13


def test_T11_7_an_aura_may_give_a_state_instead():
    for whom in ("anyone", "foes"):
        f = fight("A..x", clock=FOES_TURN, extra=effect("aura", "x", 3, 2, more=f'gives = "weak"\nwhom = "{whom}"')).play("take x", "end turn")
        assert f.hurt("A") == 0 and f.has("A", "weak") == 2


def test_T11_7_G11_10_an_aura_that_harms_spares_its_bearer_and_moves_with_it():
    f = fight("x..A.", clock=FOES_TURN, extra=effect("aura", "x", 1)).play("take x")
    assert f.hurt("x") == 0
    f = fight("A....x", clock=FOES_TURN, extra=effect("aura", "x", 2)).play("take x", "move", "points 0", "walk", "at c1", "end turn")
    assert f.hurt("A") == 3


def test_G8_4a_effects_decay_at_their_owners_turn_after_they_have_acted():
    f = fight("A..x", clock=FOES_TURN, A="vigor = 10", extra=effect("aura", "A", 1, 2, more='decay = 2\nwhom = "fellows"')).play("end turn", "take a")
    assert f["A"].vigor == 12 and f.state.effects[0].kind == k.NONE


# -- pits --------------------------------------------------------------------------------------------------------------------------------
def fallen(die=4, board="Ax^..", target="x", **more):
    """Somebody has been pushed into the pit on c1."""
    return fight(board, deeds={"strike": STRIKE, **forced("push", 3)}, **more).attempt("deed", target).play("at c1", dice=[die])


@pytest.mark.parametrize("die", [1, 6])
def test_G12_5_forced_into_a_pit_one_falls_and_is_toppled(die):
    f = fallen(die)
    assert f.hurt("x") == die and f.has("x", "toppled") == 1 and where(f, "x") == "c1" and f.asks() == "action", "the pit ends the push"


def test_G12_5_fall_damage_is_no_attack():
    f = fallen(6, x="states = { protected = 6 }\nguard_dice = [6]")
    assert f.hurt("x") == 6 and f.asks() == "action"


def test_G12_5_a_fall_may_kill_and_the_dead_are_not_toppled():
    f = fallen(6, "Ax^..y", x="vigor = 6")
    assert f["x"].status == k.DEAD and f.has("x", "toppled") == 0 and filled(f, "x") == set()


def test_G12_5_the_defeated_fall_too():
    f = fallen(2, "AB^..x", "b", B="vigor = -1\ndefeated = true")
    assert f["B"].vigor == -3


def test_G12_5_a_pit_square_holds_one_creature():
    f = fight("Axy..", deeds=forced("push", 3), y='ground = "pit"').attempt("deed", "x")
    assert f.asks() == "action" and where(f, "x") == "b1"


def test_G12_5_out_only_by_jump_or_teleport():
    f = fight("A..x", clock=moving(4), A='ground = "pit"')
    assert f.reason("walk") == k.WHY_IN_PIT and f.can("jump")
    f = fight("Ax..", deeds=forced("push", 3), x='ground = "pit"').attempt("deed", "x")
    assert f.asks() == "action" and where(f, "x") == "b1"


def test_G12_5_sight_is_normal_from_and_into_a_pit():
    bow = {"deed": 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{ damage = "5" }]'}
    for more in ({"A": 'ground = "pit"'}, {"x": 'ground = "pit"'}):
        f = fight("A...x", deeds=bow, **more).attempt("deed", "x", dice=[6, 7])
        assert f.hurt("x") == 5 and f.dice_left() == 0, "no cover"


def test_G12_1_walking_into_a_pit_is_not_allowed():
    f = fight("A^.x\n....", clock=moving(4)).play("walk")
    assert f.reason("at b1") == k.WHY_NOWHERE and "c1" in squares(f)


def test_G12_5_a_large_creature_falls_only_when_all_its_squares_are_pits():
    f = fight("Axx^.\n.xx..\n.....", deeds=forced("push", 1), x="size = 2").attempt("deed", "x").play("at c1")
    assert f.hurt("x") == 0 and f.has("x", "toppled") == 0
    f = fight("Axx^^\n.xx^^", deeds=forced("push", 2), x="size = 2").attempt("deed", "x").play("at c1", "at d1", dice=[5])
    assert f.hurt("x") == 5 and f.has("x", "toppled") == 1
