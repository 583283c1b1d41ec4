"""The greedy bot in drawn positions: each shows one thing that it must get right, and that a bot without that part of its reckoning gets wrong."""

import numpy as np
import pytest
from all_questions import fair
from rules.drawn import STRIKE, fight

from agents.base import choose_one
from agents.compiled import GreedyAgent
from envs.battle import Battle
from envs.core import codes as k
from envs.core.grid import distance
from envs.notation import choice_text

SHOOT = 'kind = "attack"\ninstrument = "ranged"\ntargets = "creature"\nconflict = [{ damage = "†" }]\ntriumph = [{ damage = "†" }]'
MEND = 'kind = "gambit"\ninstrument = "innate"\ntargets = "companion"\nrange = 6\nconflict = [{ recover = 1 }]\ntriumph = [{ recover = 1 }]'
BOW = 'use = ["ranged"]\nweapon = 4\nrange = 8\nhands = 2'
ITS_TURN = 'round = 1\nfirst_side = "enemies"\nturn = { of = "x", points = 3 }'
READY = 'round = 1\nfirst_side = "companions"'


def words(f, seed=0):
    """What the bot chooses, in words."""
    choice = choose_one(GreedyAgent(), f.tables_row(), f.state, f.mask, np.random.default_rng(seed))
    return f.options()[f.legal().index(choice)]


def let(f, until=(), most=40):
    """The bot plays on until its turn is over or a question of the kinds `until` is reached; the choices in words."""
    said, turn = [], f.state.turn_of
    while not f.over and f.state.turn_of == turn and f.ask not in until and len(said) < most:
        said.append(words(f))
        f.play(said[-1])
    return said


def at(f, *texts):
    """The bot's next choice after some choices in words."""
    return words(f.play(*texts))


# -- whom, and whether ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("hurt, whole", ["xy", "yx"])
def test_it_finishes_the_wounded(hurt, whole):
    """The roster's order does not matter."""
    f = fight("xAy", **{hurt: "", whole: ""})
    f[hurt].vigor = 3
    assert "deed" in let(f, until=(k.ASK_TARGET,)) and words(f) == f"target {hurt}"


def test_among_equals_it_draws_by_lot():
    assert {words(fight("xAy").play("deed", "points 0"), seed) for seed in range(12)} == {"target x", "target y"}


def test_it_prefers_the_foe_that_can_hurt():
    f = fight("xAy", x="bare = { weapon = 9 }", y="bare = { weapon = 1 }")
    assert let(f, until=(k.ASK_TARGET,)) and words(f) == "target x"


def test_it_does_not_strike_at_what_it_cannot_hurt():
    """The blow does nothing and risks a counter: it defends instead."""
    f = fight("Ax", x='states = { protected = 20 }\nbare = { weapon = 9 }')
    assert "deed" not in let(f)


def test_it_strikes_where_a_blow_can_tell():
    f = fight("Ax")
    assert words(f) == "deed"


def test_it_takes_the_healing_when_it_saves():
    """Beside a foe it strikes, unless a fellow is about to drop: then it mends."""
    deeds = {"strike": STRIKE, "mend": MEND}
    whole = fight(".B..\n.xA.", deeds, B="recoveries = 3")
    assert at(whole, "deed") == "deed strike"
    hurt = fight(".B..\n.xA.", deeds, B="vigor = 1\nrecoveries = 3\nendures = false")
    assert at(hurt, "deed") == "deed mend"
    hurt.play("deed mend", "points 0")
    assert words(hurt) == "target b"


def test_it_does_not_mend_those_who_cannot_recover():
    f = fight(".B..\n.xA.", {"strike": STRIKE, "mend": MEND}, B="vigor = 1\nrecoveries = 0\nendures = false")
    assert at(f, "deed") == "deed strike"


def test_it_keeps_its_focus_where_the_great_deed_does_no_more():
    great = STRIKE + '\ntier = "great"'
    assert at(fight("Ax", {"strike": STRIKE, "blow": great}, A="focus = 4", x='deeds = ["strike"]'), "deed") == "deed strike"


