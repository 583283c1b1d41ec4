"""The encoding: its documented table, its bounds, and that features say what they are named."""

from pathlib import Path

import numpy as np
import pytest

from envs.battle import Battle
from envs.core import codes as k
from envs.encoding import layout
from envs.encoding.observe import observe
from envs.encoding.signature import encoding_signature, layout_table
from envs.scenarios import TRAINING
from envs.tables import load_library_encounter
from all_questions import fair
from rules.drawn import STRIKE, fight

ROOT = Path(__file__).resolve().parents[1]


def positions(name, seed, n):
    """Positions of random play: yields the battle at each question."""
    battle, rng = Battle(load_library_encounter(name), seed=seed), np.random.default_rng(seed)
    for _ in range(n):
        if battle.over:
            return
        yield battle
        battle.step(int(rng.choice(battle.legal())))


def column(observation, array, feature):
    return observation[array][..., layout.index(array, feature)]


def test_documented_table_is_current():
    assert (ROOT / "docs" / "encoding.md").read_text() == layout_table(), "run: python -m envs.encoding > docs/encoding.md"


def test_signature_follows_the_layout(monkeypatch):
    before = encoding_signature()
    encoding_signature.cache_clear()
    monkeypatch.setitem(layout.OBS_LAYOUT, "map", layout.MAP[::-1])
    assert encoding_signature() != before
    encoding_signature.cache_clear()


def test_groups_follow_each_other_and_squares_come_last():
    at = 0
    for name, (first, size) in layout.action_groups(16).items():
        assert first == at
        at += size
    assert name == "square" and at == layout.action_size(16) == k.A_SQUARE + 256


@pytest.mark.parametrize("name", TRAINING + ["duel"])
def test_vigor_sides_and_points_are_what_they_are_named(name):
    for battle in positions(name, 3, 120):
        o, s, t = battle.observe(), battle.state, battle.tables
        for i in range(t.n_combatants):
            c = s.combatants[i]
            assert column(o, "combatants", "vigor")[i] == c.vigor
            assert column(o, "combatants", "own")[i] == (t.roster[i].side == s.asked)
            if c.status <= k.DEFEATED:
                assert column(o, "combatants", "points")[i] == c.points
                assert [column(o, "combatants", f"state:{n}")[i] for n in k.STATE_NAMES] == c.states[:15].tolist()
        assert column(o, "question", f"ask:{k.QUESTION_NAMES[s.ask].replace(' ', '_')}") == 1
        if battle.asker != k.NONE:
            assert column(o, "combatants", "asker")[battle.asker] == 1


def at_the_fair(n, seed=3):
    """Positions of random play at the fair, where every question is asked."""
    rng = np.random.default_rng(seed)
    for round_no in range(n):
        battle = Battle(fair(), seed=seed + round_no)
        for _ in range(150):
            if battle.over:
                break
            yield battle
            battle.step(int(rng.choice(battle.legal())))


def test_deeds_that_can_be_attempted_are_usable_and_show_exact_numbers():
    seen = {k.DEED: 0, k.MANEUVER: 0}
    for battle in at_the_fair(6):
        if battle.ask != k.ASK_DEED:
            continue
        entry = int(battle.state.frames[battle.state.depth - 1].e)
        usable = np.flatnonzero(column(battle.observe(), "deeds", "usable")[:k.DEED_SLOTS])
        own = usable[(usable < k.OWN_DEEDS) == (entry == k.DEED)]
        assert (own + k.A_DEED).tolist() == battle.legal()
        seen[entry] += 1
    assert min(seen.values()) > 3


def test_arrays_that_held_another_observation_hold_nothing_of_it():
    """Only the rows in use are cleared before the next is written."""
    used, asked = {name: np.zeros(shape, np.int16) for name, shape in layout.obs_shapes(16).items()}, set()
    for battle in at_the_fair(3, seed=8):
        observe(battle.tables, battle.state, *used.values())
        fresh = battle.observe()
        assert all(np.array_equal(used[name], fresh[name]) for name in fresh), k.QUESTION_NAMES[battle.ask]
        asked.add(battle.ask)
    assert len(asked) > 15 and asked & SQUARE_QUESTIONS


SQUARE_QUESTIONS = {k.ASK_WALK, k.ASK_AREA, k.ASK_PATH, k.ASK_FORCE, k.ASK_FOLLOW, k.ASK_TELEPORT, k.ASK_JUMP, k.ASK_PLACE}


