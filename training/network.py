"""The network: observation in, logits and value out. Scaling happens inside; the mask is applied outside.

Combatants, deeds, lines, items, lasting effects and squares are scored by small shared heads, so that a new monster and another board need no
new weights; an action of a stat block's own and a concoction are scored by what their deeds do. Nothing names a combatant's, deed's or square's
place in its list: the same rows in another order give the same scores in that order.
"""

import torch
from torch import nn
from torch.nn import functional as F

from agents.prior import OUTLOOK_UNIT, PRIOR_UNIT
from envs.core.codes import A_SQUARE, GROUP_NAMES, GROUP_SIZES, MENU_SIZE, OWN_ACTION, OWN_ACTIONS
from envs.encoding.layout import ACTION_ROW, CONCOCTION_ROW, OBS_LAYOUT, index, scales

from .rows import PRESENT, Packed

PLAIN_GROUPS = {"menu": OWN_ACTION} | {name: size for name, size in zip(GROUP_NAMES, GROUP_SIZES) if name in ("amount", "state", "guard", "option")}
# entries with a fixed meaning, scored from the trunk alone; the menu's last ones are a stat block's own
LIMIT = 8.0  # scaled features are cut off here, so that a monster far outside the training's numbers stays in sight
WITHOUT = {"facts": ("squares", ("foes_", "near_damage", "far_damage", "threat", "nearest_", "fellows_in_area", "objective_", "centre_")),
           "kit": ("combatants", ("kit:",)), "attention": ("", ())}  # what an ablation may leave out: array and beginnings of its features' names
FLAGS = [index("combatants", name) for name in ("asker", "own", "foe", "current_target")]


class Scale(nn.Module):
    """Integers of one array of the observation to float32 of the order of one, what is left out (keys of WITHOUT) to 0; shape kept."""

    def __init__(self, name, without=()):
        super().__init__()
        unseen = tuple(start for array, starts in map(WITHOUT.get, without) if array == name for start in starts)
        seen = torch.tensor([not feature.name.startswith(unseen) for feature in OBS_LAYOUT[name]], dtype=torch.float32)
        self.register_buffer("factor", torch.from_numpy(1.0 / scales(name)) * seen, persistent=False)

    def forward(self, integers):
        return (integers.to(torch.float32) * self.factor).clamp(-LIMIT, LIMIT)


class RowEncoder(nn.Module):
    """The same two layers for each row of an array: integers (..., features) to float32 (..., out)."""

    def __init__(self, name, hidden, out, without=()):
        super().__init__()
        self.scale = Scale(name, without)
        self.first = nn.Linear(len(OBS_LAYOUT[name]), hidden)
        self.second = nn.Linear(hidden, out)

    def forward(self, integers):
        return torch.relu(self.second(torch.relu(self.first(self.scale(integers)))))


class RowHead(nn.Module):
    """Score of each row in the light of the trunk: rows (..., features) and context (..., hidden), broadcast over rows, to (...)."""

    def __init__(self, features, hidden):
        super().__init__()
        self.row = nn.Linear(features, hidden)
        self.score = nn.Linear(hidden, 1)

    def forward(self, rows, context):
        return self.score(torch.relu(self.row(rows) + context)).squeeze(-1)


class SquareHead(nn.Module):
    """Score of a square: its features and the trunk through two small layers."""

    def __init__(self, trunk, hidden=32, without=()):
        super().__init__()
        self.scale = Scale("squares", without)
        self.row = nn.Linear(len(OBS_LAYOUT["squares"]), hidden)
        self.context = nn.Linear(trunk, hidden, bias=False)
        self.second = nn.Linear(hidden, hidden)
        self.score = nn.Linear(hidden, 1)

    def forward(self, squares, context):
        """squares int (..., features), context float (..., hidden) from `self.context`, broadcast over squares; scores (...)."""
        return self.score(torch.relu(self.second(torch.relu(self.row(self.scale(squares)) + context)))).squeeze(-1)


class PriorHead(nn.Module):
    """What greedy makes of the choices (agents.prior), weighed as the trunk finds right, as a part of their logits. At first a choice's logit falls with
    what greedy thinks it gives away, so that an untrained network plays much like greedy."""

    WEIGHTS = (0.3, 0.6, 1.5, 1.0)  # at first: for the best, for the near best, for what gives a little away, against what gives much away

    def __init__(self, trunk):
        super().__init__()
        self.weights = nn.Linear(trunk, len(self.WEIGHTS))

    def forward(self, prior, context):
        """Integers (..., 1) of the choices and context (..., weights) from `self.weights`, broadcast over choices; parts of logits (...)."""
        lost = prior.to(torch.float32) / PRIOR_UNIT
        shown = torch.cat([(prior == 0).to(torch.float32), torch.exp(2.0 * lost), torch.exp(lost / 3.0), lost.clamp(min=-20.0) / 5.0], -1)
        return (shown * context).sum(-1)


