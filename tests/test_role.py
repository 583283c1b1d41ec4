"""The role bot in drawn positions: one tactic each. It draws among good choices, so each tactic is a share over many seeds."""

import numpy as np
import pytest
from rules.drawn import STRIKE, fight

from agents.base import choose_one
from agents.kernels import role_table as r
from agents.kernels.play import OPPONENTS
from agents.compiled import RoleAgent
from envs.core import codes as k
from envs.core.grid import distance
from envs.core.sight import look
from envs.notation import choice_text
from envs.vec_env import FoemindVectorEnv

SEEDS = 24
SHOOT = 'kind = "attack"\ninstrument = "ranged"\ntargets = "creature"\nconflict = [{ damage = "†" }]\ntriumph = [{ damage = "†" }]'
MEND = 'kind = "gambit"\ninstrument = "innate"\ntargets = "companion"\nrange = 6\nconflict = [{ recover = 2 }]\ntriumph = [{ recover = 1 }]'
BLAST = 'kind = "attack"\ninstrument = "innate"\ntargets = "area"\narea = "blast"\narea_size = 3\nrange = 6\nconflict = [{ damage = "6" }]'
CURSE = ('kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 6\nconflict = [{ state = "weak", potency = 3 }]\n'
         'triumph = [{ state = "dazed" }]')
FOE = 'deeds = ["strike"]'
BOW = 'use = ["ranged"]\nweapon = 4\nrange = 8\nhands = 2'
ITS_TURN = 'round = 1\nfirst_side = "enemies"\nturn = { of = "x", points = 3 }'
ONE_POINT = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 1 }'

GRACEFUL = 'key = "grace"\nvirtues = { might = 0, grace = 3, wits = 0, spirit = 0 }'
# a body for each role: what a capital letter is made of so that `role_of` finds the role in it
BRUTE = 'guard_dice = [6]\ndeeds = ["strike"]'
SKIRMISHER = GRACEFUL + '\nguard_dice = [6, 8]\nspeed = 7\ndeeds = ["strike"]'
ARCHER = GRACEFUL + '\nguard_dice = [6]\nspeed = 6\nheld = ["bow"]\ndeeds = ["shoot"]'
CONTROLLER = 'key = "wits"\nvirtues = { might = 0, grace = 0, wits = 3, spirit = 0 }\nguard_dice = [6]'
LEADER = 'key = "spirit"\nvirtues = { might = 0, grace = 0, wits = 0, spirit = 3 }\nguard_dice = [6]\ndeeds = ["strike", "mend"]'
LURKER = GRACEFUL + '\nspeed = 7\nguard_dice = [6]\ndeeds = ["strike", "bite", "hack"]\nfocus = 2'
SWARM = GRACEFUL + '\nmax_vigor = 20\ndeeds = ["strike"]'
FANGS = {"strike": STRIKE, "bite": STRIKE.replace("targets", 'tier = "great"\ntargets'), "hack": STRIKE}


def ask(f, seed):
    """The bot's choice, an index."""
    return choose_one(RoleAgent(), f.tables_row(), f.state, f.mask, np.random.default_rng(seed))


def words(f, choice):
    """A choice in words."""
    return choice_text(f.scenario, f.state, choice, int(f.tables.side))


def play(f, seed, until=(), most=60):
    """(a copy of a fight with dice of its own, in which the bot has played to the end of the turn or a question in `until`; its choices)."""
    drawn_as, f, said, rng = type(f), f.clone(seed), [], np.random.default_rng(seed)
    f.__class__ = drawn_as
    turn = f.state.turn_of
    while not f.over and f.state.turn_of == turn and f.ask not in until and len(said) < most:
        choice = choose_one(RoleAgent(), f.tables_row(), f.state, f.mask, rng)
        said.append(words(f, choice))
        f.step(choice)
    return f, said


def share(f, test, until=(), seeds=SEEDS):
    """Share of turns after which `test(fight, what was chosen)` holds."""
    return np.mean([bool(test(*play(f, seed, until))) for seed in range(seeds)])