def test_it_spends_focus_where_it_fells():
    great = STRIKE.replace('"†"', '"†+6"') + '\ntier = "great"'
    f = fight("Ax", {"strike": STRIKE, "blow": great}, A="focus = 4", x='vigor = 9\ndeeds = ["strike"]')
    assert at(f, "deed") == "deed blow"


# -- points and the turn -------------------------------------------------------------------------------------------------------
def test_it_walks_to_the_fight_and_strikes():
    said = let(fight("A...x", A="speed = 4"))
    assert said[:4] == ["move", "points 0", "walk", "at d1"] and "deed" in said


def test_it_marches_when_nobody_can_be_reached():
    f = fight("A..............x", A="speed = 4")
    let(f)
    assert f["A"].x >= 4


def test_it_finds_the_way_round_a_wall():
    """Straight on leads into the corner; the way leads away from the foe first."""
    f = fight("........\n.#####..\n.A...#.x\n.#####..\n........", A="speed = 3")
    let(f)
    assert f["A"].x == 0 or f["A"].y != 2


def test_it_does_not_end_its_turn_with_nothing_done():
    """Nobody can be reached and there is no way to go: the wound is looked after."""
    f = fight("#####\n#A#x.\n#####", A="vigor = 5\nrecoveries = 2")
    assert let(f)[0] == "catch breath"


def test_it_uses_all_its_points_beside_a_foe_that_has_still_to_act():
    """On the edges of its blow, or on defend: the turn ends of itself with the last point."""
    said = let(fight("Ax"), until=(k.ASK_GUARD, k.ASK_COUNTER))
    assert said[0] == "deed" and "end turn" not in said


def test_an_archer_steps_out_of_reach_before_it_shoots():
    """A foe that walks one square cannot get at it without spending points."""
    board = "........\n.Ax.....\n........\n........"
    f = fight(board, {"shoot": SHOOT, "strike": STRIKE}, {"bow": BOW}, A='held = ["bow"]\nspeed = 6\ndeeds = ["shoot"]',
              x='deeds = ["strike"]\nspeed = 1\nbare = { weapon = 9 }')
    said = let(f)
    assert said[0] == "move" and "deed" in said and distance(f.tables, f.state, 0, 1) >= 3


def test_a_fighter_stays_at_its_foe():
    said = let(fight("........\n.Ax.....\n........"))
    assert "move" not in said and "deed" in said


# -- dice after the roll -------------------------------------------------------------------------------------------------------
def struck(amount, **bodies):
    """x has struck A for `amount`; A is asked for a guard die."""
    f = fight("Ax", clock=ITS_TURN, x=f"bare = {{ weapon = {amount} }}", **bodies)
    f.attempt("strike", dice=[6, 7])
    assert f.ask == k.ASK_GUARD
    return f


def test_it_guards_when_it_would_drop():
    assert words(struck(6, A="guard_dice = [4, 8]\nvigor = 5\nendures = false")).startswith("guard")


def test_it_keeps_its_only_die_for_the_worse_blow():
    """A scratch, and a brute still to act beside it: the die is kept. With nobody left to act it is spent."""
    f = fight("yAx", clock=ITS_TURN, A="guard_dice = [8]\nfocus = 0", x="bare = { weapon = 1 }", y="bare = { weapon = 12 }")
    assert f.attempt("strike", dice=[6, 7]).ask == k.ASK_GUARD and words(f) == "pass"
    assert words(struck(4, A="guard_dice = [8]\nfocus = 0")) == "guard 1"


def test_it_counters_who_failed_against_it():
    f = fight("Ax", clock=ITS_TURN)
    f.attempt("strike", dice=[2, 3])
    assert f.ask == k.ASK_COUNTER and words(f) == "with bare hand"