def test_squares_are_rows_of_the_padded_board_and_candidates_are_the_legal_ones():
    """At every question that a square answers; at all others the rows are empty."""
    seen = set()
    for battle in at_the_fair(12):
        squares = battle.observe()["squares"]
        if battle.ask not in SQUARE_QUESTIONS:
            assert not squares.any()
            continue
        seen.add(battle.ask)
        candidates = np.flatnonzero(squares[:, layout.index("squares", "candidate")])
        assert (candidates + k.A_SQUARE).tolist() == [c for c in battle.legal() if c >= k.A_SQUARE]
        assert set(np.flatnonzero(squares.any(axis=1))) == set(candidates)
    assert seen == SQUARE_QUESTIONS


# -- drawn: what a square, a combatant, the question say -----------------------------------------------------------------------
BLAST = 'kind = "attack"\ninstrument = "innate"\ntargets = "area"\narea = "blast"\narea_size = 3\nrange = 4\nconflict = [{ damage = "3" }]'
FURROW = BLAST.replace('"blast"', '"path"').replace("area_size = 3", "area_size = 4")


def square(f, name, feature):
    """One feature of the square with a name such as c4."""
    row = int(f.tables.side) * (int(name[1:]) - 1) + ord(name[0]) - ord("a")
    return int(column(f.observe(), "squares", feature)[row])


def test_an_area_counts_foes_and_fellows_where_it_would_lie():
    f = fight("A..B..\n...xy.\n......", {"blast": BLAST}).attempt("blast")
    assert f.ask == k.ASK_AREA
    assert [square(f, name, "foes_in_area") for name in ("d2", "d3", "e3", "b2")] == [2, 2, 2, 0]
    assert [square(f, name, "fellows_in_area") for name in ("d2", "d3", "b2")] == [1, 0, 1], "the blast on b2 holds its own user"
    assert square(f, "d2", "has_foe") and square(f, "d1", "has_own") and square(f, "a1", "is_here")


def test_a_path_counts_those_on_it_already():
    f = fight("A.xy..", {"furrow": FURROW}).attempt("furrow", at=None)
    f.play("at b1", "at c1")
    assert f.ask == k.ASK_PATH and square(f, "d1", "foes_in_area") == 2 and square(f, "d1", "candidate") == 1


def test_the_ground_is_what_it_is_now():
    """Doors, hazards, clouds and darkness as they are at the moment, not as the map was drawn."""
    extra = ('[features.thorns]\nkind = "hazard"\nsquares = ["c1"]\ndamage = "3"\n[features.lamp]\nkind = "light"\nat = "a2"\nlight = 2\n'
             '[[effects]]\nkind = "light cloud"\nowner = "x"\nat = "b1"\nsize = 1\n[[effects]]\nkind = "difficult ground"\nowner = "x"\nat = "b2"\nsize = 1\n')
    f = fight("A......\n.......\n......x", extra=extra, top="dark = true").play("move", "points 1", "walk")
    names = ("b1", "b2", "c1", "d3", "e2", "a3")
    for feature, expected in {"hazard": "001000", "low": "100000", "difficult": "010000", "dark": "000110"}.items():
        assert "".join(str(square(f, name, feature)) for name in names) == expected, feature
    f.state.feature_state[0] = k.OFF
    assert square(f, "c1", "hazard") == 0


def test_where_a_walk_goes_and_what_it_costs():
    f = fight("A.,..x", A="speed = 4").play("move", "points 0", "walk")
    assert [square(f, n, "steps") for n in ("b1", "c1", "d1")] == [1, 3, 4] and square(f, "b1", "points_left") == 3
    slow = fight("A....x", A="speed = 4\nstates = { toppled = 1 }").play("move", "points 0", "walk")
    assert square(slow, "c1", "steps") == 4 and square(slow, "d1", "candidate") == 0


def test_force_is_seen_from_whom_it_moves():
    f = fight("B.......\n..Ax....", {"push": STRIKE.replace('{ damage = "†" }', "{ push = 2 }")}).attempt("push", "x", dice=[6, 7])
    assert f.ask == k.ASK_FORCE
    o = f.observe()
    assert column(o, "combatants", "current_target")[f.slot("x")] == 1 and column(o, "combatants", "source")[f.slot("A")] == 1
    assert column(o, "question", "amount_asked") == 2 and square(f, "e2", "distance") == 1 and square(f, "e2", "nearest_foe") == 2