def drawn(f, seeds=SEEDS):
    """How often the bot answers the question with each choice, {words: share}."""
    said = [words(f, ask(f, seed)) for seed in range(seeds)]
    return {text: said.count(text) / seeds for text in said}


def gap(f, a="A", b="x"):
    """Distance between two combatants."""
    return int(distance(f.tables, f.state, f.slot(a), f.slot(b)))


def role(f, letter="A"):
    """Name of the derived role."""
    return r.ROLE_NAMES[r.role_of(f.tables, f.slot(letter))]


# -- what role somebody has ----------------------------------------------------------------------------------------------------
def test_the_bodies_of_these_tests_have_the_roles_that_they_are_named_for():
    gear, deeds = {"bow": BOW}, {**FANGS, "shoot": SHOOT, "mend": MEND, "blast": BLAST, "curse": CURSE}
    bodies = {"brute": BRUTE, "skirmisher": SKIRMISHER, "artillery": ARCHER, "controller": CONTROLLER + '\ndeeds = ["blast", "curse"]',
              "leader": LEADER, "lurker": LURKER, "swarm": SWARM}
    assert {name: role(fight("A.x", deeds, gear, A=lines, x=FOE)) for name, lines in bodies.items()} == {name: name for name in bodies}
    solo = SKIRMISHER.replace('["strike"]', '["strike", "bite", "hack", "blast"]') + "\nmax_vigor = 120"
    assert role(fight("A.x", deeds, gear, A=solo + "\nfocus = 2", x=FOE)) == "solo"


# -- how each role fights ------------------------------------------------------------------------------------------------------
def test_a_brute_walks_up_and_strikes_and_stays():
    f = fight("............\nA......x....\n............", A=BRUTE, x="guard_dice = [6]")
    assert share(f, lambda g, said: gap(g) <= 2) > 0.9
    f = fight("........\n.A..x...\n........", A=BRUTE)
    assert share(f, lambda g, said: "deed" in said and gap(g) == 1) > 0.9


def test_a_brute_takes_the_blow_that_shoves_and_pushes_into_the_pit():
    deeds = {"strike": STRIKE, "ram": STRIKE.replace('[{ damage = "†" }]', '[{ damage = "†" }, { push = 2 }]')}
    f = fight("......\n.Ax.^.\n......", deeds, A='guard_dice = [6]\ndeeds = ["strike", "ram"]')
    assert drawn(f.play("deed")).get("deed ram", 0) > 0.7
    f.play("deed ram", "points 0", dice=[6, 7])
    assert share(f, lambda g, said: (g["x"].x, g["x"].y) == (4, 1)) > 0.9


def test_a_brute_grabs_or_shoves_what_it_cannot_hurt():
    f = fight("......\n..Ax..\n......", A=BRUTE + "\nvirtues = { might = 4, grace = 0, wits = 0, spirit = 0 }", x="states = { protected = 20 }")
    assert share(f, lambda g, said: {"maneuver grab", "maneuver shove", "maneuver trip"} & set(said)) > 0.7


def test_a_skirmisher_hits_and_leaves():
    board, foe = "............\n............\n..A.x.......\n............\n............", "speed = 2\nbare = { weapon = 8 }"
    f = fight(board, A=SKIRMISHER, x=foe)
    assert share(f, lambda g, said: "deed" in said and gap(g) >= 3) > 0.7
    brute = fight(board, A=BRUTE + "\nspeed = 7", x=foe)
    assert share(brute, lambda g, said: gap(g) >= 3) < 0.1


def test_artillery_stands_off_and_still_shoots():
    board = "..........\n..........\n..Ax......\n..........\n.........."
    f = fight(board, {"shoot": SHOOT, "strike": STRIKE}, {"bow": BOW}, A=ARCHER, x='deeds = ["strike"]\nspeed = 1\nbare = { weapon = 8 }')
    assert share(f, lambda g, said: "deed" in said and gap(g) > 1) > 0.9
    assert share(f, lambda g, said: gap(g) >= 3) > 0.7


