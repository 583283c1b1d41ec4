"""The ruleset's numbers: changing any one of them in an encounter's [rules] changes play (all rulings, G clauses, and the numbers of T clauses)."""

import re

import pytest

from envs.core import codes as k
from envs.core.record import RULES

from .drawn import STRIKE, fight
from .moved import forced, squares, sure
from .test_movement import moving

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


# -- actions ---------------------------------------------------------------------------------------------------------------
def lifted(rules):
    f = fight("Ax", rules=rules, A="focus = 9").attempt("strike", "x", dice=HIT).play("lift limit")
    return 9 - int(f["A"].focus)


def free_actions(rules):
    f = fight("A.x", rules=rules, gear={"blade": 'use = ["melee"]\nweapon = 6'}, A='held = ["blade"]', auto=False)
    done = 0
    while any(f.can(text) for text in ("draw", "sheathe")):
        f.play("draw" if f.can("draw") else "sheathe", "with blade")
        done += 1
    return done


def aimed(extra):
    def reach(rules):
        return int(fight("A..x", rules=rules).play("aim", f"points {extra}")["A"].aim)
    return reach


def help_reach(rules):
    boards = ["A" + "." * (n - 1) + "B" + "." * 9 + "x" for n in range(1, 9)]
    return sum(fight(board, rules=rules, auto=False).can("help") for board in boards)


def throw_reach(rules):
    f = fight("A.........x", rules=rules, gear={"rope": "use = []"}, A='held = ["rope"]').play("throw")
    return len(squares(f))


def arm_reach(rules):
    lever = '[features.lever]\nkind = "lever"\nat = "c1"'
    return fight("A...x", rules=rules, extra=lever).can("interact")


# -- deeds -----------------------------------------------------------------------------------------------------------------
def chosen_by_a_burst(rules):
    deeds = {"deed": 'kind = "attack"\ninstrument = "spell"\ntargets = "area"\narea = "spell burst"\nconflict = [{ damage = "Ω" }]'}
    f = fight("Axyz\nuvwq", deeds=deeds, rules=rules, **{letter: 'hands = 0\ndeeds = ["idle"]' for letter in "xyzuvwq"}).play("deed", "points 0")
    done = 0
    while f.asks() == "target" and f.state.deed.n_dice == 0:
        f.force(HIT if done == 0 else [])
        f.step(f.legal()[0])
        done += 1
    return sum(f.hurt(letter) > 0 for letter in "xyzuvwq")


def any_target(rules):
    deeds = {"deed": STRIKE + "\nrange = 3"}
    return fight("ABxy", deeds=deeds, rules=rules).play("deed", "points 0").options()


def pushed(rules):
    deeds = {"deed": 'kind = "gambit"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{ push = 1 }]'}
    f = fight("Ax........", deeds=deeds, rules=rules).attempt("deed", "x", dice=PAIR)
    done = 0
    while f.asks() == "force":
        f.play(f"at {'cdefghij'[done]}1")
        done += 1
    return done


# -- states and light --------------------------------------------------------------------------------------------------------
def burned(rules):
    f = fight("A..x", rules=rules, clock='round = 1\nfirst_side = "enemies"', A="states = { burning = 3 }").play("end turn", dice=[4])
    return f.hurt("A"), f.has("A", "burning")


def faces(play):
    """The most that a die shows which `play` rolls: a forced die with more is refused."""
    for face in range(20, 0, -1):
        try:
            play(face)
        except ValueError:
            continue
        return face


def burning_die(rules):
    clock = 'round = 1\nfirst_side = "enemies"'
    return faces(lambda face: fight("A..x", rules=rules, clock=clock, A="states = { burning = 1 }").play("end turn", dice=[face]))


def net(user, target):
    """What light and darkness do to a roll of `user`: edges or cuts."""
    def edges(rules):
        f = fight("A.x", rules=rules, deeds={"deed": sure('{ state = "weak" }').replace("check = false\n", "")}, A=user, x=target)
        return 5 - f.attempt("deed", "x", dice=[5, 9, 2, 10, 10, 10, 10]).dice_left()
    return edges


def prevailed(rules):
    f = fight("A..B.x", rules=rules, B="states = { weak = 5 }").play("prevail", "points 0", dice=HIT)
    return f.has("B", "weak")


def prevail_reach(rules):
    return [n for n in range(1, 8) if fight("A" + "." * (n - 1) + "B" + "....x", rules=rules, B="states = { weak = 5 }").can("prevail")][-1]


# -- vigor and movement ------------------------------------------------------------------------------------------------------
def fallen(rules):
    return faces(lambda face: fight("Ax^..", rules=rules, deeds=forced("push", 1)).attempt("deed", "x").play("at c1", dice=[face]))


def toppled_by_a_fall(rules):
    return fight("Ax^..", rules=rules, deeds=forced("push", 1)).attempt("deed", "x").play("at c1", dice=[1]).has("x", "toppled")


def through_the_mire(points):
    def reach(rules):
        f = fight("A,,,x", rules=rules, clock=moving(points), auto=False)
        return len(squares(f.play("walk"))) if f.can("walk") else 0
    return reach


def dies_at(rules):
    """The vigor at which one with a maximum of 40 dies."""
    for vigor in range(-1, -50, -1):
        f = fight("A..x", rules=rules, clock='round = 1\nfirst_side = "enemies"', A="states = { suffering = 1 }")
        f["A"].vigor = vigor + 1
        if f.play("end turn")["A"].status == k.DEAD:
            return vigor
    return None


def injured(rules):
    f = fight("BAx", rules=rules, clock='round = 1\nfirst_side = "enemies"', A="vigor = -1\nendurance = 9").attempt("strike", "a", dice=HIT + MISS)
    return 40 - int(f["A"].max_vigor)


