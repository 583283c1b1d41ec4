"""Chapters 5 and 7, how a deed ends: without a place or a target, its user fallen, its supply dice, and where a thrown weapon comes to lie
(G5.6a, G2.8, G7.5, T3.13)."""

import pytest

from envs.core import codes as k

from .drawn import fight
from .laid import area, hit
from .moved import sure
from .test_throwing import lies

QUIET = 'hands = 0\ndeeds = ["idle"]'
FRAIL = QUIET + "\nvigor = 2\nendures = false"
HIT, MISS = [5, 6], [2, 3]
KILLS = 'before = [{ lose = "vigor", amount = 2, who = "fellows" }]\n'
AFTER = 'after = [{ state = "strong", who = "self" }]'
USES = {"javelin": 'use = ["throwing"]\nweapon = 8\nsupply = 6', "bow": 'use = ["ranged"]\nweapon = 7\nrange = 6\nhands = 2\nsupply = 6',
        "axe": 'use = ["melee"]\nweapon = 6\nsupply = 6'}


# -- no place, no target ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("shape", ["close blast", "close path"])
def test_G5_6a_an_area_that_a_before_line_has_left_no_place_ends_the_deed(shape):
    """B dies of the before line, and then nobody is in reach of a close area of one square: no question, no roll, no after line."""
    deed = area(shape, 1, kind="gambit", lines='{ state = "weak" }', more=KILLS + AFTER)
    f = fight("BA...x", deeds={"deed": deed}, B=FRAIL, x=QUIET).attempt("deed")
    assert f["B"].status == k.DEAD and f.asks() == "action" and f.has("A", "strong") == 0 and f["A"].points < 3 and not f.seen(k.E_ROLL)


@pytest.mark.parametrize("shape", ["close blast", "close path"])
def test_G11_3a_a_close_area_that_keeps_a_place_is_laid(shape):
    deed = area(shape, 1, kind="gambit", lines='{ state = "weak" }', more=KILLS + AFTER)
    f = fight("BAx", deeds={"deed": deed}, B=FRAIL, x=QUIET).attempt("deed", at="c1", path=["c1"], dice=HIT)
    assert f["B"].status == k.DEAD and f.has("x", "weak") == 1 and f.has("A", "strong") == 1


def test_G5_6a_a_burst_that_holds_nobody_any_more_is_laid_and_ends_the_deed():
    deed = area("burst", 1, kind="gambit", lines='{ state = "weak" }', more=KILLS + AFTER + "\nharmful = true")
    f = fight("BA...x", deeds={"deed": deed}, B=FRAIL, x=QUIET).attempt("deed")
    assert len(f.seen(k.E_AREA)) == 1
    assert f["B"].status == k.DEAD and f.asks() == "action" and f.has("A", "strong") == 0


def test_G5_6a_T3_13_without_a_target_nothing_is_thrown():
    """The only ally in range dies before targets are chosen; the javelin stays in hand."""
    deed = 'kind = "gambit"\ninstrument = "ranged"\ntargets = "ally"\nconflict = [{ state = "strong" }]\n' + KILLS
    f = fight("AB....x", deeds={"deed": deed}, gear=USES, A='held = ["javelin"]', B=FRAIL, x=QUIET).attempt("deed", item="javelin")
    assert f["B"].status == k.DEAD and f.asks() == "action" and lies(f) is None and f["A"].items[0] == 0


@pytest.mark.parametrize("n, asked", [("", 2), ("n_targets = 2", 2), ("n_targets = 1", 1)])
def test_G11_6a_a_spell_burst_takes_as_many_as_it_says(n, asked):
    deed = area("spell burst", kind="gambit", instrument="spell", lines='{ state = "weak" }', more="harmful = true\n" + n)
    f = fight("xAy", deeds={"deed": deed}, x=QUIET, y=QUIET, rules="max_targets = 2").attempt("deed", "y", "x", dice=HIT)
    assert hit(f) == "yx"[:asked] and f.asks() == "action"


