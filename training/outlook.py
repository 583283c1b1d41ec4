"""Fit the outlook of the search (`agents/kernels/outlook.py`) to how fights ended.

Generated fights are played by the compiled bots, some turns by lot, so that positions are met too that no bot would come to, and what a lost turn
costs is learned. Of each fight positions between turns are kept as facts with the result. A small network learns the result from them, then what it
says itself later in the same fight; the fights of one fifth choose when to stop, those of another say how good it is.
`python -m training.outlook --fights 12800` writes checkpoints/outlook.json.
"""

import argparse
import json
import os
import sys
from pathlib import Path

import numpy as np
import torch

from agents.kernels import facts
from agents.kernels.sample import fill_facts
from agents.kernels.weights import GREEDY
from agents.outlook import STANDARD, shapes
from envs.core import codes as k

from .fights import CHUNK, keep_all, play_fights
from .runs import replace_file

KEPT = 0.6  # share of the turns at whose beginning the position is kept: the search looks at no others
WIDE, TOP = 24, 32  # hidden numbers of a combatant, of the field
BATCH, RATE, DECAY, EPOCHS, PATIENCE = 512, 2e-3, 1e-2, 25, 5
ROUNDS, LAMBDA = 2, 0.8  # fits to later values (Sutton 1988), which spare the network the luck of what was still to be rolled
SIGN = np.where(np.arange(facts.FIELD) < facts.TURNS_SIGN, -1, 1).astype(np.float32)  # of the field when the sides change places


def play(first):
    """Facts of positions of CHUNK fights from the seed `first` on: rows (n, MAX_COMBATANTS, ROW), field (n, FIELD), sides (n, MAX_COMBATANTS) with
    1, -1 or 0, result and fight (n,)."""
    kept = []

    def look(moment, rng):
        taken = moment.live[moment.fresh[moment.live] & (rng.random(moment.live.size) < KEPT)]
        kept.append((taken, *gather(moment.tables, moment.states, taken)))
    tables, ends = play_fights(first, look)
    fights, rows, fields = (np.concatenate(part) for part in zip(*kept))
    present = np.arange(k.MAX_COMBATANTS) < tables.n_combatants[:, None]
    sides = np.where(present, np.where(tables.roster.side == k.COMPANIONS, 1, -1), 0).astype(np.int8)
    return {"rows": rows, "field": fields, "sides": sides[fights], "result": ends[fights], "fight": first + fights}


def gather(tables, states, taken):
    """(rows, field) float32 of the positions with the numbers `taken`."""
    rows = np.zeros((len(taken), k.MAX_COMBATANTS, facts.ROW))
    field = np.zeros((len(taken), facts.FIELD))
    fill_facts(tables, states, taken, GREEDY, rows, field)
    return rows.astype(np.float32), field.astype(np.float32)


class Network(torch.nn.Module):
    """As `agents.kernels.outlook.lean` reckons it."""

    def __init__(self):
        super().__init__()
        self.bodies = torch.nn.Linear(facts.ROW, WIDE)
        self.field = torch.nn.Linear(2 * WIDE + facts.FIELD, TOP)
        self.last = torch.nn.Linear(TOP, 1)

    def forward(self, rows, field, sides):
        """Log odds (n,) for the side that is 1 in `sides`."""
        bodies = torch.relu(self.bodies(rows)) / 4.0
        sums = [(bodies * (sides == sign)[..., None]).sum(1) for sign in (1, -1)]
        return self.last(torch.relu(self.field(torch.cat([*sums, field], 1))))[:, 0]

    def weights(self):
        """The arrays of an Outlook as nested lists of six digits."""
        parts = {"bodies": self.bodies.weight.T, "bodies_bias": self.bodies.bias, "field": self.field.weight.T, "field_bias": self.field.bias,
                 "last": self.last.weight[0], "offset": self.last.bias}
        assert {name: tuple(part.shape) for name, part in parts.items()} == shapes(WIDE, TOP)
        return {name: np.round(part.detach().double().numpy(), 6).tolist() for name, part in parts.items()}