DARK, NEEDS_LIGHT = 'ground = "darkness"\n', "light_dependent = true"
PLAYED = [
    (points, {"": 3, "points = 2": 2, "points = 5": 5}),
    (cut_off, {"": 20, "max_rounds = 3": 3}),
    (lifted, {"": 2, "lift_cost = 5": 5, "lift_cost = 0": 0}),
    (free_actions, {"": 3, "free_actions = 1": 1, "free_actions = 6": 6}),
    (result_of_11, {"": k.CONFLICT, "fail_max = 11": k.FAIL, "conflict_max = 10\nfail_max = 9": k.TRIUMPH}),
    (result_of_15, {"": k.CONFLICT, "conflict_max = 14": k.TRIUMPH}),
    (aimed(0), {"": 4, "aim_range = 2": 2, "aim_extra = 1": 4}),
    (aimed(1), {"": 8, "aim_range = 2": 6, "aim_extra = 1": 5}),
    (help_reach, {"": 4, "help_range = 6": 6, "help_range = 1": 1}),
    (throw_reach, {"": 4, "throw_range = 7": 7, "throw_range = 2": 2}),
    (spell_reach, {"": 4, "hand_range = 6": 6, "hand_range = 2": 2}),
    (counter, {"": 8, "counter_shadows_free = 1": 4}),
    (any_target, {"": ["target x", "target y"], 'attack_targets = "any"': ["target b", "target x", "target y"]}),
    (chosen_by_a_burst, {"": 5, "max_targets = 2": 2, "max_targets = 7": 7}),
    (pushed, {"": 3, "spark_force = 4": 5, "spark_force = 0": 1, "spark_potency = 7": 3}),
    (raised, {"": 10, "spark_potency = 3": 12, "spark_force = 7": 10}),
    (capped, {"": 17, "potency_cap = 12": 12}),
    (focus_of(GREAT), {"": 2, "great_focus = 3": 3}),
    (focus_of(MYTHIC), {"": 4, "mythic_focus = 1": 1}),
    (burned, {"": (7, 5), "burning_growth = 4": (7, 7), "burning_growth = 0": (7, 3)}),
    (burning_die, {"": 6, "burning_die = 20": 20}),
    (net(DARK, NEEDS_LIGHT), {"": 2, "elusive_edges = 4": 4, "elusive_edges = 0": 0}),
    (net(DARK + NEEDS_LIGHT, NEEDS_LIGHT), {"": 1, "elusive_dependent = 3": 3, "elusive_edges = 5": 1}),
    (net(NEEDS_LIGHT, DARK), {"": 1, "elusive_cut = 3": 3, "elusive_cut = 0": 0}),
    (prevailed, {"": 3, "prevail_conflict = 4": 1, 'prevail_variant = "actions"': 5}),
    (prevail_reach, {"": 7, "prevail_fellow_range = 2": 2}),
    (recovered, {"": 11, "recovery_divisor = 2": 21, "recovery_divisor = 40": 2}),
    (pool, {"": (2, 2), 'recovery_pool = "endurance"': (3, 1)}),
    (tenacity(MISS), {"": 7, "tenacity_fail = 5": 4}),
    (tenacity(HIT), {"": 8, "tenacity_conflict = 0": 9}),
    (fallen, {"": 6, "pit_die = 10": 10}),
    (toppled_by_a_fall, {"": 1, "pit_toppled = 3": 3, "pit_toppled = 0": 0}),
    (second_reaction, {"": 1, "reaction_focus = 3": 3, "reaction_focus = 0": 0}),
    (mobility, {"": 2, "mobility_min = 5": 5, "mobility_min = 0": 1}),
    (arm_reach, {"": False, "arm_reach = 2": True}),
    (through_the_mire(4), {"": 2, "hard_cost = 1": 3, "hard_cost = 4": 1}),
    (through_the_mire(3), {"": 1, "hard_cost = 3": 1, "hard_cost = 4": 0}),
    (dies_at, {"": -20, "bloodied_divisor = 4": -10, "bloodied_divisor = 1": -40}),
    (injured, {"": 1, "injury_vigor = 3": 3, "injury_vigor = 0": 0}),
]


@pytest.mark.parametrize("play, changes", PLAYED, ids=lambda value: getattr(value, "__name__", ""))
def test_a_number_of_the_ruleset_changes_play(play, changes):
    for rules, expected in changes.items():
        assert play(rules) == expected, rules or "the library's number"


def test_every_number_of_the_ruleset_is_among_them():
    tried = {name for _, changes in PLAYED for rules in changes for name in re.findall(r"(\w+) = ", rules)}
    assert tried == set(RULES.names)


def test_each_of_them_was_seen_to_change_something():
    for name in RULES.names:
        differs = [changes for _, changes in PLAYED for rules in changes if name in rules and changes[rules] != changes[""]]
        assert differs, name


def test_G5_7b_attack_targets_changes_who_can_be_chosen():
    deeds = {"deed": STRIKE + "\nrange = 3"}
    assert fight("xABC", deeds=deeds).play("deed", "points 0").hurt("x") in (0, 4), "the foe is taken without a question"
    assert fight("xABC", deeds=deeds, rules='attack_targets = "any"').play("deed", "points 0").asks() == "target"


def test_the_rules_an_encounter_changes_are_in_its_signatures():
    plain, changed = fight("A..x").scenario, fight("A..x", rules="points = 4").scenario
    assert plain.rules_signature != changed.rules_signature and plain.signature != changed.signature
    assert plain.rules_signature == fight("A...x").scenario.rules_signature
