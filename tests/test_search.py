"""The search agent: a tree over questions that knows the rules and the odds, but not the dice."""

import numpy as np
import pytest
from rules.drawn import fight

from agents import make_agent
from agents.base import AgentError, choose_one
from agents.search import SearchAgent, after, copy_of, fingerprint
from agents.tree.nodes import NOTHING, favourite, new_tree
from envs.battle import Battle
from envs.core import codes as k
from envs.core.dice import seed_dice
from envs.tables import load_library_encounter

ITS_TURN = 'round = 1\nfirst_side = "enemies"\nturn = { of = "x", points = 3 }'


def search(f, descents=60, seed=0):
    """What a new search chooses, as a number."""
    return choose_one(SearchAgent(str(descents)), f.tables_row(), f.state, f.mask, np.random.default_rng(seed))


@pytest.mark.parametrize("budget", ["0", "-3", "ten", "1.5", "s", "nans", "0s", "1e9s", "5000000", "²",
                                    "1e-2s", "1.s", "0_0.01s", "1_0s", " 1s", "+1s", "١s", "0x1s", "9" * 5000, "9" * 5000 + "s"])
def test_a_budget_that_cannot_be_is_named(budget):
    with pytest.raises(AgentError, match="no budget that can be read"):
        make_agent(f"search:{budget}")


def test_a_search_by_the_clock_says_that_it_is_not_reproducible():
    from agents.arena.entrants import enter
    assert [e.reproducible for e in enter(["search:7", "search:1.5s", "search:.5s", "search:2s"], 30)] == [True, False, False, False]


def test_both_kinds_of_budget_are_read():
    assert make_agent("search").descents == 200 and make_agent("search:7").descents == 7 and make_agent("search:1.5s").seconds == 1.5


def test_the_same_seed_gives_the_same_choice_and_nothing_is_changed():
    b = Battle(load_library_encounter("broken_gate"), seed=4)
    before, mask = b.state.tobytes(), b.mask.copy()
    chosen = {search(b, 80, seed=3) for _ in range(3)}
    assert len(chosen) == 1 and mask[chosen.pop()] and b.state.tobytes() == before and (b.mask == mask).all()


def test_it_does_not_know_the_dice_to_come():
    """Positions that differ in their dice alone get the same answer."""
    b = Battle(load_library_encounter("duel"), seed=1)
    found = set()
    for seed in range(8):
        other = copy_of(b.state)
        seed_dice(other[0], seed)
        if seed == 7:
            other[0].dice.forced[:2], other[0].dice.n_forced = 10, 2
        found.add(choose_one(SearchAgent("60"), b.tables_row(), other[0], b.mask, np.random.default_rng(5)))
    assert len(found) == 1


@pytest.mark.parametrize("name", ["duel", "bell_ritual"])
def test_every_choice_of_a_fight_is_legal(name):
    """Battle.step raises for an illegal one; both sides search, reactions and forced moves are asked too."""
    scenario, agent, asks = load_library_encounter(name), SearchAgent("6"), set()
    b, rng = Battle(scenario, seed=2), np.random.default_rng(2)
    for _ in range(150):
        if b.over:
            break
        asks.add(b.state.ask)
        b.step(choose_one(agent, scenario.tables, b.state, b.mask, rng))
    assert k.ASK_ACTION in asks and len(asks) >= 6


def test_what_was_found_is_kept_while_no_dice_are_rolled():
    """After a walk the search goes on in the tree it has; after an attack it begins anew."""
    f = fight("x..A", clock=ITS_TURN)
    agent = SearchAgent("120")
    rng = np.random.default_rng(0)
    kept = []
    for _ in range(12):
        if f.over or f.state.turn_of != 1:
            break
        _, root = agent._kept(copy_of(f.state)[0], np.asarray(f.mask, np.uint8))
        kept.append((root != NOTHING, f.state.dice.state.tobytes()))
        f.step(choose_one(agent, f.tables_row(), f.state, f.mask, rng))
    assert not kept[0][0] and any(k for k, _ in kept)
    assert all(not now or dice == before for (_, before), (now, dice) in zip(kept, kept[1:])), "kept although dice were rolled"


def test_a_position_after_dice_is_not_foretold():
    f = fight("xA", clock=ITS_TURN)
    f.play("deed")
    points = f.legal()[0]
    assert after(f.tables_row(), f.state, points, np.asarray(f.mask, np.uint8)) is None
    g = fight("x...A", clock=ITS_TURN)
    move = g.legal()[g.options().index("move")]
    expected = after(g.tables_row(), g.state, move, np.asarray(g.mask, np.uint8))
    g.step(move)
    assert expected == fingerprint(g.state)


def test_another_fight_begins_with_nothing_kept():
    f = fight("x..A", clock=ITS_TURN)
    agent = SearchAgent("40")
    choose_one(agent, f.tables_row(), f.state, f.mask, np.random.default_rng(0))
    agent.begin()
    assert agent._kept(f.state, np.asarray(f.mask, np.uint8))[1] == NOTHING


def test_a_search_in_seconds_answers():
    b = Battle(load_library_encounter("duel"), seed=1)
    assert b.mask[choose_one(make_agent("search:0.01s"), b.tables_row(), b.state, b.mask, np.random.default_rng(0))]


def test_the_favourite_is_what_was_tried_most_for_either_side():
    tree = new_tree(1)
    tree.count[0] = 3
    tree.tried[:3], tree.gain[:3] = [5, 9, 9], [5.0, -2.0, 3.0]
    for side, edge in ((k.COMPANIONS, 2), (k.ENEMIES, 1)):
        tree.side[0] = side
        assert favourite(tree, 0) == edge


def test_it_takes_the_blow_that_wins_the_fight():
    """One foe with a point of vigor in reach, one whole: the side that fells it now has won by the end of the round or not."""
    f = fight("xA", A="vigor = 1", clock=ITS_TURN)
    wins = 0
    for seed in range(6):
        g = f.clone(seed)
        rng, agent = np.random.default_rng(seed), SearchAgent("100")
        said = []
        while not g.over and g.state.turn_of == f.state.turn_of and len(said) < 10:
            choice = choose_one(agent, g.tables_row(), g.state, g.mask, rng)
            said.append(choice)
            g.step(choice)
        wins += k.A_MENU + k.DEED in said
    assert wins == 6