def test_artillery_does_not_walk_up_to_what_it_can_shoot():
    f = fight("A.....x...\n..........", {"shoot": SHOOT, "strike": STRIKE}, {"bow": BOW}, A=ARCHER, x='deeds = ["strike"]')
    assert share(f, lambda g, said: "deed" in said and gap(g) >= 5) > 0.9


def test_artillery_shoots_from_behind_a_corner_rather_than_in_the_open():
    """Two archers: where it goes after its shot the other does not see it."""
    board = "..........\n..##......\n..A......x\n..##......\n.........."
    f = fight(board, {"shoot": SHOOT}, {"bow": BOW}, A=ARCHER, x='held = ["bow"]\nbare = { weapon = 8 }')
    assert share(f, lambda g, said: "deed" in said) > 0.9
    assert share(f, lambda g, said: look(g.tables, g.state, g.slot("x"), g.slot("A")) == k.BLOCKED) > 0.6


def test_a_controller_lays_its_area_where_most_foes_stand():
    f = fight("A.......\n.....xy.\n........\n.z......", {"blast": BLAST, "curse": CURSE}, clock=ONE_POINT, A=CONTROLLER + '\ndeeds = ["blast"]')
    good = {f"at {square}" for square in ("f1", "f2", "f3", "g1", "g2", "g3")}
    assert share(f, lambda g, said: said[-1] in good, until=(k.ASK_GUARD, k.ASK_COUNTER)) > 0.9


