"""Games of one encounter, played side by side: each row has its own dice, agents and generators, so it plays the same alone and in any batch."""

import base64
import zlib

import numpy as np

from envs.core import codes as k
from envs.core.batch import lay_row, step_rows
from envs.core.record import new_encounters
from envs.core.why import why
from envs.encoding.layout import action_size

from .errors import Forfeit

MOST_CHOICES = 10_000_000  # of one game: nobody makes that many


def pack_choices(choices):
    """Choices (ints below 65536) as text."""
    return base64.b64encode(zlib.compress(np.asarray(choices, "<u2").tobytes(), 9)).decode()


def unpack_choices(text):
    """The list of ints that `pack_choices` made a text of; ValueError for another text."""
    packed = zlib.decompressobj()
    try:
        data = packed.decompress(base64.b64decode(text, validate=True), 2 * MOST_CHOICES)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not packed.eof:
        raise ValueError("the choices are cut short, or more than any fight has")
    return np.frombuffer(data, "<u2").astype(int).tolist()


def standing(table, state):
    """What a position has left, as a record has it: vigor, left and share, each for (companions, enemies)."""
    vigor, left, full = [0, 0], [0, 0], [0, 0]
    for i in range(int(table.n_combatants)):
        side, own = int(table.roster[i].side), state.combatants[i]
        full[side] += int(table.roster[i].max_vigor)
        if own["status"] == k.STANDING:
            vigor[side] += max(0, int(own["vigor"]))
            left[side] += 1
    return {"vigor": vigor, "left": left, "share": [min(1.0, round(v / max(1, f), 4)) for v, f in zip(vigor, full)]}


def play_games(scenario, games, players):
    """Play games (list of `schedule.Game`) of one scenario; yields a record, a dict of plain values, for each as it ends.

    players: by an agent's number, an `Inside` or `Outside`. More than one game at a time only when all their agents are batched.
    Record: game (its index), winner (a name of `codes.WINNER_NAMES`), rounds, and for (companions, enemies) decisions, seconds (CPU), vigor and left
    (of the combatants that stand), share (of vigor left, of all); forfeit, None or {side, kind, why}; choices, packed.
    """
    yield from _Batch(scenario, games, players).play()


class _Batch:
    def __init__(self, scenario, games, players):
        self.scenario, self.games, self.players = scenario, games, players
        self.tables, n = scenario.tables, len(games)
        self.states = new_encounters(n)
        self.plain = self.states.view(np.ndarray)  # the same rows: a record array is slow to take rows and fields from
        self.masks = np.zeros((n, action_size(int(self.tables[0].side))), np.uint8)
        self.owners = np.array([game.sides for game in games])
        self.rngs = [[np.random.default_rng([game.seed, side]) for side in (k.COMPANIONS, k.ENEMIES)] for game in games]
        self.choices = [[] for _ in games]
        self.decisions, self.seconds = np.zeros((n, 2), int), np.zeros((n, 2))
        self.forfeits, self.told = [None] * n, set()
        for b, game in enumerate(games):
            lay_row(self.tables, scenario.initial, self.states, b, 0, game.seed)
            self.states[b].log = 0

    def play(self):
        """Step all rows until each is over."""
        self._begin()
        answers = np.full(len(self.games), k.NONE)
        while True:
            step_rows(self.tables, self.states, answers, self.masks)
            answers[:] = k.NONE
            rows = np.flatnonzero(self.plain["ask"] != k.OVER)
            yield from self._ended()
            if len(rows) == 0:
                return
            self._answer(rows, answers)

    def _begin(self):
        for b, game in enumerate(self.games):
            for side, number in enumerate(game.sides):
                if self.forfeits[b] is None:
                    try:
                        self.players[number].begin(self.tables, game.seed, side)
                    except Forfeit as error:
                        self._forfeit(b, side, error)

    def _answer(self, rows, answers):
        """Ask each agent for all of its rows at once."""
        asked = self.plain["asked"][rows]
        owners = self.owners[rows, asked]
        for number in sorted(set(owners.tolist())):
            mine, sides = rows[owners == number], asked[owners == number]
            rngs = [self.rngs[b][side] for b, side in zip(mine, sides)]
            masks = self.masks[mine].astype(np.bool_)
            try:
                given, seconds = self.players[number].choose(self.tables, self.plain[mine].view(np.recarray), masks, rngs)
            except Forfeit as error:
                for b, side in zip(mine, sides):
                    self._forfeit(b, side, error)
                continue
            self._take(mine, sides, given, seconds / len(mine), answers)

    def _take(self, rows, sides, given, seconds, answers):
        """Note the choices of one agent; an illegal one ends its game."""
        for b, side, choice in zip(rows, sides, given):
            self.seconds[b, side] += seconds
            self.decisions[b, side] += 1
            if 0 <= choice < self.masks.shape[1] and self.masks[b, choice]:
                answers[b] = choice
                self.choices[b].append(int(choice))
            else:
                self._forfeit(b, side, Forfeit("illegal", self._refusal(b, side, int(choice))))

    def _refusal(self, b, side, choice):
        state = self.states[b]
        reason = k.WHY_TEXTS[int(why(self.tables[0], state, choice))] if 0 <= choice < self.masks.shape[1] else "there is no such choice"
        name = self.players[int(self.owners[b, side])].text
        return f"{name} answered the question {k.QUESTION_NAMES[int(state.ask)]!r} with {choice}, which is not legal: {reason}"

    def _forfeit(self, b, side, error):
        """Row b ends here: the side has lost."""
        self.forfeits[b] = {"side": k.SIDE_NAMES[int(side)], "kind": error.kind, "why": str(error)}
        self.states[b].winner = 1 - int(side)
        self.states[b].ask = k.OVER

    def _ended(self):
        """Records of the rows that have ended since the last call."""
        for b in np.flatnonzero(self.plain["ask"] == k.OVER).tolist():
            if b not in self.told:
                self.told.add(b)
                yield self._record(b)

    def _record(self, b):
        state = self.states[b]
        return {"game": self.games[b].index, "winner": k.WINNER_NAMES[int(state.winner)], "rounds": int(state.round_no),
                "decisions": self.decisions[b].tolist(), "seconds": [round(float(s), 6) for s in self.seconds[b]],
                **standing(self.tables[0], state), "forfeit": self.forfeits[b], "choices": pack_choices(self.choices[b])}
