"""Characters and dials in drawn positions, one behaviour each; and that an agent without them answers exactly as ever."""

import numpy as np
import pytest
from rules.drawn import STRIKE, fight
from test_role import BOW, ITS_TURN, LEADER, MEND, SHOOT

from agents import agent_for, make_agent
from agents.base import choose_one
from agents.character import CharacterAgent
from agents.character.agent import draw
from agents.character.folk import Folk, dearness
from agents.character.scene import Scene
from agents.series import Series, fight_seeds
from envs.core import codes as k
from envs.core.grid import distance
from envs.notation import choice_text
from envs.tables import DialError, load_library_encounter

DEEDS = {"strike": STRIKE, "heavy": STRIKE.replace('"†"', '"††+4"')}
SOFT = "bare = { weapon = 1 }\n"  # a foe whose counter nobody fears
ONE_BLOW = 'deeds = ["strike"]\n'
BASES = ("greedy", "role")
ARMED = 'guard_dice = [6]\ndeeds = ["strike"]\n'


def turn(f, base="greedy", seed=0, until=(), **dials):
    """(the fight after the turn under way, or at a question in `until`, what was chosen): played by `base` in character."""
    f, said, rng = f.clone(seed), [], np.random.default_rng(seed)
    agent, who = agent_for(f.scenario.with_dials(**dials), base), int(f.state.turn_of)
    while not f.over and int(f.state.turn_of) == who and f.ask not in until and len(said) < 60:
        choice = choose_one(agent, f.tables_row(), f.state, f.mask, rng)
        said.append(choice_text(f.scenario, f.state, choice, int(f.tables.side)))
        f.step(choice)
    return f, said


def body(f, letter):
    return f.state.combatants[f.scenario.letters.index(letter)]


def gap(f, a, b):
    return int(distance(f.tables, f.state, f.scenario.letters.index(a), f.scenario.letters.index(b)))


def character(**keys):
    return "character = { " + ", ".join(f"{key} = {value!r}" if not isinstance(value, str) else f'{key} = "{value}"' for key, value in keys.items()) + " }\n"


# -- nothing set, nothing changed --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["greedy", "role", "policy", "search:3"])
def test_without_character_and_dials_the_agent_itself_plays(name):
    scenario = load_library_encounter("broken_gate")
    assert scenario.played() == [] and type(agent_for(scenario, name)) is type(make_agent(name))
    assert scenario.with_dials("full", 0).played() == []


@pytest.mark.parametrize("name", ["greedy", "role", "policy"])
def test_a_plain_master_answers_as_the_agent_does(name):
    """The wrapper in place, nothing for it to mind: the same choices from the same generator, also for those beside it who have no character."""
    plain = fight("......\n.A..x.\n..B.y.\n......", DEEDS, A=ARMED, B=ARMED, y="character = { }\n")
    agent, base = CharacterAgent(make_agent(name), plain.scenario), make_agent(name)
    f, one, other = plain.clone(3), np.random.default_rng(5), np.random.default_rng(5)
    for _ in range(150):
        if f.over:
            break
        choice = choose_one(agent, f.tables_row(), f.state, f.mask, one)
        assert choice == choose_one(base, f.tables_row(), f.state, f.mask, other)
        f.step(choice)
    assert int(f.state.round_no) > 2


def test_the_other_side_does_not_feel_the_dials():
    f = fight("......\n.A..x.\n......", DEEDS, A=ARMED)
    agent, base, rng = CharacterAgent(make_agent("greedy"), f.scenario.with_dials("tame", "much")), make_agent("greedy"), np.random.default_rng(1)
    for seed in range(20):
        assert choose_one(agent, f.tables_row(), f.state, f.mask, rng) == choose_one(base, f.tables_row(), f.state, f.mask, np.random.default_rng(seed))


# -- cunning ---------------------------------------------------------------------------------------------------------------------
def test_the_mindless_strike_the_nearest_with_the_first_blow_though_the_best_is_another():
    board, bodies = "........\n.Ax..y..\n........", {"x": SOFT + "guard_dice = [12]\n", "y": SOFT + "vigor = 12\n"}
    f, said = turn(fight(board, DEEDS, A="speed = 6\n", **bodies))
    assert "deed heavy" in said and gap(f, "A", "y") == 1
    f, said = turn(fight(board, DEEDS, A="speed = 6\n" + character(cunning=0), **bodies))
    assert said[0] == "deed" and "deed strike" in said and gap(f, "A", "x") == 1 < gap(f, "A", "y")