class Network(nn.Module):
    """`network(observation)` -> logits float32 (B, actions), value float32 (B,).

    `observation`: dict of integer tensors by the names of OBS_LAYOUT with leading dimension B, or `Packed` (see rows.py): the same logits at every
    legal choice and the same value, at a fraction of the work. size: factor of all layers' widths; without: keys of WITHOUT, left out to see what they are worth.
    prior: whether the observation has the entries of `agents.prior.see_prior` too; the value is then what is to be added to the outlook.
    """

    def __init__(self, size=1.0, without=(), prior=False):
        super().__init__()
        row, trunk, line, small, hidden = (max(4, round(size * width)) for width in (48, 92, 24, 16, 32))
        self.attends = "attention" not in without
        self.map, self.question = Scale("map"), Scale("question")
        self.combatants = RowEncoder("combatants", round(64 * size), row, without)
        self.deeds = RowEncoder("deeds", round(48 * size), row)
        self.lines = RowEncoder("lines", round(32 * size), line)
        self.items = RowEncoder("items", round(24 * size), small)
        self.effects = RowEncoder("effects", round(32 * size), small)
        facts = len(OBS_LAYOUT["map"]) + len(OBS_LAYOUT["question"])
        self.query, self.key = nn.Linear(facts + row, row), nn.Linear(row, row, bias=False)
        self.trunk_first, self.trunk_second = nn.Linear(facts + 6 * row + line + 2 * small, trunk), nn.Linear(trunk, trunk)
        self.plain = nn.Linear(trunk, sum(PLAIN_GROUPS.values()))
        self.context = nn.Linear(trunk, hidden, bias=False)  # one for all heads: the trunk knows which question is asked
        self.combatant_head, self.deed_head, self.action_head = RowHead(row, hidden), RowHead(row, hidden), RowHead(row, hidden)
        self.line_head, self.item_head, self.effect_head = RowHead(line, hidden), RowHead(small + row, hidden), RowHead(small, hidden)
        self.square_head = SquareHead(trunk, hidden, without)
        self.value_first, self.value = nn.Linear(trunk, round(64 * size)), nn.Linear(round(64 * size), 1)
        self.prior_head = PriorHead(trunk) if prior else None
        self._start_near_uniform()

    def _start_near_uniform(self):
        """Orthogonal weights; scores start near 0, so that the first policy is close to a uniform choice among what is legal."""
        for layer in self.modules():
            if isinstance(layer, nn.Linear):
                nn.init.orthogonal_(layer.weight, 2**0.5)
                if layer.bias is not None:
                    nn.init.zeros_(layer.bias)
        heads = (self.combatant_head, self.deed_head, self.action_head, self.line_head, self.item_head, self.effect_head, self.square_head)
        for layer in (self.plain, *(head.score for head in heads)):
            nn.init.orthogonal_(layer.weight, 0.01)
        nn.init.orthogonal_(self.value.weight, 0.1)
        if self.prior_head:
            nn.init.orthogonal_(self.prior_head.weights.weight, 0.01)
            self.prior_head.weights.bias.data = torch.tensor(PriorHead.WEIGHTS)

    def forward(self, observation):
        return self._packed(observation) if isinstance(observation, Packed) else self._whole(observation)

    def _whole(self, obs):
        """Every row of every array: what is exported. Absent rows score 0."""
        present = {name: (obs[name][:, :, PRESENT[name]] != 0).unsqueeze(-1) for name in PRESENT}
        flags = obs["combatants"][:, :, FLAGS].to(torch.float32) * present["combatants"]
        rows = {name: getattr(self, name)(obs[name]) * present[name] for name in PRESENT}
        trunk = self._trunk(obs["map"], obs["question"], rows, flags, present["combatants"])
        context = self.context(trunk).unsqueeze(1)
        scores = {group: head(rows[name], context) * present[name].squeeze(-1) for group, name, head in self._heads()}
        things = torch.cat([rows["items"], rows["deeds"][:, CONCOCTION_ROW:]], 2)
        scores["item"] = self.item_head(things, context) * present["items"].squeeze(-1)
        scores["square"] = self.square_head(obs["squares"], self.square_head.context(trunk).unsqueeze(1))
        logits = self._logits(trunk, scores)
        if self.prior_head:
            logits = logits + self.prior_head(obs["prior"].unsqueeze(-1), self.prior_head.weights(trunk).unsqueeze(1))
        return logits, self._value(trunk, obs)

    def _packed(self, obs):
        """Only the rows that were kept; the others score 0."""
        values = {name: getattr(self, name)(getattr(obs, name).values) for name in PRESENT}
        rows = {name: self._spread(values[name], getattr(obs, name), obs.batch) for name in PRESENT}
        kept = obs.combatants
        flags = self._spread(kept.values[:, FLAGS].to(torch.float32), kept, obs.batch)
        present = self._spread(kept.values.new_ones((len(kept.values), 1), dtype=torch.bool), kept, obs.batch)
        trunk = self._trunk(obs.map, obs.question, rows, flags, present)
        context, concoctions = self.context(trunk), rows["deeds"][:, CONCOCTION_ROW:].flatten(0, 1)
        things = torch.cat([values["items"], concoctions.index_select(0, obs.items.at)], 1)
        scores = {}
        for group, name, head, seen in [(g, n, h, values[n]) for g, n, h in self._heads()] + [("item", "items", self.item_head, things)]:
            kept = getattr(obs, name)
            scores[group] = self._spread(head(seen, context.index_select(0, kept.at // kept.slots)), kept, obs.batch)
        asked = obs.squares
        context = self.square_head.context(trunk).index_select(0, asked.at // asked.slots)
        scores["square"] = self._spread(self.square_head(asked.values, context), asked, obs.batch)
        logits, legal = self._logits(trunk, scores), obs.prior
        if self.prior_head and legal is not None:
            weights = self.prior_head.weights(trunk).index_select(0, legal.at // legal.slots)
            logits = logits + self._spread(self.prior_head(legal.values, weights), legal, obs.batch)
        return logits, self._value(trunk, obs._asdict())

    def _heads(self):
        """(group, array, head) of what is scored row by row; `action` are the menu's entries that a stat block adds."""
        return [("combatant", "combatants", self.combatant_head), ("deed", "deeds", self.deed_head), ("action", "deeds", self.action_head),
                ("line", "lines", self.line_head), ("effect", "effects", self.effect_head)]

    @staticmethod
    def _spread(values, kept, batch):
        """Values (N, …) of kept rows back to (B, slots, …), zeros elsewhere."""
        out = values.new_zeros((batch * kept.slots, *values.shape[1:])).index_copy(0, kept.at, values)
        return out.view(batch, kept.slots, *values.shape[1:])

    def _trunk(self, map_, question, rows, flags, present):
        """What the whole fight looks like to the asker: float32 (B, trunk)."""
        combatants = rows["combatants"]
        facts = torch.cat([self.map(map_), self.question(question)], 1)
        asker, own, foes, targets = torch.bmm(flags.transpose(1, 2), combatants).unbind(1)
        count = flags.sum(1).clamp(min=1.0)
        look = self._look(torch.cat([facts, asker], 1), combatants, present)
        parts = [facts, asker, look, own / count[:, 1:2], foes / count[:, 2:3], targets / count[:, 3:4]]
        parts += [rows[name].amax(1) for name in ("deeds", "lines", "items", "effects")]
        return torch.relu(self.trunk_second(torch.relu(self.trunk_first(torch.cat(parts, 1)))))

    def _look(self, asker, combatants, present):
        """One attention query of the asker over the combatants that are there, or their mean where attention is left out: float32 (B, row)."""
        if not self.attends:
            return (combatants * present).sum(1) / present.sum(1).clamp(min=1)
        query = self.query(asker).unsqueeze(-1)
        weights = torch.bmm(self.key(combatants), query) * combatants.shape[-1] ** -0.5
        weights = F.softmax(weights.masked_fill(~present, -1e9), 1)
        return torch.bmm(weights.transpose(1, 2), combatants).squeeze(1)

    def _logits(self, trunk, scores):
        """Scores of all groups in the order of the action layout: float32 (B, actions). The rows of `deeds` are scored as deeds and as actions."""
        scores = scores | dict(zip(PLAIN_GROUPS, self.plain(trunk).split(list(PLAIN_GROUPS.values()), 1)))
        scores["menu"] = torch.cat([scores["menu"], scores["action"][:, ACTION_ROW:CONCOCTION_ROW]], 1)
        scores["deed"] = scores["deed"][:, :ACTION_ROW]
        return torch.cat([scores[name] for name in GROUP_NAMES], 1)

    def _value(self, trunk, obs):
        value = self.value(torch.relu(self.value_first(trunk))).squeeze(-1)
        return value + obs["outlook"].squeeze(-1) / OUTLOOK_UNIT if self.prior_head else value


def shape(config):
    """The arguments of the `Network` of a Config, a dict."""
    return {"size": config.size, "without": config.without, "prior": bool(config.prior)}


def count_weights(module):
    """Number of trained weights."""
    return sum(p.numel() for p in module.parameters())


assert sum(GROUP_SIZES) == A_SQUARE and OWN_ACTION + OWN_ACTIONS == MENU_SIZE