def test_a_controller_hinders_where_a_brute_only_strikes():
    deeds = {"curse": CURSE, "stone": 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 6\nconflict = [{ damage = "3" }]'}
    shares = {}
    for name, body in {"controller": CONTROLLER, "brute": "guard_dice = [6]"}.items():
        f = fight("A...x\n.....", deeds, A=body + '\ndeeds = ["curse", "stone"]')
        shares[name] = drawn(f.play("deed")).get("deed curse", 0)
    assert shares["controller"] > 0.8 and shares["controller"] >= shares["brute"]


def test_a_leader_keeps_others_up():
    """Beside a foe it strikes; when a fellow is about to drop it mends."""
    deeds = {"strike": STRIKE, "mend": MEND}
    whole = fight(".B..\n.xA.", deeds, A=LEADER, B="recoveries = 3")
    assert drawn(whole.play("deed")).get("deed strike", 0) > 0.9
    hurt = fight(".B..\n.xA.", deeds, A=LEADER, B="vigor = 2\nrecoveries = 3\nendures = false")
    assert drawn(hurt.play("deed")).get("deed mend", 0) > 0.9
    hurt.play("deed mend", "points 0")
    assert drawn(hurt).get("target b", 0) > 0.9


def test_a_lurker_ends_where_nobody_sees_it():
    board = "...........\n.....##....\n.A.x.##....\n...........\n..........."
    f = fight(board, FANGS, A=LURKER, x=FOE + "\nbare = { weapon = 8 }\nspeed = 3")
    assert share(f, lambda g, said: "deed" in said) > 0.8
    assert share(f, lambda g, said: look(g.tables, g.state, g.slot("x"), g.slot("A")) == k.BLOCKED) > 0.6


def test_a_lurker_ends_in_the_dark():
    """No wall to hide behind: the unlit squares are to the right."""
    board = "......~~~~~\n......~~~~~\n.A.x..~~~~~\n......~~~~~\n......~~~~~"
    f = fight(board, FANGS, A=LURKER.replace("speed = 7", "speed = 9"), x=FOE + "\nbare = { weapon = 8 }\nspeed = 3\nlight_dependent = true")
    assert share(f, lambda g, said: "deed" in said and g["A"].x >= 6) > 0.7


def test_a_lurker_strikes_the_blinded_and_the_lone():
    f = fight("yzw....\n.......\n..A....\n.......\nx......", FANGS, A=LURKER, w=FOE, x=FOE, y=FOE, z=FOE)
    lone = share(f, lambda g, said: any(e[1] == g.slot("x") for e in g.seen(k.E_ROLL)), until=(k.ASK_GUARD, k.ASK_COUNTER))
    assert lone > 0.6


def test_a_swarm_surrounds():
    """Two foes alike, at the same distance: it goes to the one that a fellow is at already."""
    f = fight("........\n..x.....\n..B.....\n....A...\n........\n......y.\n........", A=SWARM, B=SWARM, x="max_vigor = 40", y="max_vigor = 40")
    assert role(f) == "swarm"
    at_x = share(f, lambda g, said: gap(g, "A", "x") == 1)
    at_y = share(f, lambda g, said: gap(g, "A", "y") == 1)
    assert at_x > 0.7
    assert at_y < 0.3


def test_a_solo_hits_the_most():
    deeds = {"strike": STRIKE, "stomp": BLAST.replace('"blast"', '"burst"').replace("range = 6\n", "").replace("area_size = 3", "area_size = 1"),
             "bite": STRIKE, "hack": STRIKE}
    f = fight("xyz\n.A.\n...", deeds, A='guard_dice = [8, 8]\nmax_vigor = 150')
    assert role(f) == "solo" and drawn(f.play("deed")).get("deed stomp", 0) > 0.8


# -- whom ----------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("hurt, whole", ["xy", "yx"])
def test_it_finishes_the_wounded(hurt, whole):
    f = fight("xAy", A=BRUTE, **{hurt: "", whole: ""})
    f[hurt].vigor = 3
    assert share(f, lambda g, said: words(g, ask(g, len(said))) == f"target {hurt}", until=(k.ASK_TARGET,)) > 0.9


def test_among_equals_it_takes_either():
    found = drawn(fight("xAy", A=BRUTE, x="", y="").play("deed", "points 0"))
    assert set(found) == {"target x", "target y"}


def test_it_prefers_the_foe_that_heals():
    deeds = {"strike": STRIKE, "mend": MEND}
    f = fight("xAy", deeds, A=BRUTE, x='deeds = ["strike"]', y='deeds = ["strike", "mend"]').play("deed", "points 0")
    assert drawn(f).get("target y", 0) > 0.8


def test_it_goes_for_the_one_that_the_objective_is_about():
    f = fight("xAy", A=BRUTE, x="", y="", top='objective = { kind = "slay", side = "companions", who = "y" }').play("deed", "points 0")
    assert drawn(f).get("target y", 0) > 0.9


# -- objectives and retreat ----------------------------------------------------------------------------------------------------
def test_it_stands_on_the_squares_that_it_is_to_hold():
    f = fight("A.......\n........\n.......x", A=BRUTE, top='objective = { kind = "hold", side = "companions", squares = ["d1"], rounds = 2 }')
    assert share(f, lambda g, said: (g["A"].x, g["A"].y) == (3, 0)) > 0.9


def test_it_goes_where_it_is_to_come():
    f = fight("A...........\n............\n...........x", A=BRUTE, top='objective = { kind = "reach", side = "companions", squares = ["l1"] }')
    assert share(f, lambda g, said: g["A"].x >= 4) > 0.9


def test_it_leaves_when_it_is_to_escape_and_not_before():
    f = fight("A..>\n....\n...x", A=BRUTE, top='objective = { kind = "escape", side = "companions", count = 1 }')
    assert share(f, lambda g, said: "leave" in said) > 0.9
    assert share(fight("A>x", A=BRUTE), lambda g, said: "leave" in said) == 0.0


def test_it_stands_by_the_one_that_it_protects():
    board = "............\n..C.........\n............\n..........A.\n............\n...........x"
    top = 'objective = { kind = "protect", side = "companions", who = "C", rounds = 5 }'
    archer = {"A": ARCHER, "x": 'deeds = ["strike"]\nspeed = 1'}
    plain, guards = (fight(board, {"shoot": SHOOT, "strike": STRIKE}, {"bow": BOW}, top=text, C='deeds = ["strike"]', **archer) for text in ("", top))
    means = [np.mean([gap(play(f, seed)[0], "A", "C") for seed in range(SEEDS)]) for f in (plain, guards)]
    assert means[1] < means[0]


def test_it_saves_itself_when_the_fight_is_lost_and_survivors_count():
    bodies = {"A": BRUTE + "\nvigor = 2", "x": "bare = { weapon = 9 }", "y": "bare = { weapon = 9 }"}
    lost, board = 'objective = { kind = "slay", side = "enemies", who = "A", survivors = 50 }', ">..A...xy"
    assert share(fight(board, top=lost, **bodies), lambda g, said: "leave" in said) > 0.9
    assert share(fight(board, **bodies), lambda g, said: "leave" in said) == 0.0


# -- states, grabs, reactions --------------------------------------------------------------------------------------------------
def test_artillery_breaks_the_grab():
    deeds, gear = {"shoot": SHOOT, "strike": STRIKE}, {"bow": BOW.replace("hands = 2", "hands = 1")}
    f = fight("......\n..Ax..\n......", deeds, gear, A=ARCHER + '\ngrabbed_by = ["x"]', x=FOE)
    assert share(f, lambda g, said: "maneuver" in said and any("escape" in text for text in said)) > 0.7


def test_it_stands_up():
    f = fight("A...x", A=BRUTE + "\nstates = { toppled = 1 }\nspeed = 5")
    assert share(f, lambda g, said: "stand" in said, until=(k.ASK_GUARD, k.ASK_COUNTER)) > 0.9


def test_it_prevails_against_what_hurts():
    f = fight("#####\n#A#x.\n#####", A=BRUTE + "\nstates = { weak = 1, suffering = 6 }\nrecoveries = 0")
    assert share(f, lambda g, said: said[:2] == ["prevail", "state suffering"]) > 0.9


def struck(amount, dice=(6, 7), **bodies):
    """x has struck A for `amount`, or at it."""
    f = fight("Ax" if "y" not in bodies else "yAx", clock=ITS_TURN, x=f"bare = {{ weapon = {amount} }}", **bodies)
    return f.attempt("strike", dice=list(dice))


def test_it_guards_when_it_would_drop_and_keeps_its_die_for_the_worse_blow():
    f = struck(6, A="guard_dice = [4, 8]\nvigor = 5\nendures = false")
    assert f.ask == k.ASK_GUARD and drawn(f).get("pass", 0) == 0
    f = struck(1, A="guard_dice = [8]\nfocus = 0", y="bare = { weapon = 12 }")
    assert f.ask == k.ASK_GUARD and drawn(f).get("pass", 0) > 0.9


def test_it_counters_who_failed_against_it():
    f = struck(4, dice=(2, 3))
    assert f.ask == k.ASK_COUNTER and drawn(f).get("pass", 0) < 0.1


# -- chance, and where it can be had -------------------------------------------------------------------------------------------
def test_it_plays_one_position_in_several_ways():
    """Never the same march twice: several end squares, and none of them senseless."""
    f = fight("............\n............\nA...........\n..........x.\n............", A=BRUTE)
    ends = {(int(g["A"].x), int(g["A"].y)) for g, _ in (play(f, seed) for seed in range(SEEDS))}
    assert len(ends) >= 2 and min(x for x, _ in ends) >= 3


def test_one_seed_gives_one_turn():
    f = fight("............\nA......x....\n............", A=SKIRMISHER)
    assert [play(f, 5)[1] for _ in range(3)] == [play(f, 5)[1]] * 3


@pytest.mark.parametrize("opponent", ["role", {"random": 1, "role": 2, "greedy": 1}])
def test_environments_take_it_as_an_opponent(opponent):
    env = FoemindVectorEnv(num_envs=6, encounter="duel", opponent=opponent)
    _, info = env.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(60):
        mask = info["action_mask"]
        env_choices = np.array([rng.choice(np.flatnonzero(row)) for row in mask])
        _, _, _, _, info = env.step(env_choices)
    assert OPPONENTS.codes["role"] in OPPONENTS.codes.values() and info["action_mask"].any(axis=1).all()
