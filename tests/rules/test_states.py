"""Chapter 8: states with a potency (T8.1-T8.3, T8.5-T8.12, G8.27). Damage shifts are ordered in test_damage.py."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight

HIT = [6, 7]
START = 'round = 1\nfirst_side = "companions"'


def curse(*lines):
    return "kind = \"attack\"\ninstrument = \"melee\"\ntargets = \"creature\"\nconflict = [" + ", ".join(lines) + "]"


def struck(line, **bodies):
    return fight("Ax", deeds={"curse": curse(line)}, **bodies).attempt("curse", "x", dice=HIT)


# -- stacking, cancelling, lasting -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("state", k.STATE_NAMES[:8])
def test_T8_1_potency_stacks(state):
    assert struck(f'{{ state = "{state}", potency = 2 }}', x=f"states = {{ {state} = 3 }}").has("x", state) == 5


OPPOSITES = [("protected", "exposed"), ("soothed", "suffering"), ("strong", "weak"), ("hastened", "hindered")]


@pytest.mark.parametrize("one, other", OPPOSITES + [pair[::-1] for pair in OPPOSITES])
@pytest.mark.parametrize("had, got, left", [(3, 2, (0, 1)), (2, 2, (0, 0)), (2, 5, (3, 0))])
def test_T8_2_opposites_cancel_point_for_point(one, other, had, got, left):
    f = struck(f'{{ state = "{one}", potency = {got} }}', x=f"states = {{ {other} = {had} }}")
    assert (f.has("x", one), f.has("x", other)) == left


def test_T8_2_states_of_other_pairs_do_not_cancel():
    f = struck('{ state = "weak", potency = 2 }', x="states = { protected = 2, hindered = 3, suffering = 1 }")
    assert (f.has("x", "weak"), f.has("x", "protected"), f.has("x", "hindered"), f.has("x", "suffering")) == (2, 2, 3, 1)


def test_T8_3_states_last_over_the_rounds():
    f = fight("Ax", deeds={"curse": curse('{ state = "weak", potency = 2 }')}).attempt("curse", "x", dice=HIT)
    for _ in range(3):
        f.play("end turn", "end turn")
    assert f.state.round_no == 4 and f.has("x", "weak") == 2


def test_G8_27_potency_is_capped_at_twenty_and_never_below_zero():
    assert struck('{ state = "weak", potency = 9 }', x="states = { weak = 15 }").has("x", "weak") == 20
    f = struck('{ end = "weak", potency = 9 }', x="states = { weak = 5 }")
    assert f.has("x", "weak") == 0


def test_G8_27_the_cap_comes_after_the_opposite_is_cancelled():
    f = struck('{ state = "weak", potency = 20 }', x="states = { strong = 5 }")
    assert (f.has("x", "weak"), f.has("x", "strong")) == (15, 0)


# -- what each does --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("states, damage", [("protected = 3", 1), ("exposed = 3", 7)])
def test_T8_5_T8_6_protected_and_exposed_change_damage_taken_from_attacks(states, damage):
    f = fight("Ax", x=f"states = {{ {states} }}").attempt("strike", "x", dice=HIT)
    assert f.hurt("x") == damage
    f = fight("Ax", x=f"states = {{ {states} }}\ndeeds = [\"strike\"]").play("end turn").attempt("strike", "a", dice=HIT)
    assert f.hurt("A") == 4, "the bearer deals what it dealt before"


@pytest.mark.parametrize("states, damage", [("strong = 3", 7), ("weak = 3", 1)])
def test_T8_9_T8_10_strong_and_weak_change_damage_dealt_by_attacks(states, damage):
    f = fight("Ax", A=f"states = {{ {states} }}").attempt("strike", "x", dice=HIT)
    assert f.hurt("x") == damage
    f = fight("Ax", A=f"states = {{ {states} }}").play("end turn").attempt("strike", "a", dice=HIT)
    assert f.hurt("A") == 4, "the bearer takes what it took before"


def test_T8_7_soothed_regains_potency_at_the_start_of_your_turns_never_past_the_maximum():
    f = fight("A..x", clock=START, A="vigor = 10\nstates = { soothed = 3 }")
    assert f["A"].vigor == 13 and f.has("A", "soothed") == 3
    f.play("end turn")
    f.play("end turn", dice=[1])
    assert f["A"].vigor == 16
    assert fight("A..x", clock=START, A="vigor = 39\nstates = { soothed = 3 }")["A"].vigor == 40


def test_T8_8_suffering_loses_potency_at_the_start_of_your_turns():
    f = fight("A..x", clock=START, A="states = { suffering = 3 }")
    assert f["A"].vigor == 37 and f.has("A", "suffering") == 3
    f.play("end turn")
    assert f["A"].vigor == 37, "not at the start of others' turns"
    f.play("end turn", dice=[1])
    assert f["A"].vigor == 34


def test_T8_8_each_point_of_potency_counts_when_it_changes():
    f = fight("Ax", deeds={"curse": curse('{ state = "suffering", potency = 2 }')}, x="states = { suffering = 1 }").attempt("curse", "x", dice=HIT)
    assert f.hurt("x") == 0
    assert f.play("end turn").hurt("x") == 3


@pytest.mark.parametrize("states, extra, points", [("hastened = 3", 0, 7), ("hastened = 3", 1, 9), ("hindered = 3", 0, 1), ("hindered = 3", 1, 3),
                                                   ("hindered = 9", 1, 0)])
def test_T8_11_T8_12_hastened_and_hindered_change_movement_points_when_move_is_taken(states, extra, points):
    f = fight("A........x", A=f"states = {{ {states} }}").play("move", f"points {extra}")
    assert f["A"].move_points == points, "speed 4, mobility 2, never below 0"


def test_T8_11_only_when_move_is_taken():
    f = fight("A........x", A="states = { hastened = 3 }").play("defend", "points 0")
    assert f["A"].move_points == 0


def test_G7_4_states_shift_attacks_only():
    poke = 'kind = "attack"\ninstrument = "melee"\ntargets = "creature"\nconflict = [{ damage = "5", who = "self" }]'
    f = fight("Ax", deeds={"poke": poke}, A="states = { strong = 9, exposed = 9 }").attempt("poke", "x", dice=HIT)
    assert f.hurt("A") == 5


def test_the_states_of_the_dead_are_no_longer_played():
    f = fight("Axy", deeds={"strike": STRIKE}, x="vigor = 4\nstates = { suffering = 3 }").attempt("strike", "x", dice=HIT).play("end turn")
    assert f["x"].status == k.DEAD and f["x"].vigor == 0 and f.asker == f.slot("y")