def test_it_recovers_what_is_not_wasted():
    """Three recoveries of 10 are offered: one heals a small wound, all are taken for a large one."""
    small, large = (fight("A#x", A=f"vigor = {v}\nrecoveries = 3").play("catch breath", "points 2") for v in (32, 2))
    assert words(small) == "recoveries 1" and words(large) == "recoveries 3"


def test_a_spark_is_damage_where_that_fells_and_an_effect_where_it_lasts():
    deed = STRIKE + '\nspark = [{ state = "exposed", potency = 4 }]'
    bodies = {"A": 'virtues = { might = 3, grace = 0, wits = 0, spirit = 0 }'}
    doomed = fight("Ax", {"strike": deed}, x="vigor = 6", **bodies).attempt("strike", dice=[6, 6])
    assert doomed.ask == k.ASK_SPARK and words(doomed) == "spark damage"
    fresh = fight("ABx\n.C.", {"strike": deed}, **{**bodies, "B": bodies["A"]}, x="vigor = 40",
                  clock='round = 1\nfirst_side = "companions"\nturn = { of = "B", points = 3 }').attempt("strike", dice=[6, 6])
    assert fresh.ask == k.ASK_SPARK and words(fresh) == "spark effect"


# -- who acts ------------------------------------------------------------------------------------------------------------------
def test_the_one_who_can_strike_acts_before_the_one_who_cannot():
    f = fight("A..............\n...............\nBx.............", {"strike": STRIKE}, clock=READY, A="speed = 1", B="speed = 1")
    assert f.ask == k.ASK_COMBATANT and words(f) == "take b"


# -- areas and force -----------------------------------------------------------------------------------------------------------
BLAST = 'kind = "attack"\ninstrument = "innate"\ntargets = "area"\narea = "blast"\narea_size = 3\nrange = 6\nconflict = [{ damage = "6" }]'
FURROW = BLAST.replace('"blast"', '"path"').replace("area_size = 3", "area_size = 5")
ALONE = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 1 }'


def test_a_blast_lies_where_it_holds_most_foes():
    f = fight("A.......\n.....xy.\n........\n.z......", {"blast": BLAST}, clock=ALONE)
    said = let(f, until=(k.ASK_GUARD, k.ASK_COUNTER))
    assert said[0] == "deed" and said[-1] in {f"at {square}" for square in ("f1", "f2", "f3", "g1", "g2", "g3")}


def test_a_blast_spares_fellows_where_it_can():
    f = fight("A........\n....Bxy..\n.........", {"blast": BLAST}, clock=ALONE)
    said = let(f, until=(k.ASK_GUARD, k.ASK_COUNTER))
    assert said[-1] in {f"at {square}" for square in ("g1", "g2", "g3", "h1", "h2", "h3")} and f.hurt("B") == 0


def test_a_path_goes_through_the_foes_and_ends():
    f = fight("A.x...\n...y..\n......", {"furrow": FURROW}, clock=ALONE)
    let(f, until=(k.ASK_GUARD, k.ASK_COUNTER))
    assert {event[1] for event in f.seen(k.E_ROLL)} == {f.slot("x"), f.slot("y")}


def test_it_pushes_a_foe_into_the_pit_and_the_hazard():
    push = STRIKE.replace('{ damage = "†" }', "{ push = 2 }")
    f = fight(".....\n.Ax.^\n.....", {"push": push}, clock=ALONE).attempt("push", dice=[6, 7])
    assert let(f, most=2) and f["x"].x == 4 and f["x"].y == 1
    thorns = '[features.thorns]\nkind = "hazard"\nsquares = ["e1"]\ndamage = "1d6+2"\n'
    f = fight(".....\n..Ax.\n.....", {"push": push}, clock=ALONE, extra=thorns).attempt("push", dice=[6, 7])
    assert words(f) == "at e1"