def test_the_mindless_walk_to_the_nearest_and_put_all_points_into_the_blow():
    f, said = turn(fight("..........\n.A...x...y\n..........", DEEDS, A="speed = 4\n" + character(cunning="mindless"), y="vigor = 1\n"))
    assert gap(f, "A", "x") == 1 and "points 1" in said and not {"aim", "defend", "maneuver", "help"} & set(said)


def test_a_mindless_one_with_a_preference_goes_past_the_nearest():
    line = "speed = 6\n" + character(cunning=0, prefers=["wounded"])
    f, _ = turn(fight("........\n.A.x..y.\n........", DEEDS, A=line, y="vigor = 20\n"))
    assert gap(f, "A", "y") == 1 < gap(f, "A", "x")


def test_a_mindless_one_without_any_blow_does_what_the_agent_would():
    f = fight("......\n.yAx..\n......", {"strike": STRIKE, "mend": MEND}, A='deeds = ["mend"]\nvigor = 9\nrecoveries = 5\n' + character(cunning=0))
    assert "deed" in turn(f)[1]


def test_a_duller_one_holds_to_its_favourite_where_a_master_takes_the_better_blow():
    bodies = {"x": "vigor = 16\n" + SOFT, "y": SOFT}
    said = {c: turn(fight("......\n.yAx..\n......", DEEDS, A=ONE_BLOW + character(cunning=c, prefers=["unhurt"]), **bodies), "role")[1] for c in (1, 3)}
    assert "target y" in said[1] and "target x" in said[3]


PREFERRED = {  # word: (lines of x, lines of y): y is the one that is meant
    "farthest": ("", ""), "weakest": ("vigor = 20\n", "vigor = 10\n"), "strongest": ("bare = { weapon = 2 }\n", "bare = { weapon = 9 }\n"),
    "wounded": ("", "max_vigor = 90\nvigor = 45\n"), "unhurt": ("vigor = 39\n", "max_vigor = 20\n"), "archer": ("", 'held = ["bow"]\ndeeds = ["shoot"]\n'),
    "caster": ("", 'held = ["wand"]\ndeeds = ["bolt"]\n'), "healer": ("", 'deeds = ["strike", "mend"]\n'), "leader": ("", LEADER),
    "lightbearer": ("", 'held = ["lamp"]\n'), "holder": ("", "")}


@pytest.mark.parametrize("word", PREFERRED)
def test_each_preference_means_who_it_says(word):
    deeds = {"strike": STRIKE, "shoot": SHOOT, "mend": MEND, "bolt": SHOOT.replace("ranged", "spell").replace("†", "Ω")}
    gear = {"bow": BOW, "wand": 'use = ["catalyst"]\nspell = 4\nrange = 6', "lamp": 'use = ["light"]\nlight = 3'}
    x, y = (ONE_BLOW + lines if "deeds" not in lines else lines for lines in PREFERRED[word])
    f = fight(".........\n..x.A.y..\n.........".replace("y.", ".y") if word == "farthest" else ".........\n..xAy....\n.........", deeds, gear,
              A=ONE_BLOW + ("grabbed_by = ['y']\n" if word == "holder" else "") + character(prefers=[word]), x=x, y=y)
    scene = Scene(f.tables, f.state, f.slot("A"))
    dear = dearness([word], scene, Folk(f.tables))
    assert dear[f.slot("y")] > dear[f.slot("x")] and dear.min() >= 0.0 and dear.max() <= 1.0


def test_who_stands_alone_and_who_is_nearest():
    f = fight("...........\nzx....A...y\n...........")
    scene, folk = Scene(f.tables, f.state, f.slot("A")), Folk(f.tables)
    alone, nearest = dearness(["alone"], scene, folk), dearness(["nearest"], scene, folk)
    assert alone[[f.slot("y"), f.slot("x"), f.slot("z")]].tolist() == [1.0, 0.0, 0.0] and int(nearest[1:].argmax()) + 1 == f.slot("y")
    assert dearness(["alone", "nearest"], scene, folk)[f.slot("y")] == 1.0 and not dearness([], scene, folk).any()


# -- courage -----------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("base", BASES)
def test_it_flees_at_its_share_of_vigor_and_not_above_it(base):
    board, line = "............\n............\n.Ax.........\n............\n............", "speed = 5\n" + character(flees_at=50)
    f, said = turn(fight(board, DEEDS, x=line + "vigor = 20\n", clock=ITS_TURN), base)
    assert gap(f, "A", "x") >= 5 and "deed" not in said
    assert "deed" in turn(fight(board, DEEDS, x=line + "vigor = 21\n", clock=ITS_TURN), base)[1]


