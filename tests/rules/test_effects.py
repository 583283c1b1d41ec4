"""Chapter 8, lasting effects (T8.4, G8.4a): clouds, sanctuaries and the rest; how they begin, act, decay and end. Auras are in test_auras.py."""

import pytest

from envs.core import codes as k
from envs.core.sight import look

from .drawn import STRIKE, fight

HIT = [6, 7]
START = 'round = 1\nfirst_side = "companions"'
IDLE = 'deeds = ["idle"]'
SHOT = 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{ damage = "5" }]'


def effects(*tables):
    """[[effects]] of a file from TOML lines."""
    return "\n".join("[[effects]]\n" + table.replace("; ", "\n") for table in tables)


def making(line, more='targets = "personal"', kind="gambit"):
    return f'kind = "{kind}"\ninstrument = "innate"\n{more}\nconflict = [{line}]'


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


def sight(f, one="A", two="x"):
    return k.SIGHT_NAMES[look(f.tables, f.state, f.slot(one), f.slot(two))]


def kinds(f):
    """{row: (name, owner, potency)} of the lasting effects."""
    return {n: (k.EFFECT_NAMES[e.kind], int(e.owner), int(e.potency))
            for n, e in enumerate(f.state.effects) if e.kind != k.NONE}


def rows(bits, f):
    """Squares set in bit rows."""
    return {f"{chr(97 + x)}{y + 1}" for y in range(f.tables.height) for x in range(f.tables.width) if bits[y] >> x & 1}


# -- how they begin --------------------------------------------------------------------------------------------------------
def test_T8_4_a_deed_makes_an_effect_with_a_potency_that_lasts():
    f = fight("A...x", deeds={"mist": making('{ effect = "dense cloud", potency = 3, who = "self" }')}).attempt("mist", "a", dice=HIT)
    assert kinds(f) == {0: ("dense cloud", f.slot("A"), 3)} and sight(f) == "blocked"
    assert [e[:4] for e in f.seen(k.E_EFFECT)] == [(f.slot("A"), 0, k.EF_DENSE_CLOUD, 3)]
    for _ in range(3):
        end(end(f, "x"), "a", dice=[1])
    assert f.state.round_no == 4 and kinds(f) == {0: ("dense cloud", f.slot("A"), 3)}


@pytest.mark.parametrize("radius, squares", [(0, {"c3"}), (1, {f"{c}{r}" for c in "bcd" for r in "234"}),
                                             (2, {f"{c}{r}" for c in "abcde" for r in "12345"})])
def test_T8_4_around_its_receiver_with_its_radius(radius, squares):
    board = "....x\n.....\n..A..\n.....\n....."
    line = f'{{ effect = "difficult ground", radius = {radius}, who = "self" }}'
    f = fight(board, deeds={"mud": making(line)}).attempt("mud", "a", dice=HIT)
    assert rows(f.state.hard, f) == squares


def test_T8_4_the_squares_beyond_the_edge_of_the_map_are_none():
    f = fight("A...x\n.....", deeds={"mud": making('{ effect = "difficult ground", radius = 2, who = "self" }')}).attempt("mud", "a", dice=HIT)
    assert rows(f.state.hard, f) == {"a1", "b1", "c1", "a2", "b2", "c2"}
    f = fight("x...A\n.....", deeds={"mud": making('{ effect = "difficult ground", radius = 1, who = "self" }')}).attempt("mud", "a", dice=HIT)
    assert rows(f.state.hard, f) == {"d1", "e1", "d2", "e2"}


def test_G11_11_around_a_large_receiver():
    f = fight("......x\n.AA....\n.AA....\n.......", deeds={"mud": making('{ effect = "difficult ground", radius = 1, who = "self" }')}, A="size = 2")
    f.attempt("mud", "a", dice=HIT)
    assert rows(f.state.hard, f) == {f"{c}{r}" for c in "abcd" for r in "1234"}


def test_T8_4_an_effect_on_a_target_lies_around_it_and_belongs_to_who_made_it():
    line = '{ effect = "light cloud", radius = 0 }'
    f = fight("A..x", deeds={"mark": making(line, 'targets = "creature"\nrange = 9')}).attempt("mark", "x", dice=HIT)
    assert rows(f.state.thin, f) == {"d1"} and kinds(f) == {0: ("light cloud", f.slot("A"), 1)}


@pytest.mark.parametrize("size, at, squares", [(1, "c2", {"c2"}), (2, "c2", {"c2", "d2", "c3", "d3"}),
                                               (3, "c2", {f"{c}{r}" for c in "bcd" for r in "123"})])