def loss(net, data, chosen):
    """Cross entropy of the chosen positions, each seen from both sides."""
    rows, field, sides, ends = (data[name][chosen] for name in ("rows", "field", "sides", "result"))
    both = torch.cat([net(rows, field, sides), net(rows, field * torch.from_numpy(SIGN), -sides)])
    return torch.nn.functional.binary_cross_entropy_with_logits(both, torch.cat([ends + 1, 1 - ends]) / 2)


def fit(data, seed):
    """(weights, figures) of a network that was fitted to the results, then ROUNDS times to what it says itself later in the same fight (TD)."""
    torch.manual_seed(seed)
    part = {name: torch.from_numpy(array) for name, array in data.items()}
    fold = part["fight"] % 5
    folds = [torch.where(where)[0] for where in (fold > 1, fold == 1, fold == 0)]  # learned from, choosing when to stop, tested
    net = Network()
    figures = learn(net, part, part["result"], folds)
    for _ in range(ROUNDS):
        figures = learn(net, part, later_results(data, values(net, part)), folds)
    return net.weights(), figures | {"positions": len(part["fight"]), "fights": len(part["fight"].unique())}


def learn(net, part, targets, folds):
    """Fit a network to targets, float32 (n,) in [-1, 1], until the results of the choosing fights are foretold no better; returns figures."""
    learned, choosing, tested = folds
    aimed = part | {"result": targets}
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    best, figures, since, kept = float("inf"), {}, 0, None
    for epoch in range(EPOCHS):
        for chosen in learned[torch.randperm(len(learned))].split(BATCH):
            optimiser.zero_grad()
            loss(net, aimed, chosen).backward()
            optimiser.step()
        with torch.no_grad():
            now, test = loss(net, part, choosing).item(), loss(net, part, tested).item()
        print(f"epoch {epoch + 1}: loss {now:.4f}, on other fights {test:.4f}", file=sys.stderr)
        since += 1
        if now < best:
            best, since, kept = now, 0, {name: array.clone() for name, array in net.state_dict().items()}
            figures = {"loss": round(test, 4)} | quality(net, part, tested)
        if since == PATIENCE:
            break
    net.load_state_dict(kept)
    return figures


def values(net, part):
    """What a network says of all positions for the companions, float32 (n,) in [-1, 1]."""
    with torch.no_grad():
        return torch.tanh(0.5 * net(part["rows"], part["field"], part["sides"])).numpy()


def later_results(data, said):
    """TD(LAMBDA) targets, float32 (n,): of each position's fight the mean of what is said of it later and how it ended. Positions stand in order."""
    targets, later = np.empty_like(data["result"]), {}
    for n in range(len(targets) - 1, -1, -1):
        fight = int(data["fight"][n])
        after = later.get(fight)
        targets[n] = data["result"][n] if after is None else LAMBDA * targets[after] + (1 - LAMBDA) * said[after]
        later[fight] = n
    return torch.from_numpy(targets)


def quality(net, part, tested):
    """Brier score of the tested positions as the search reads them, beside that of the mean result."""
    with torch.no_grad():
        chance = torch.sigmoid(net(*(part[name][tested] for name in ("rows", "field", "sides"))))
    wanted = (part["result"][tested] + 1) / 2
    return {"brier": round(((chance - wanted) ** 2).mean().item(), 4), "brier_of_the_mean": round(wanted.var(unbiased=False).item(), 4)}


def main():
    """Collect, fit, write; prints the figures as JSON."""
    parser = argparse.ArgumentParser(description="Fit the outlook of the search to how fights ended.")
    parser.add_argument("--fights", type=int, default=12800, help=f"generated fights, in whole {CHUNK}s")
    parser.add_argument("--first", type=int, default=2_000_000, help="seed of the first fight")
    parser.add_argument("--seed", type=int, default=0, help="of the network")
    parser.add_argument("--data", type=Path, default=Path("runs/outlook"), help="folder in which the facts are kept")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes that play")
    parser.add_argument("--out", type=Path, default=STANDARD)
    options = parser.parse_args()
    torch.set_num_threads(1)
    weights, figures = fit(keep_all(play, options.fights, options.first, options.data, options.workers), options.seed)
    command = f"python -m training.outlook --fights {options.fights} --first {options.first} --seed {options.seed}"
    text = json.dumps({"command": command, "figures": figures, "weights": weights})
    replace_file(options.out, lambda part: part.write_text(text + "\n", encoding="utf-8"))
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