@pytest.mark.parametrize("base", BASES)
def test_it_flees_by_an_exit_where_there_is_one(base):
    f, said = turn(fight("..........\n>..xA....y\n..........", DEEDS, x="speed = 5\n" + character(flees_at=50) + "vigor = 10\n", clock=ITS_TURN), base)
    assert said[-1] == "leave" and int(body(f, "x").status) == k.GONE


def test_the_cornered_fight_where_they_would_guard():
    bodies = {"A": SOFT, "B": SOFT, "x": ONE_BLOW + "vigor = 10\n"}
    board = "##A#\n#xB#\n####"
    assert "deed" not in turn(fight(board, DEEDS, clock=ITS_TURN, **bodies))[1]
    assert "deed" in turn(fight(board, DEEDS, clock=ITS_TURN, **bodies | {"x": bodies["x"] + character(flees_at=50)}))[1]


# -- styles --------------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("base", BASES)
def test_the_cruel_strike_the_fallen_and_others_the_one_who_fights(base):
    board, bodies = "......\n.AxB..\n......", {"A": SOFT + "vigor = 4\n", "B": "vigor = -5\ndefeated = true\n"}
    said = {style: turn(fight(board, DEEDS, x=ONE_BLOW + character(style=style), clock=ITS_TURN, **bodies), base)[1] for style in ("plain", "cruel")}
    assert "target a" in said["plain"] and "target b" in said["cruel"]


@pytest.mark.parametrize("base", BASES)
def test_the_cautious_leave_once_their_blow_is_struck(base):
    board = "............\n............\n..xA........\n............\n............"
    ends = {style: turn(fight(board, DEEDS, A=SOFT, x="speed = 5\n" + ONE_BLOW + character(style=style), clock=ITS_TURN), base) for style in ("plain", "cautious")}
    assert "deed" in ends["cautious"][1] and gap(ends["plain"][0], "x", "A") == 1 and gap(ends["cautious"][0], "x", "A") >= 4


@pytest.mark.parametrize("base", BASES)
def test_the_cautious_shoot_from_afar(base):
    deeds, line = {"strike": STRIKE, "shoot": SHOOT}, 'held = ["bow"]\ndeeds = ["shoot"]\nspeed = 4\n'
    ends = {style: turn(fight("............\n...x..A.....\n............", deeds, {"bow": BOW}, A=ONE_BLOW + SOFT, x=line + character(style=style), clock=ITS_TURN),
                        base) for style in ("plain", "cautious")}
    assert "deed" in ends["cautious"][1] and gap(ends["cautious"][0], "x", "A") >= 5 > gap(ends["plain"][0], "x", "A")


@pytest.mark.parametrize("base", BASES)
def test_the_protective_stand_by_their_leader(base):
    bodies = {"A": ONE_BLOW, "B": ONE_BLOW, "y": LEADER}
    ends = {style: turn(fight("............\n.A.x.....yB.\n............", {"strike": STRIKE, "mend": MEND}, x="speed = 4\n" + ONE_BLOW + character(style=style),
                              clock=ITS_TURN, **bodies), base)[0] for style in ("plain", "protective")}
    assert gap(ends["protective"], "x", "y") <= 2 < gap(ends["plain"], "x", "y")


@pytest.mark.parametrize("base", BASES)
def test_the_aggressive_strike_where_others_guard(base):
    said = {style: turn(fight("......\n.Ax...\n......", DEEDS, A="bare = { weapon = 6 }\n", x=ONE_BLOW + "vigor = 6\n" + character(style=style), clock=ITS_TURN),
                        base)[1] for style in ("plain", "aggressive")}
    assert "deed" not in said["plain"] and "deed" in said["aggressive"] and not {"defend", "walk"} & set(said["aggressive"])


# -- mercy -----------------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("base", BASES)
def test_the_merciful_never_strike_the_dying_while_another_is_there(base):
    f = fight("......\n.AxB..\n......", DEEDS, A=SOFT, B="vigor = -2\nbare = { weapon = 9 }\n", x=ONE_BLOW + character(style="cruel"), clock=ITS_TURN)
    assert "target b" in turn(f, base, mercy="none")[1]
    said = [turn(f, base, seed, mercy=mercy, difficulty=difficulty)[1] for seed in range(6) for mercy in (1, 2) for difficulty in (0, 4)]
    assert not any("target b" in one for one in said) and any("target a" in one for one in said)