def test_T11_2_an_effect_of_a_blast_fills_the_blast(size, at, squares):
    area = f'targets = "area"\narea = "blast"\narea_size = {size}\nrange = 9'
    f = fight("A....\n.....\n.....\n....x", deeds={"mist": making('{ effect = "dense cloud", who = "self" }', area)})
    f.attempt("mist", at=at, dice=HIT)
    assert rows(f.state.dense, f) == squares


@pytest.mark.parametrize("area, size", [("burst", 2), ("aura", 2)])
def test_T11_4_T11_7_an_effect_of_a_burst_fills_it_an_aura_effect_goes_with_its_bearer(area, size):
    shape = f'targets = "area"\narea = "{area}"\narea_size = {size}'
    f = fight("A.....x", deeds={"mud": making('{ effect = "difficult ground", who = "self" }', shape)}).attempt("mud", dice=HIT)
    assert rows(f.state.hard, f) == {"a1", "b1", "c1"}
    f = fight("A.....x", deeds={"glow": making('{ effect = "aura", gives = "strong", who = "self" }', shape)}).attempt("glow", dice=HIT)
    e = f.state.effects[0]
    assert (e.kind, e.extent) == (k.EF_AURA, 2)


def test_T11_5_T11_6_an_effect_of_a_melee_burst_fills_what_the_deed_reaches():
    deed = 'kind = "attack"\ninstrument = "melee"\ntargets = "area"\narea = "melee burst"\n' \
           'conflict = [{ damage = "†" }, { effect = "difficult ground", who = "self" }]'
    f = fight("Ax....", deeds={"mow": deed}, A="reach = 2").attempt("mow", dice=HIT)
    assert rows(f.state.hard, f) == {"a1", "b1", "c1"}


def test_T7_6_a_spark_raises_the_potency_and_the_cap_holds():
    deed = STRIKE.replace("[{", '[{ effect = "aura", potency = 2, radius = 3, gives = "weak", whom = "foes", who = "self" }, {')
    f = fight("Ax", deeds={"strike": deed}, x='hands = 0\ndeeds = ["idle"]').attempt("strike", "x", dice=[7, 7]).play("line 1")
    assert int(f.state.effects[0].potency) == 3 and (f.state.effects[0].extent, f.state.effects[0].whom) == (3, k.FOES)
    f = fight("Ax", deeds={"strike": deed}, rules="potency_cap = 2", x='hands = 0\ndeeds = ["idle"]').attempt("strike", "x", dice=[7, 7]).play("line 1")
    assert int(f.state.effects[0].potency) == 2


# -- what they do ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind, seen", [("dense cloud", "blocked"), ("light cloud", "cover"), ("difficult ground", "clear"), ("hazard", "clear"),
                                        ("sanctuary", "clear"), ("light", "clear"), ("darkness", "clear")])
def test_T10_2_T10_3_dense_clouds_block_sight_light_ones_cover(kind, seen):
    f = fight("A..x", extra=effects(f'kind = "{kind}"; owner = "A"; at = "b1"; size = 1'))
    assert sight(f) == sight(f, "x", "A") == seen


def test_T10_2_sight_comes_back_when_the_cloud_is_gone():
    f = fight("A..x", extra=effects('kind = "dense cloud"; owner = "A"; at = "b1"; size = 2'))
    assert f.play("dismiss").asks() == "action" and sight(f) == "clear" and rows(f.state.dense, f) == set()


def test_T8_4_difficult_ground_of_an_effect_costs_two():
    clock = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2, taken = ["move"], move_points = 4 }'
    f = fight("A....x", clock=clock, extra=effects('kind = "difficult ground"; owner = "x"; at = "b1"; size = 2')).play("walk", "at c1")
    assert f["A"].move_points == 0


@pytest.mark.parametrize("at, hurt", [("c1", 2), ("d1", 2), ("e1", 5)])
def test_T8_4_a_sanctuary_takes_its_potency_off_attacks_on_those_in_it(at, hurt):
    f = fight("A..x.", deeds={"shot": SHOT}, extra=effects(f'kind = "sanctuary"; owner = "x"; at = "{at}"; size = 2; potency = 3'))
    f.attempt("shot", "x", dice=HIT)
    assert f.hurt("x") == hurt


