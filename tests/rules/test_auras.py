"""Chapters 2, 8 and 11, what acts at the start of a turn or when it is stepped on (G2.8): auras (T11.7, G11.10) and hazards (T8.4, T8.22, G12.1)."""

import pytest

from envs.core import codes as k

from .drawn import fight

START = 'round = 1\nfirst_side = "companions"'


def effects(*tables):
    """[[effects]] of a file from TOML lines."""
    return "\n".join("[[effects]]\n" + table.replace("; ", "\n") for table in tables)


def begun(board, **scene):
    """A has begun its turn."""
    return take(fight(board, clock=START, **scene), "a")


def take(f, letter, dice=()):
    """The next turn is the letter's; that is a question only where an effect could be dismissed, or others are to act as well."""
    f.force(dice)
    return f.play(f"take {letter}") if f.asks() == "combatant" else f


def end(f, letter, dice=()):
    """The turn ends, and the letter's begins."""
    return take(f.play("end turn", dice=dice), letter)


# -- auras and hazards at the start of a turn ----------------------------------------------------------------------------------
def aura(more, owner="x", size=2):
    return effects(f'kind = "aura"; owner = "{owner}"; size = {size}; {more}')


@pytest.mark.parametrize("board, potency", [("Ax", 2), ("A.x", 2), ("A..x", 0), ("A...\n....\n..x.", 2), ("A...\n....\n....\n..x.", 0)])
def test_T11_7_G2_8_an_aura_gives_its_state_to_those_within_it_at_the_start_of_their_turns(board, potency):
    f = begun(board, extra=aura('gives = "weak"; potency = 2; whom = "foes"'))
    assert f.has("A", "weak") == potency and f.has("x", "weak") == 0
    assert f.play("end turn").has("x", "weak") == 0


def test_T11_7_it_moves_with_its_bearer_and_acts_anew_each_turn():
    f = begun("A....x", extra=aura('gives = "weak"; whom = "foes"'))
    assert f.has("A", "weak") == 0
    end(end(f, "x").play("move", "points 0", "walk", "at c1"), "a", dice=[1])
    assert f.has("A", "weak") == 1
    assert end(end(f, "x"), "a", dice=[1]).has("A", "weak") == 2


def test_T11_7_not_when_others_begin_their_turns():
    f = fight("A.x", clock='round = 1\nfirst_side = "enemies"', extra=aura('gives = "weak"; whom = "foes"'))
    assert f.has("A", "weak") == 0


@pytest.mark.parametrize("board, size", [("AA.x\nAA..", 2), ("x.AA\n..AA", 2)])
def test_T11_7_G11_11_any_square_of_a_large_creature_is_within_and_a_large_bearer_reaches_from_its_nearest(board, size):
    assert begun(board, A="size = 2", extra=aura('gives = "weak"', size=size)).has("A", "weak") == 1
    assert begun(board, A="size = 2", extra=aura('gives = "weak"', size=size - 1)).has("A", "weak") == 0
    turned = board.replace("A", "!").replace("x", "A").replace("!", "x")
    assert begun(turned, x="size = 2", extra=aura('gives = "weak"', size=size)).has("A", "weak") == 1
    assert begun(turned, x="size = 2", extra=aura('gives = "weak"', size=size - 1)).has("A", "weak") == 0


@pytest.mark.parametrize("whom, owner, reached", [("foes", "x", True), ("foes", "B", False), ("fellows", "B", True), ("fellows", "x", False),
                                                  ("fellows", "A", True),
                                                  ("anyone", "x", True), ("anyone", "B", True)])
def test_T11_7_foes_and_fellows_are_seen_from_the_owner_who_is_its_own_fellow(whom, owner, reached):
    f = begun("ABx", extra=aura(f'gives = "strong"; whom = "{whom}"', owner))
    assert f.has("A", "strong") == reached


def test_T11_7_without_a_state_it_takes_vigor_and_gives_vigor_to_fellows():
    f = begun("A.x", A="guard_dice = [6]\nstates = { protected = 2 }", extra=aura('potency = 3; whom = "foes"'))
    assert f.hurt("A") == 3 and f.asks() == "action", "no attack damage: no guard (G7.4)"
    f = begun("AB.x", A="vigor = 20", extra=aura('potency = 3; whom = "fellows"', "B"))
    assert f["A"].vigor == 23
    assert begun("AB.x", A="vigor = 39", extra=aura('potency = 3; whom = "fellows"', "B"))["A"].vigor == 40


def test_G11_10_a_harmful_aura_spares_its_bearer():
    for more in ("potency = 3", 'gives = "weak"'):
        f = begun("A.x", extra=aura(more, "A"))
        assert f.hurt("A") == 0 and f.has("A", "weak") == 0
    assert begun("A.x", extra=aura('gives = "strong"', "A")).has("A", "strong") == 1


def test_G2_8_an_aura_may_end_the_turn_before_it_begins():
    f = begun("ABx", A="endures = false\nvigor = 3", extra=aura('potency = 3; whom = "foes"') + "\n" + aura('gives = "weak"'))
    assert f["A"].status == k.DEAD and f.asked == k.ENEMIES and f.has("A", "weak") == 0
    f = begun("ABx", A="endures = false\nvigor = 4", extra=aura('potency = 3; whom = "foes"') + "\n" + aura('gives = "weak"'))
    assert f["A"].status == k.STANDING and f.has("A", "weak") == 1


