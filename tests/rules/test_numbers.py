"""The ruleset's numbers: changing one in an encounter's [rules] changes play (the rulings, G clauses, and the numbers of T clauses played so far)."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight

HIT, MISS, PAIR = [6, 7], [2, 3], [6, 6]
START = 'round = 1\nfirst_side = "companions"'
RESTED = "vigor = 1\nrecoveries = 3\nendurance = 2"
GREAT = {"deed": STRIKE + '\ntier = "great"'}
MYTHIC = {"deed": STRIKE + '\ntier = "mythic"'}
CURSE = {"deed": 'kind = "attack"\ninstrument = "melee"\ntargets = "creature"\nconflict = [{ state = "weak", potency = 9 }]'}
HEX = {"deed": 'kind = "attack"\ninstrument = "spell"\ntargets = "creature"\nconflict = [{ damage = "Ω" }]'}


def points(rules):
    return int(fight("A..x", rules=rules, clock=START)["A"].points)


def cut_off(rules):
    f = fight("A..x", rules=rules, clock='first_coin = "companions"')
    while not f.over:
        f.play("end turn")
    return int(f.state.round_no)


def result_of_11(rules):
    return fight("Ax", rules=rules, x='hands = 0\ndeeds = ["idle"]').attempt("strike", "x", dice=[5, 6]).roll_of("x")[1]


def result_of_15(rules):
    return fight("Ax", rules=rules).attempt("strike", "x", dice=[7, 8]).roll_of("x")[1]


def spell_reach(rules):
    return [n for n in range(1, 9) if fight("A" + "." * (n - 1) + "x", deeds=HEX, rules=rules).can("deed")][-1]


def counter(rules):
    return fight("Ax", rules=rules).attempt("strike", "x", dice=[2, 2]).play("with bare hand").hurt("A")


def raised(rules):
    return fight("Ax", deeds=CURSE, rules=rules).attempt("deed", "x", dice=PAIR).has("x", "weak")


def capped(rules):
    return fight("Ax", deeds=CURSE, rules=rules, x="states = { weak = 8 }").attempt("deed", "x", dice=HIT).has("x", "weak")


def focus_of(deeds):
    def left(rules):
        return 9 - int(fight("Ax", deeds=deeds, rules=rules, A="focus = 9", x='deeds = ["idle"]').attempt("deed", "x", dice=HIT)["A"].focus)
    return left


def recovered(rules):
    return int(fight("A..x", rules=rules, A=RESTED).play("catch breath", "points 0", "recoveries 1")["A"].vigor)


def pool(rules):
    f = fight("A..x", rules=rules, A=RESTED).play("catch breath", "points 0", "recoveries 1")
    return int(f["A"].recoveries), int(f["A"].endurance)


def tenacity(dice):
    def left(rules):
        f = fight("BAx", rules=rules, clock='round = 1\nfirst_side = "enemies"', A="vigor = -1\nendurance = 9")
        f.attempt("strike", "a", dice=HIT + dice)
        return int(f["A"].endurance)
    return left


def second_reaction(rules):
    f = fight("Ax", rules=rules, x="focus = 9\nreactions = 1").attempt("strike", "x", dice=MISS).play("with bare hand")
    return 9 - int(f["x"].focus)


def mobility(rules):
    return int(fight("A........x", rules=rules).play("move", "points 1")["A"].move_points) - 4


@pytest.mark.parametrize("play, changes", [
    (points, {"": 3, "points = 2": 2, "points = 5": 5}),
    (cut_off, {"": 20, "max_rounds = 3": 3}),
    (result_of_11, {"": k.CONFLICT, "fail_max = 11": k.FAIL, "conflict_max = 10\nfail_max = 9": k.TRIUMPH}),
    (result_of_15, {"": k.CONFLICT, "conflict_max = 14": k.TRIUMPH}),
    (spell_reach, {"": 4, "hand_range = 6": 6, "hand_range = 2": 2}),
    (counter, {"": 8, "counter_shadows_free = 1": 4}),
    (raised, {"": 10, "spark_potency = 3": 12}),
    (capped, {"": 17, "potency_cap = 12": 12}),
    (focus_of(GREAT), {"": 2, "great_focus = 3": 3}),
    (focus_of(MYTHIC), {"": 4, "mythic_focus = 1": 1}),
    (recovered, {"": 11, "recovery_divisor = 2": 21, "recovery_divisor = 40": 2}),
    (pool, {"": (2, 2), 'recovery_pool = "endurance"': (3, 1)}),
    (tenacity(MISS), {"": 7, "tenacity_fail = 5": 4}),
    (tenacity(HIT), {"": 8, "tenacity_conflict = 0": 9}),
    (second_reaction, {"": 1, "reaction_focus = 3": 3, "reaction_focus = 0": 0}),
    (mobility, {"": 2, "mobility_min = 5": 5, "mobility_min = 0": 1}),
], ids=lambda value: getattr(value, "__name__", ""))
def test_a_number_of_the_ruleset_changes_play(play, changes):
    for rules, expected in changes.items():
        assert play(rules) == expected, rules or "the library's number"


def test_G5_7b_attack_targets_changes_who_can_be_chosen():
    deeds = {"deed": STRIKE + "\nrange = 3"}
    assert fight("xABC", deeds=deeds).play("deed", "points 0").hurt("x") in (0, 4), "the foe is taken without a question"
    assert fight("xABC", deeds=deeds, rules='attack_targets = "any"').play("deed", "points 0").asks() == "target"


def test_the_rules_an_encounter_changes_are_in_its_signatures():
    plain, changed = fight("A..x").scenario, fight("A..x", rules="points = 4").scenario
    assert plain.rules_signature != changed.rules_signature and plain.signature != changed.signature
    assert plain.rules_signature == fight("A...x").scenario.rules_signature