def test_G7_4_it_takes_nothing_off_what_is_no_attack():
    extra = effects('kind = "sanctuary"; owner = "A"; at = "a1"; size = 1; potency = 3') + '\n[features.fire]\nkind = "hazard"\nat = "a1"\ndamage = "4"'
    assert begun("A..x", extra=extra, A="states = { suffering = 2 }").hurt("A") == 6


@pytest.mark.parametrize("whom, owner, hurt", [("anyone", "A", 3), ("foes", "A", 3), ("fellows", "A", 5), ("foes", "x", 5), ("fellows", "x", 3),
                                               ("fellows", "y", 3)])
def test_T8_4_a_sanctuary_may_be_for_some_only_seen_from_its_owner(whom, owner, hurt):
    f = fight("A..x.y", deeds={"shot": SHOT}, extra=effects(f'kind = "sanctuary"; owner = "{owner}"; at = "d1"; size = 1; potency = 2; whom = "{whom}"'))
    assert f.attempt("shot", "x", dice=HIT).hurt("x") == hurt


def test_T8_4_sanctuaries_add_up_and_none_is_left_when_they_end():
    two = effects('kind = "sanctuary"; owner = "x"; at = "d1"; size = 1; potency = 2', 'kind = "sanctuary"; owner = "x"; at = "c1"; size = 3; potency = 1')
    f = fight("A..xy", deeds={"shot": SHOT}, extra=two).attempt("shot", "x", dice=HIT)
    assert f.hurt("x") == 2
    f = fight("A..xy", deeds={"shot": SHOT}, extra=two).play("end turn", "take x", "dismiss", "effect 1")
    f.play("end turn", "take y", "end turn", dice=[1]).attempt("shot", "x", dice=HIT)
    assert f.hurt("x") == 4


# -- how they end ----------------------------------------------------------------------------------------------------------
CLOUD = 'kind = "dense cloud"; owner = "A"; at = "b1"; size = 1; potency = 3'


def test_G8_4a_an_effect_decays_at_the_start_of_its_owners_turns_and_ends_at_zero():
    f = begun("A..x", extra=effects(CLOUD + "; decay = 2"))
    assert kinds(f) == {0: ("dense cloud", 0, 1)}
    f.play("end turn")
    assert kinds(f) == {0: ("dense cloud", 0, 1)}, "not at others' turns"
    end(f, "a", dice=[1])
    assert kinds(f) == {} and sight(f) == "clear" and f.seen(k.E_EFFECT_ENDS)[-1] == (0, 0, k.EF_DENSE_CLOUD, 0)


def test_G8_4a_a_deed_says_how_its_effect_decays():
    f = fight("A..x", deeds={"mist": making('{ effect = "dense cloud", potency = 5, decay = 2, who = "self" }')}).attempt("mist", "a", dice=HIT)
    assert kinds(f) == {0: ("dense cloud", 0, 5)}
    assert kinds(end(end(f, "x"), "a", dice=[1])) == {0: ("dense cloud", 0, 3)}


@pytest.mark.parametrize("decay, left", [(0, 3), (1, 2), (2, 1), (3, 0), (9, 0)])
def test_G8_4a_what_is_left_of_three(decay, left):
    f = begun("A..x", extra=effects(CLOUD + f"; decay = {decay}"))
    assert [int(e.potency) for e in f.state.effects[:1]] == [left] and (f.state.effects[0].kind == k.NONE) == (left == 0)


def test_G8_4a_effects_of_others_do_not_decay_with_it():
    f = begun("A.B.x", extra=effects(CLOUD.replace('"A"', '"B"') + "; decay = 1"))
    assert kinds(f) == {0: ("dense cloud", f.slot("B"), 3)}


@pytest.mark.parametrize("x, dice, status", [("vigor = 5", HIT, k.DEAD), ("vigor = -2\nendures = true\nendurance = 9", HIT + [2, 3], k.DEFEATED),
                                             ("vigor = 5\nendures = true", HIT, k.STANDING)])
def test_G8_4a_effects_end_when_their_owner_is_dead_or_defeated(x, dice, status):
    both = effects('kind = "dense cloud"; owner = "x"; at = "a2"; size = 1',
                   'kind = "aura"; owner = "x"; size = 1', 'kind = "light cloud"; owner = "y"; at = "b2"; size = 1')
    f = fight("A..xy\n.....", deeds={"shot": SHOT}, x=f"{IDLE}\n{x}", extra=both).attempt("shot", "x", dice=dice)
    assert f["x"].status == status
    assert kinds(f) == ({2: ("light cloud", 2, 1)} if status != k.STANDING else {0: ("dense cloud", 1, 1), 1: ("aura", 1, 1), 2: ("light cloud", 2, 1)})
    assert rows(f.state.dense, f) == ({"a2"} if status == k.STANDING else set())