@pytest.mark.parametrize("objective, place, left, to", [
    ('{ kind = "hold", side = "companions", squares = ["e1", "f1"], rounds = 3 }', (4, 0), 3, 1),
    ('{ kind = "reach", side = "companions", squares = ["f1"] }', (5, 0), 0, 2),
    ('{ kind = "slay", side = "companions", who = "x" }', (6, 0), 0, 3),
    ('{ kind = "escape", side = "companions", count = 1 }', (2, 1), 1, 1),
])
def test_the_objective_and_the_way_to_it(objective, place, left, to):
    f = fight("A.....x\n..>....", top=f"objective = {objective}").play("move", "points 0", "walk")
    o, kind = f.observe(), objective.split('"')[1]
    assert column(o, "map", f"objective:{kind}") == 1 and (column(o, "map", "objective_x"), column(o, "map", "objective_y")) == place
    assert column(o, "map", "objective_number") == left and square(f, "d1", "objective_distance") == to
    f.state.asked = k.ENEMIES
    assert column(f.observe(), "map", f"objective:{kind}") == -1


def test_states_of_the_new_rules_have_their_columns():
    f = fight("Ax..\n.B..", A='helped = ["deed", "prevail"]\naim = 4\nstates = { taunted = 1 }\ntaunted_by = "x"', B='grabbed_by = ["x"]', top="dark = true")
    o = f.observe()
    assert [column(o, "combatants", name)[f.slot("A")] 
            for name in ("helped:deed", "helped:maneuver", "helped:prevail", "aim", "grabbed", "elusive")] == [1, 0, 1, 4, 0, 1]
    assert column(o, "combatants", "grabbed")[f.slot("B")] == 1
    f.state.asker = f.slot("x")
    assert column(f.observe(), "combatants", "taunted_by_asker")[f.slot("A")] == 1


def test_the_entry_that_asks_is_named_at_each_of_its_questions():
    f = fight("AB.x", B="states = { weak = 2 }", A="states = { weak = 1, dazed = 1 }").play("prevail")
    for text in ("target a", "state weak", None):
        assert column(f.observe(), "question", "menu:prevail") == 1
        f.play(*[text] if text else [])
    assert column(f.observe(), "combatants", "current_target")[f.slot("A")] == 1


# -- hidden numbers ------------------------------------------------------------------------------------------------------------
def shown(vigor, focus=3, hidden=True):
    """What the companions see of x, all arrays in a row."""
    deeds = {"strike": STRIKE, "blast": BLAST}
    f = fight("A.x", deeds, top=f"hidden_numbers = {str(hidden).lower()}", x=f"focus = {focus}\nendures = true", A="bare = { weapon = 9 }")
    f["x"].vigor, f["x"].focus = vigor, focus
    return f.observe()


@pytest.mark.parametrize("one, other, same", [(40, 21, True), (21, 20, False), (20, 1, True), (1, 0, False), (0, -7, True)])
def test_hidden_numbers_are_shown_as_bands(one, other, same):
    """G8.29: not in any array of the observation can two vigors of one band be told apart, nor what focus there is."""
    first, second = shown(one, focus=1), shown(other, focus=4)
    assert all((first[name] == second[name]).all() for name in first) == same
    assert any((shown(one, hidden=False)[name] != shown(other, hidden=False)[name]).any() for name in first)


def test_bands_are_maximum_half_and_nothing():
    assert [int(column(shown(v), "combatants", "vigor")[1]) for v in (33, 12, -3)] == [40, 20, 0]
    assert [int(column(shown(v, hidden=False), "combatants", "vigor")[1]) for v in (33, 12, -3)] == [33, 12, -3]


def test_view_is_the_asked_sides():
    """The same position seen by both sides: own and foe change places."""
    battle = Battle(load_library_encounter("duel"), seed=2)
    mine = battle.observe()
    battle.state.asked = 1 - battle.state.asked
    theirs = battle.observe()
    assert (column(mine, "combatants", "own") == column(theirs, "combatants", "foe")).all()
    assert column(mine, "map", "own_vigor") == column(theirs, "map", "foe_vigor")
