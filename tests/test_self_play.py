"""Self-play: both sides' questions are rows, rewards are those of the side that answered, and earlier selves play the other seat."""

import numpy as np
import pytest
import torch
from training_inputs import ready_model

from agents import make_agent
from agents.policy import STANDARD, PolicyAgent
from envs.core import codes as k
from envs.native import NativeBatch
from envs.opponents import EARLIER, SELF, SelfPlay
from envs.tables import load_library_encounter
from training.config import ConfigError, change, make_config
from training.earlier import KEPT, Earlier, Rival
from training.meter import Fights
from training.rollout import by_policy, collect, side_asked
from training.train import make_env

CONFIG = make_config({"encounters": ["duel"], "side": 8, "n_envs": 24, "n_steps": 48, "batch_size": 64, "threads": 1,
                      "opponent": {"greedy": 1, "self": 1, "earlier": 1}})
GREEDY = make_agent("greedy")


def greedy(batch, rng):
    """What greedy answers for whoever is asked: its fights come to an end."""
    return GREEDY.choose(batch.tables, batch.states, batch.action_masks(), rng)


def batch_of(weights, shaping=0.0, n=12):
    return NativeBatch([load_library_encounter("duel")], n, 8, SelfPlay(weights), "both_seats", shaping, seed=3)


@pytest.fixture(scope="module")
def model():
    return ready_model(CONFIG)


def test_both_sides_are_asked_and_each_is_rewarded_for_its_own_result():
    batch, rng = batch_of({"self": 1}), np.random.default_rng(0)
    batch.reset()
    asked, ended = set(), 0
    for _ in range(300):
        answering = batch.states.asked.copy()
        assert (batch.learners == answering).all() and (batch.bots == SELF).all()
        asked |= set(answering.tolist())
        out = batch.step(greedy(batch, rng))
        for n, b in enumerate(out.done):
            if out.terminated[b]:
                assert out.rewards[b] == (1.0 if out.winners[n] == answering[b] else -1.0 if out.winners[n] in (0, 1) else 0.0)
                ended += 1
        assert (out.rewards[~(out.terminated | out.truncated)] == 0).all()
    assert asked == {k.COMPANIONS, k.ENEMIES} and ended > 0


def test_shaping_of_both_sides_adds_up_to_the_result():
    """Seen from one seat, what was paid for a fight telescopes to its result less the potential that it began with."""
    batch, rng = batch_of({"self": 1}, shaping=0.7), np.random.default_rng(1)
    batch.reset()
    begun = np.where(batch.learners == 0, batch.potentials, -batch.potentials)
    paid, seen = np.zeros(12), 0
    for _ in range(300):
        signs = np.where(batch.states.asked == 0, 1.0, -1.0)
        out = batch.step(batch.sample(rng))
        paid += signs * out.rewards
        for n, b in enumerate(out.done):
            if out.terminated[b]:
                result = {0: 1.0, 1: -1.0}.get(int(out.winners[n]), 0.0)
                assert paid[b] == pytest.approx(result - begun[b], abs=1e-5)
                seen += 1
            paid[b], begun[b] = 0.0, batch.potentials[b] if batch.learners[b] == 0 else -batch.potentials[b]
    assert seen > 0


def test_rows_against_bots_ask_their_learner_alone():
    batch, rng = batch_of({"random": 1, "self": 1}), np.random.default_rng(2)
    batch.reset()
    kinds = set()
    for _ in range(150):
        bots = batch.bots >= 0
        kinds |= set(bots.tolist())
        assert (batch.states.asked[bots] == batch.seats[bots]).all() and (batch.learners[bots] == batch.seats[bots]).all()
        batch.step(batch.sample(rng))
    assert kinds == {True, False}


def test_an_earlier_self_plays_the_other_seat_and_is_not_learned_from(model):
    batch, earlier = model.env.unwrapped.batch, Earlier(model.policy.network, 0)
    earlier.look(model.policy.network, 0.0)
    asked_of_it, seen, answer = [], [], by_policy(model, batch, earlier)
    plain = earlier.choose

    def choose(observation, masks):
        asked_of_it.append(len(masks))
        return plain(observation, masks)

    def watched(observation, masks):
        others = (batch.bots == EARLIER) & (side_asked(observation) != batch.seats)
        answers = answer(observation, masks)
        assert masks[np.arange(len(masks)), answers.played].all()
        seen.append(others)
        return answers

    earlier.choose = choose
    collect(model, model.env, Fights(), watched)
    assert (model.rollout_buffer.learned == ~np.array(seen)).all() and sum(asked_of_it) == np.sum(seen) > 0


def test_copies_are_taken_by_time_and_the_newest_is_always_kept(model):
    network = model.policy.network
    earlier = Earlier(network, 0)
    for number in range(3 * KEPT):
        with torch.no_grad():
            network.value.bias.fill_(float(number))
        earlier.look(network, number / (3 * KEPT))
        earlier.look(network, number / (3 * KEPT) + 0.001)  # too early for another
        assert earlier.states[-1]["value.bias"].item() == number and len(earlier.states) == min(number + 1, KEPT)
    assert len({state["value.bias"].item() for state in earlier.states}) == KEPT


def test_a_rival_plays_by_its_file(model):
    rival, env = Rival(STANDARD, 0, "greedy"), make_env(change(CONFIG, prior="greedy"), [load_library_encounter("duel")], 5)
    seen, masks = env.reset(), env.unwrapped.batch.action_masks()
    drawn = np.array([rival.choose(seen, masks) for _ in range(20)])
    logits, _ = PolicyAgent(STANDARD).evaluate(seen, masks)
    assert masks[np.arange(24), drawn].all() and (drawn == logits.argmax(axis=1)).mean() > 0.2 and len({tuple(row) for row in drawn}) > 1


def test_a_rival_that_is_shown_a_prior_needs_it_in_the_configuration(monkeypatch):
    class Shown:
        shown = ("map", "prior", "outlook")

        def __init__(self, file):
            self.file = file

    monkeypatch.setattr("agents.policy.PolicyAgent", Shown)
    assert Rival("r.onnx", 0, "greedy").policy.file == "r.onnx"
    with pytest.raises(ConfigError, match='rival: r.onnx .*add prior = "greedy"'):
        Rival("r.onnx", 0)


def test_a_rival_that_cannot_be_read_ends_the_run_in_a_sentence(tmp_path):
    with pytest.raises(ConfigError, match="rival: .*none.onnx"):
        Rival(tmp_path / "none.onnx", 0)