def test_G8_4a_no_aura_of_one_that_its_own_deed_has_just_defeated():
    deed = SHOT.replace("]", ', { effect = "aura", gives = "weak" }]')
    f = fight("A..xy", deeds={"shot": deed}, x=f"{IDLE}\nvigor = -2\nendures = true\nendurance = 9").attempt("shot", "x", dice=HIT + [2, 3])
    assert f["x"].status == k.DEFEATED and kinds(f) == {}
    f = fight("A..xy", deeds={"shot": deed}, x=IDLE).attempt("shot", "x", dice=HIT)
    assert kinds(f) == {0: ("aura", f.slot("x"), 1)}


def test_T8_4_an_owner_that_leaves_takes_its_effects_along():
    f = fight("AB..x", A='ground = "exit"', extra=effects(CLOUD)).play("move", "points 0", "leave")
    assert f["A"].status == k.GONE and kinds(f) == {}


def test_T8_4_dismissed_in_ones_own_turn_one_by_one():
    f = fight("A..Bx", extra=effects(CLOUD, CLOUD.replace('"A"', '"B"'), 'kind = "aura"; owner = "A"; size = 2'), auto=False).play("dismiss")
    assert f.options() == ["effect 1", "effect 3"] and f.reason("effect 2") == f.reason("effect 4") == f.reason("effect 9") == k.WHY_NO_EFFECT
    f.play("effect 3")
    assert kinds(f) == {0: ("dense cloud", 0, 3), 1: ("dense cloud", f.slot("B"), 3)} and f["A"].points == 3 and f["A"].free_used == 0
    f.play("dismiss", "effect 1")
    assert kinds(f) == {1: ("dense cloud", f.slot("B"), 3)} and f.reason("dismiss") == k.WHY_NO_EFFECT


def test_T8_4_dismissed_between_turns_by_its_owners_side():
    f = fight("AB.xy", clock=START, extra=effects(CLOUD, CLOUD.replace('"A"', '"x"')), auto=False)
    assert f.asks() == "combatant" and f.options() == ["take a", "take b", "effect 1"]
    assert f.reason("effect 2") == f.reason("effect 3") == f.reason("effect 9") == k.WHY_NO_EFFECT
    f.play("effect 1")
    assert f.options() == ["take a", "take b"] and kinds(f) == {1: ("dense cloud", f.slot("x"), 3)}
    f.play("take a", "end turn")
    assert f.options() == ["take x", "take y", "effect 2"]


def test_T8_4_an_effect_answers_no_other_question():
    f = fight("A..x", extra=effects(CLOUD), auto=False)
    assert f.reason("effect 1") == k.WHY_NOT_ASKED


def test_T8_4_no_more_than_eight_last_the_weakest_makes_room():
    line = making('{ effect = "light cloud", potency = 5, radius = 0, who = "self" }')
    potencies = [4, 3, 9, 2, 2, 7, 3, 6]
    many = effects(*(f'kind = "dense cloud"; owner = "x"; at = "c{n + 1}"; size = 1; potency = {p}' for n, p in enumerate(potencies)))
    f = fight("A...x" + "\n....." * 7, deeds={"mist": line}, extra=many).attempt("mist", "a", dice=HIT)
    assert [int(e.potency) for e in f.state.effects] == [4, 3, 9, 5, 2, 7, 3, 6] and f.state.effects[3].kind == k.EF_LIGHT_CLOUD
    assert rows(f.state.dense, f) == {f"c{n}" for n in (1, 2, 3, 5, 6, 7, 8)} and rows(f.state.thin, f) == {"a1"}
    f = fight("A...x" + "\n....." * 7, deeds={"mist": line}, extra=many).play("end turn", "take x", "dismiss", "effect 6", "end turn", dice=[1])
    f.attempt("mist", "a", dice=HIT)
    assert [int(e.potency) for e in f.state.effects] == [4, 3, 9, 2, 2, 5, 3, 6], "a free row is taken first"


def test_when_an_effect_is_over_nothing_of_it_is_left():
    f = fight("A..x", deeds={"mist": making('{ effect = "dense cloud", potency = 3, decay = 1, who = "self" }')})
    clean = f.state.effects.tobytes(), f.state.dense.tobytes()
    f.attempt("mist", "a", dice=HIT).play("dismiss")
    assert (f.state.effects.tobytes(), f.state.dense.tobytes()) == clean
