"""Games: alone, side by side and by `foemind play` the same; what a record says; an illegal choice ends one game and no other."""

import numpy as np
import pytest

from agents import make_agent
from agents.arena.entrants import Entrant
from agents.arena.games import pack_choices, play_games, unpack_choices
from agents.arena.players import Inside, Players
from agents.arena.replay import choice_texts
from agents.arena.results import without_times
from agents.arena.schedule import schedule
from agents.arena.workers import units
from envs.core import codes as k
from envs.notation import parse_choice
from envs.tables import load_library_encounter
from judge.fight import play

NAMES = ["random", "greedy"]
ENTRANTS = [Entrant(name, False, True, True, "") for name in NAMES]


@pytest.fixture(scope="module")
def duel():
    return load_library_encounter("duel")


@pytest.fixture(scope="module")
def games(duel):
    return schedule(2, [duel.signature], 6, 3)


@pytest.fixture(scope="module")
def records(duel, games):
    """Records of six games, played side by side."""
    with Players(ENTRANTS, 30) as players:
        return sorted(play_games(duel, games, players), key=lambda r: r["game"])


def test_a_game_alone_is_the_same_as_side_by_side(duel, games, records):
    with Players(ENTRANTS, 30) as players:
        alone = [record for game in reversed(games) for record in play_games(duel, [game], players)]
    assert without_times(alone[::-1]) == without_times(records)
    assert len({r["choices"] for r in records}) == 6


def test_a_game_is_the_one_that_foemind_play_plays_with_its_seed(duel, games, records):
    for game, record in zip(games, records):
        companions, enemies = (NAMES[n] for n in game.sides)
        fight = play(duel, enemies, companions, game.seed)
        assert (record["winner"], record["rounds"]) == (fight.winner, fight.rounds)
        assert choice_texts(duel, game, record) == fight.choices
        standing = {key: vigor for key, vigor in fight.vigor.items() if vigor > 0}
        assert sum(record["vigor"]) == sum(standing.values())
        assert sum(record["decisions"]) == len(fight.choices) and min(record["decisions"]) > 0
        loser = 1 - k.SIDE_NAMES.index(record["winner"])
        assert record["left"][loser] == record["vigor"][loser] == record["share"][loser] == 0 and record["left"][1 - loser] == 1


def test_agents_that_answer_for_many_answer_as_for_each_alone(duel, games):
    """`choose_each` gives every row what `choose` gives it alone from the same generator, and moves the generators on alike."""
    seen = []

    class Noting(Inside):
        def choose(self, tables, states, masks, rngs):
            copies = [np.random.default_rng() for _ in rngs]
            for copy, rng in zip(copies, rngs):
                copy.bit_generator.state = rng.bit_generator.state
            choices, seconds = super().choose(tables, states, masks, rngs)
            alone = [int(self.agent.choose(tables, states[n:n + 1], masks[n:n + 1], copies[n])[0]) for n in range(len(states))]
            assert alone == choices.tolist() and [r.bit_generator.state for r in rngs] == [c.bit_generator.state for c in copies]
            seen.append(len(states))
            return choices, seconds

    list(play_games(duel, games, {n: Noting(entrant) for n, entrant in enumerate(ENTRANTS)}))
    assert max(seen) > 1


class Wrong:
    """Plays a row's third question with what the mask forbids, or with a number that is no choice."""

    text, batched = "wrong", True

    def __init__(self, answer):
        self.answer, self.asked = answer, 0

    def begin(self, tables, seed, seat):
        pass

    def choose(self, tables, states, masks, rngs):
        self.asked += 1
        choices = masks.argmax(axis=1).astype(np.int64)
        if self.asked == 3:
            choices[0] = masks[0].argmin() if self.answer is None else self.answer
        return choices, 0.25 * len(states)


@pytest.mark.parametrize("answer, why", [(None, "not legal"), (-1, "there is no such choice"), (10**6, "there is no such choice")])
def test_an_illegal_choice_loses_that_game_only(duel, games, answer, why):
    records = list(play_games(duel, games, {0: Wrong(answer), 1: Inside(ENTRANTS[1])}))
    lost = [r for r in records if r["forfeit"]]
    assert len(records) == 6 and len(lost) == 1
    game = games[lost[0]["game"]]
    side = k.SIDE_NAMES[game.sides.index(0)]
    assert lost[0]["forfeit"]["side"] == side and lost[0]["winner"] != side and lost[0]["forfeit"]["kind"] == "illegal"
    assert "wrong answered the question" in lost[0]["forfeit"]["why"] and why in lost[0]["forfeit"]["why"]
    for record in records:
        mine = games[record["game"]].sides.index(0)
        assert record["seconds"][mine] == pytest.approx(0.25 * record["decisions"][mine])


def test_an_agent_of_ours_that_raises_loses_its_game(duel, games):
    class Broken:
        def choose(self, tables, states, masks, rng):
            raise RuntimeError("a wheel\ncame off")

    player = Inside(ENTRANTS[0]._replace(batched=False))
    player.agent, player.begin = Broken(), lambda *_: None
    (record,) = play_games(duel, games[:1], {0: player, 1: Inside(ENTRANTS[1])})
    assert record["forfeit"] == {"side": "enemies", "kind": "crash", "why": "random crashed: RuntimeError: a wheel came off"}


def test_memory_does_not_outlive_a_game():
    """An agent without `begin` is made anew for each game, one with it is told."""
    player = Inside(ENTRANTS[0]._replace(batched=False))
    first = player.agent
    player.begin(None, 0, 0)
    assert player.agent is first
    player.begin(None, 0, 0)
    assert player.agent is not first
    told = []
    player.agent.begin = lambda: told.append(1)
    first = player.agent
    player.begin(None, 0, 0)
    assert player.agent is first and told == [1]


def test_only_batched_agents_games_are_played_side_by_side():
    mixed = [*ENTRANTS, Entrant("policy", False, False, True, "")]
    made = schedule(3, ["a", "b"], 8, 0)
    parts = units(made, mixed)
    assert sorted(g.index for unit in parts for g in unit) == [g.index for g in made]
    for unit in parts:
        assert len(unit) == 1 or all(2 not in g.sides and g.encounter == unit[0].encounter for g in unit)
    assert sorted(len(unit) for unit in parts)[-2:] == [4, 4]


def test_choices_are_packed_and_back():
    choices = [0, 17, 65535, 4]
    assert unpack_choices(pack_choices(choices)) == choices and unpack_choices(pack_choices([])) == []
    with pytest.raises(ValueError):
        unpack_choices("no base64")
    with pytest.raises(ValueError):
        unpack_choices("AAAA")


def test_texts_of_choices_read_back(duel, games, records):
    from envs.battle import Battle
    battle = Battle(duel, seed=games[0].seed)
    for text, choice in zip(choice_texts(duel, games[0], records[0]), unpack_choices(records[0]["choices"])):
        assert parse_choice(duel, battle.state, text, int(duel.tables[0].side)) == choice
        battle.step(choice)
    assert k.WINNER_NAMES[battle.winner] == records[0]["winner"]
    assert make_agent("random").name == "random"