# -- its user has fallen ---------------------------------------------------------------------------------------------------
def test_G2_8_a_user_that_dies_of_a_before_line_does_not_go_on_to_the_next():
    deed = sure('{ state = "weak" }', more='before = [{ lose = "vigor", amount = 9, who = "self" }, { state = "strong", who = "fellows" }]')
    f = fight("ABx", deeds={"deed": deed}, A="vigor = 5\nendures = false", B=QUIET, x=QUIET).attempt("deed")
    assert f["A"].status == k.DEAD and f.has("B", "strong") == 0


def test_G2_8_after_lines_of_one_that_a_counter_killed_are_skipped():
    deed = 'kind = "attack"\ninstrument = "melee"\ntargets = "creature"\nconflict = [{ damage = "†" }]\nafter = [{ state = "weak" }]'
    f = fight("BAx", deeds={"deed": deed}, A="vigor = 3\nendures = false", B=QUIET, x="hands = 1").attempt("deed", "x", dice=MISS)
    f.play("with bare hand")
    assert f["A"].status == k.DEAD and f.has("x", "weak") == 0


def test_G2_8_G4_9_one_that_a_counter_has_defeated_may_be_countered_by_the_next_target():
    two = 'kind = "attack"\ninstrument = "melee"\ntargets = "creatures"\nn_targets = 2\nconflict = [{ damage = "†" }]\nafter = [{ state = "weak" }]'
    f = fight("xAy\n.B.", deeds={"two": two}, A="vigor = 0\nendurance = 9\nendures = true", B=QUIET, x="hands = 1", y="hands = 1")
    f.attempt("two", "x", "y", dice=[*MISS, 2, 1]).play("with bare hand")
    assert f["A"].status == k.DEFEATED and f.asks() == "counter" and f.asker == f.slot("y")
    f.play("pass")
    assert f.has("x", "weak") == 0, "its after lines are skipped"


def test_T8_4_G2_8_a_fellow_that_died_of_a_before_line_is_passed_over_by_the_next():
    before = 'before = [{ lose = "vigor", amount = 9, who = "fellows" }, { state = "strong", who = "fellows" }]'
    deed = sure('{ state = "hastened" }', "personal", before)
    f = fight("BA...x", deeds={"deed": deed}, B=FRAIL, x=QUIET).attempt("deed")
    assert f["B"].status == k.DEAD and f.has("B", "strong") == 0 and f.has("A", "hastened") == 1


def test_T3_14_before_lines_of_a_concoction_happen_too():
    drink = 'kind = "gambit"\ninstrument = "innate"\ntargets = "personal"\ncheck = false\nconflict = [{ state = "hastened" }]\n'
    f = fight("A..x", deeds={"drink": drink + 'before = [{ state = "strong", who = "self" }]'}, gear={"brew": 'use = ["concoction"]\ndeed = "drink"'},
              A='carried = ["brew"]\ndeeds = ["idle"]', x=QUIET).play("concoction")
    assert (f.has("A", "strong"), f.has("A", "hastened")) == (1, 1)


def test_a_deed_may_have_twelve_lines_and_each_of_them_happens_once():
    lines = ", ".join(['{ gain = "vigor", amount = 1 }'] * k.MAX_LINES)
    f = fight("A..x", deeds={"deed": sure(lines, "personal")}, A="vigor = 10", x=QUIET).attempt("deed")
    assert f["A"].vigor == 10 + k.MAX_LINES and f.asks() == "action"


def test_T9_3_whom_one_holds_already_is_not_grabbed_again():
    """B seizes all around it with both hands; it holds x and has one hand left, which is for y."""
    deed = area("burst", 1, kind="gambit", lines="{ grab = true }", more="harmful = true\ncheck = false")
    clock = 'round = 1\nfirst_side = "companions"\nturn = { of = "B", points = 3 }'
    f = fight("A....\n..xBy", deeds={"deed": deed}, clock=clock, A=QUIET, B="hands = 2", x=QUIET + '\ngrabbed_by = ["B"]', y=QUIET).attempt("deed")
    assert [e[:2] for e in f.seen(k.E_GRAB)] == [(f.slot("B"), f.slot("y"))] and f["x"].grabbed_by == f["y"].grabbed_by == 2