def test_it_does_not_walk_into_hazards_for_nothing():
    thorns = '[features.thorns]\nkind = "hazard"\nsquares = ["c1", "c2"]\ndamage = "1d6+2"\n'
    f = fight("A..x\n....\n....", extra=thorns, A="speed = 4\nendures = false")
    let(f, until=(k.ASK_GUARD, k.ASK_COUNTER))
    assert (f["A"].x, f["A"].y) not in {(2, 0), (2, 1)} and f["A"].vigor == 40


# -- the other actions ---------------------------------------------------------------------------------------------------------
def test_it_stands_up_where_it_matters():
    said = let(fight("A...x", A="states = { toppled = 1 }\nspeed = 5"), until=(k.ASK_GUARD, k.ASK_COUNTER))
    assert "stand" in said


def test_it_prevails_against_what_weighs_on_it():
    """Nobody can be reached: the state that costs most is looked after."""
    f = fight("#####\n#A#x.\n#####", A="states = { weak = 1, suffering = 6 }\nrecoveries = 0")
    said = let(f)
    assert said[:2] == ["prevail", "state suffering"]


def test_it_opens_the_door_that_bars_the_way_and_goes_on():
    f = fight("#######\nA...x##\n#######", A="speed = 3", extra='[features.gate]\nkind = "door"\nat = "c2"\n')
    said = let(f, until=(k.ASK_GUARD, k.ASK_COUNTER))
    assert said.count("door") == 1 and f.state.feature_state[0] == k.OFF and f["A"].x == 3


def test_it_works_the_lock_or_breaks_it():
    extra = '[features.gate]\nkind = "door"\nat = "c2"\nstate = "locked"\nmaterial = "wood"\ncheck = "might"\n'
    said = let(fight("#######\nA...x##\n#######", A="speed = 3", extra=extra), most=8)
    assert "interact" in said or "break" in said


def test_it_leaves_when_it_is_to_escape_and_not_before():
    board = "A..>\n....\n...x"
    said = let(fight(board, top='objective = { kind = "escape", side = "companions", count = 1 }'))
    assert said[-1] == "leave" or "leave" in said
    assert "leave" not in let(fight("A>x"), until=(k.ASK_GUARD, k.ASK_COUNTER))


def test_it_goes_to_the_squares_that_it_is_to_hold():
    f = fight("A.......\n........\n.......x", A="speed = 4", top='objective = { kind = "hold", side = "companions", squares = ["d1"], rounds = 2 }')
    let(f)
    assert (f["A"].x, f["A"].y) == (3, 0)


def test_it_saves_those_whose_fight_is_lost_where_survivors_count():
    bodies = {"A": "vigor = 2", "x": "bare = { weapon = 9 }", "y": "bare = { weapon = 9 }"}
    board = ">..A...xy"
    assert "leave" in let(fight(board, top='objective = { kind = "slay", side = "enemies", who = "A", survivors = 50 }', **bodies))


def test_it_catches_and_draws_its_knife():
    gear = {"knife": 'use = ["melee"]\nweapon = 6\nhands = 1', "rope": ""}
    f = fight("AB..x", gear=gear, A='held = ["rope"]').play("throw", "at b1")
    assert f.ask == k.ASK_CATCH and words(f) == "yes"
    assert "draw" in let(fight("Ax", gear=gear, A='carried = ["knife"]'), until=(k.ASK_GUARD, k.ASK_COUNTER))


def test_it_throws_nothing_away_and_ends_no_effect_of_its_own():
    """At the fair, where all of that can be done."""
    rng, agent, said = np.random.default_rng(5), GreedyAgent(), []
    for seed in range(4):
        battle = Battle(fair(), seed=seed)
        for _ in range(120):
            if battle.over:
                break
            choice = choose_one(agent, battle.tables_row(), battle.state, battle.mask, rng)
            said.append(choice_text(battle.scenario, battle.state, choice, int(battle.tables.side)))
            battle.step(choice)
    assert not {"throw", "dismiss", "sheathe", "help", "aim", "release", "lift limit"} & set(said) and {"deed", "move"} <= set(said)