def test_T11_7_a_taunting_aura_taunts_towards_its_owner():
    f = begun("A.xy", extra=aura('gives = "taunted"; whom = "foes"', "y", size=3))
    assert f.has("A", "taunted") == 1 and f["A"].taunter == f.slot("y")


@pytest.mark.parametrize("at, hurt", [("a1", 2), ("b1", 0)])
def test_T8_4_a_hazard_of_an_effect_takes_its_potency_at_the_start_of_a_turn(at, hurt):
    f = begun("A..x", extra=effects(f'kind = "hazard"; owner = "x"; at = "{at}"; size = 1; potency = 2'))
    assert f.hurt("A") == hurt


def test_T8_4_G12_1_and_of_whoever_steps_on_it():
    clock = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2, taken = ["move"], move_points = 4 }'
    fire = effects('kind = "hazard"; owner = "x"; at = "b1"; size = 1; potency = 2; gives = "burning"; whom = "foes"')
    f = fight("A...x", clock=clock, extra=fire).play("walk", "at c1")
    assert f.hurt("A") == 0 and f.has("A", "burning") == 2
    f = fight("A...x", clock=clock, extra=fire.replace('"foes"', '"fellows"')).play("walk", "at c1")
    assert f.has("A", "burning") == 0


# -- hazards of the map ------------------------------------------------------------------------------------------------------
def thorns(more, squares='["a1"]'):
    return f'[features.thorns]\nkind = "hazard"\nsquares = {squares}\n{more}\n'


def test_G2_8_hazards_stood_in_act_at_the_start_of_a_turn_after_the_states():
    f = begun("A..x", extra=thorns('damage = "1d6+2"\ngives = "bleeding"\npotency = 3'), A="states = { burning = 1 }", dice=[2, 4])
    assert f.hurt("A") == 3 + 6 and f.has("A", "bleeding") == 3 and f.dice_left() == 0
    assert [e[0] for e in f.seen(k.E_HAZARD)] == [f.slot("A")]
    f = begun("AB.x", extra=thorns('damage = "1d6+2"'), A="endures = false\nvigor = 3\nstates = { burning = 1 }", dice=[2, 4])
    assert f["A"].status == k.DEAD and f["A"].vigor == 0 and f.dice_left() == 1


def test_G2_8_and_before_the_auras():
    extra = thorns('damage = "3"') + aura('gives = "weak"; whom = "foes"', size=3)
    assert begun("AB.x", extra=extra, A="endures = false\nvigor = 3").has("A", "weak") == 0
    assert begun("AB.x", extra=extra, A="endures = false\nvigor = 4").has("A", "weak") == 1


def test_G8_4a_an_aura_of_its_own_decays_after_it_has_acted():
    f = begun("A..x", A="vigor = 20", extra=aura('potency = 2; decay = 2; whom = "fellows"', "A"))
    assert f["A"].vigor == 22 and f.state.effects[0].kind == k.NONE


def test_G12_1_a_hazard_that_is_off_does_nothing_and_one_under_several_squares_acts_once():
    assert begun("A..x", extra=thorns('damage = "3"\nstate = "off"')).hurt("A") == 0
    f = begun("AA.x\nAA..", extra=thorns('damage = "3"', '["a1", "b2"]'), A="size = 2")
    assert f.hurt("A") == 3
    two = thorns('damage = "3"', '["a1"]') + '[features.fire]\nkind = "hazard"\nat = "b2"\ndamage = "4"\n'
    assert begun("AA.x\nAA..", extra=two, A="size = 2").hurt("A") == 7
    f = begun("AA.xB\nAA...", extra=two + "minor = false", A="size = 2\nendures = false\nvigor = 3")
    assert f["A"].status == k.DEAD and f["A"].vigor == 0, "the dead are not hurt again"


def test_G7_4_what_a_hazard_takes_is_no_attack_damage():
    f = begun("A..x", extra=thorns('damage = "3"'), A="states = { protected = 2 }\nguard_dice = [6]\nvigor = -1\nendurance = 3")
    assert f["A"].vigor == -4 and f["A"].endurance == 3 and f.asks() == "action"


@pytest.mark.parametrize("minor, vigor, weak", [("", -2, 0), ("minor = true", -2, 0), ("minor = false", -5, 1)])
def test_T8_22_the_defeated_ignore_minor_hazards(minor, vigor, weak):
    push = 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{ push = 1 }]'
    f = fight("Ax..y", deeds={"push": push}, x="endures = true\nvigor = -2\ndefeated = true",
              extra=thorns(f'damage = "3"\ngives = "weak"\n{minor}', '["c1"]'))
    f.attempt("push", "x", dice=[6, 7]).play("at c1")
    assert f["x"].x == 2 and f["x"].vigor == vigor and f.has("x", "weak") == weak


def test_T8_22_nor_do_hazards_that_deeds_left_hurt_them():
    push = 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{ push = 1 }]'
    fire = effects('kind = "hazard"; owner = "A"; at = "c1"; size = 1; potency = 2')
    for x, vigor in (("endures = true\nvigor = -2\ndefeated = true", -2), ("vigor = 20", 18)):
        f = fight("Ax..y", deeds={"push": push}, x=x, extra=fire).attempt("push", "x", dice=[6, 7]).play("at c1")
        assert f["x"].vigor == vigor