# -- supply dice and thrown weapons ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("item, kind", [("bow", "ranged"), ("javelin", "ranged"), ("axe", "melee")])
@pytest.mark.parametrize("die, left", [(1, 4), (2, 6)])
def test_G7_5_supply_is_rolled_for_each_kind_of_weapon(item, kind, die, left):
    shot = f'kind = "attack"\ninstrument = "{kind}"\ntargets = "creature"\nconflict = [{{ damage = "†" }}]'
    f = fight("Ax", deeds={"shot": shot}, gear=USES, A=f'held = ["{item}"]\ndeeds = ["shot"]', x=QUIET)
    f.attempt("shot", "x", item=item, dice=[*HIT, die])
    assert f.dice_left() == 0 and int(f.state.items[0].supply) == left


def test_G7_5_a_symbol_on_the_user_alone_draws_on_its_weapon_too():
    deed = 'kind = "attack"\ninstrument = "melee"\ntargets = "creature"\nconflict = [{ state = "weak" }, { damage = "†", who = "self" }]'
    f = fight("Ax", deeds={"deed": deed}, gear=USES, A='held = ["axe"]', x=QUIET).attempt("deed", "x", item="axe", dice=[*HIT, 1])
    assert f.hurt("A") == 6 and f.dice_left() == 0 and int(f.state.items[0].supply) == 4


def test_G7_5_a_user_that_was_defeated_by_a_counter_still_rolls_for_supply():
    """A, who is dying, hits x and misses y, whose counter makes A fail its check of tenacity."""
    two = 'kind = "attack"\ninstrument = "melee"\ntargets = "creatures"\nn_targets = 2\nconflict = [{ damage = "†" }]'
    dying = 'held = ["axe"]\nvigor = 0\nendurance = 9\nendures = true\ndeeds = ["two"]'
    f = fight("xAy\n.B.", deeds={"two": two}, gear=USES, A=dying, B=QUIET, x=QUIET, y="defend = 1\nhands = 1")
    f.attempt("two", "x", "y", item="axe", dice=[6, 7, 2, 1, 2, 1])
    f.play("with bare hand")
    assert f["A"].status == k.DEFEATED and f.hurt("x") == 6 and f.dice_left() == 0 and int(f.state.items[0].supply) == 4


@pytest.mark.parametrize("board, rest", [("A.....\n......\n...x..", "c2"), ("A.....\n.##...\n...x..", "d3")])
def test_T3_13_a_weapon_thrown_for_a_blast_lies_in_its_middle_or_at_the_first_target_where_that_is_a_wall(board, rest):
    lob = 'kind = "attack"\ninstrument = "ranged"\ntargets = "area"\narea = "blast"\narea_size = 3\nconflict = [{ damage = "5" }]'
    f = fight(board, deeds={"lob": lob}, gear=USES, A='held = ["javelin"]\ndeeds = ["lob"]', x=QUIET)
    f.attempt("lob", item="javelin", at="c2", dice=[9, 8, 7])
    assert f.hurt("x") == 5 and lies(f) == rest


def test_T3_13_only_a_wall_in_the_middle_itself_counts():
    """The blast lies around c2; there are walls at b2 and c3."""
    lob = 'kind = "attack"\ninstrument = "ranged"\ntargets = "area"\narea = "blast"\narea_size = 3\nconflict = [{ damage = "5" }]'
    f = fight("A.....\n.#....\n..#x..", deeds={"lob": lob}, gear=USES, A='held = ["javelin"]\ndeeds = ["lob"]', x=QUIET)
    f.attempt("lob", item="javelin", at="c2", dice=HIT)
    assert lies(f) == "c2"