@pytest.mark.parametrize("base", BASES)
def test_some_mercy_walks_past_the_dying_to_another(base):
    f = fight("..............\n.Bx...A.......\n..............", DEEDS, A=SOFT, B="vigor = -2\n" + SOFT, x=ONE_BLOW + "speed = 4\n", clock=ITS_TURN)
    assert gap(turn(f, base)[0], "x", "A") > 1
    g, said = turn(f, base, mercy="some")
    assert "walk" in said and {e.whom for e in g.events() if e.code == k.E_ROLL} == {f.slot("A")}


@pytest.mark.parametrize("base", BASES)
def test_much_mercy_leaves_the_dying_alone_though_nobody_else_is_in_reach(base):
    f = fight("..............\n.Bx..........A\n..............", DEEDS, A=SOFT, B="vigor = -2\n" + SOFT, x=ONE_BLOW + "speed = 2\n", clock=ITS_TURN)
    assert "deed" in turn(f, base, mercy="some")[1] and "deed" not in turn(f, base, mercy="much")[1]


def test_much_mercy_hinders_no_healing():
    deeds = {"strike": STRIKE, "mend": MEND}
    f = fight("..............\n.Bxy.........A\n..............", deeds, A=SOFT, B="vigor = -2\n" + SOFT, x="speed = 2\n", y=ONE_BLOW + "vigor = 5\nrecoveries = 5\n",
              clock=ITS_TURN)
    said = turn(f, mercy="much")[1]
    assert "deed mend" in said and "target b" not in said and "target y" in said


@pytest.mark.parametrize("base", BASES)
def test_much_mercy_singles_nobody_out(base):
    f = fight("......\n.AxB..\n......", DEEDS, A=SOFT + "vigor = 10\n", B=SOFT, x=ONE_BLOW, clock=ITS_TURN)
    assert "target a" in turn(f, base, mercy="some")[1] and "target b" in turn(f, base, mercy="much")[1]


@pytest.mark.parametrize("base", BASES)
def test_an_area_is_laid_past_the_dying(base):
    deeds = {"burst": 'kind = "attack"\ninstrument = "innate"\ntargets = "area"\narea = "blast"\narea_size = 3\nrange = 8\nconflict = [{ damage = "6" }]'}
    f = fight("...........\n...........\nx....AB....\n...........\n...........", deeds, A="", B="vigor = -2\n", clock=ITS_TURN)
    struck = {mercy: {e.whom for e in turn(f, base, mercy=mercy)[0].events() if e.code == k.E_ROLL} for mercy in (0, 1)}
    assert struck == {0: {f.slot("A"), f.slot("B")}, 1: {f.slot("A")}}


# -- difficulty ---------------------------------------------------------------------------------------------------------------------------
def test_a_slack_is_a_bound_and_the_better_is_drawn_more_often():
    rng, values = np.random.default_rng(0), np.array([0.0, -1.0, -3.0, -5.0, -np.inf])
    drawn = np.bincount([draw(values, 4.0, rng) for _ in range(2000)], minlength=5)
    assert drawn[3] == drawn[4] == 0 and drawn[0] > drawn[1] > drawn[2] > 0
    assert draw(values, 0.0, rng) == 0


def test_the_same_seed_plays_the_same_game_and_another_seed_another():
    scenario = load_library_encounter("duel").with_dials("fair")
    played = [Series(scenario, fight_seeds(4, seed), "role", "greedy", log=False).play().states.tobytes() for seed in (1, 1, 2)]
    assert played[0] == played[1] != played[2]
    alone = Series(scenario, fight_seeds(4, 1)[2:3], "role", "greedy", log=False).play().states
    assert alone.tobytes() == Series(scenario, fight_seeds(4, 1), "role", "greedy", log=False).play().states[2:3].tobytes()


def test_tame_monsters_lose_where_full_ones_win():
    wins = {}
    for level in ("tame", "full"):
        states = Series(load_library_encounter("sluice_gate").with_dials(level), fight_seeds(20, 1), "role", "greedy", log=False).play().states
        wins[level] = int((states.winner == k.ENEMIES).sum())
    assert wins["full"] >= wins["tame"] + 8


def test_a_dial_that_is_none_is_told_with_its_levels():
    scenario = load_library_encounter("duel")
    with pytest.raises(DialError, match=r"difficulty: 'brutal' is not a known difficulty; use easy, fair, full, hard or tame"):
        scenario.with_dials("brutal")
    with pytest.raises(DialError, match=r"mercy: 3 is out of range; use 0 \(none\), 1 \(some\) or 2 \(much\)"):
        scenario.with_dials(mercy="3")
