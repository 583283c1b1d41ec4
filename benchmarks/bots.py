"""The compiled bots side by side: choices a second on the same positions, fights from both seats on the same seeds, what each role does."""

import argparse
import json
import sys
import time
from math import sqrt

import numpy as np

from agents.kernels.play import CODES, choose_rows, play_rows
from agents.kernels.role_table import ROLE_NAMES, role_of
from envs.core import codes as k
from envs.core.batch import lay_row, step_rows
from envs.core.dice import seed_words
from envs.core.grid import distance
from envs.core.record import new_encounters
from envs.core.sight import look
from envs.encoding.layout import action_size
from envs.suites import load_suite
from envs.tables import pack
from judge.firstrun import ensure_warm

Z = 1.959964
SEATS = (k.COMPANIONS, k.ENEMIES)


class Fights:
    """`games` fights of each scenario from each seat; the two of a pair have the same dice. seat: int64 (B,), the side of the first bot."""

    def __init__(self, scenarios, games, seed):
        tables, initials = pack(scenarios)
        tables.side[:] = side = int(tables.side.max())
        n = len(scenarios) * games * len(SEATS)
        self.tables, self.states, self.words = tables, new_encounters(n), np.zeros((n, 4), np.uint32)
        self.masks, self.every = np.zeros((n, action_size(side)), np.uint8), np.arange(n)
        self.seat = self.every % len(SEATS)
        for b in self.every:
            pair = b // len(SEATS)
            seed_words(self.words[b], seed + 2 * b)
            lay_row(tables, initials, self.states, b, pair // games, seed + pair)
        step_rows(tables, self.states, np.full(n, k.NONE), self.masks)

    def live(self):
        """Rows that ask something."""
        return np.flatnonzero(self.states.ask != k.OVER)

    def play(self, first, second):
        """Play all to their ends."""
        for _ in range(100000):
            if not len(self.live()):
                return
            for seat, bot in ((1 - self.seat, first), (self.seat, second)):  # the seat of the one that does not answer
                play_rows(self.tables, self.states, self.masks, self.every, seat, np.full(len(self.every), bot), self.words)


def wilson(wins, games):
    """(low, high) of a share, 95 %."""
    share, z2 = wins / games, Z * Z
    middle, width = share + z2 / (2 * games), Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return [round((middle + sign * width) / (1 + z2 / games), 4) for sign in (-1, 1)]


def contest(first, second, scenarios, games, seed):
    """What the first bot wins against the second."""
    fights = Fights(scenarios, games, seed)
    fights.play(CODES[first], CODES[second])
    winner, n = fights.states.winner, len(fights.every)
    wins, losses, cut = (int((winner == code).sum()) for code in (fights.seat, 1 - fights.seat, k.CUT_OFF))
    by_seat = {k.SIDE_NAMES[seat]: round(float((winner == seat)[fights.seat == seat].mean()), 4) for seat in SEATS}
    return {"bot": first, "opponent": second, "games": n, "wins": wins, "losses": losses, "draws": n - wins - losses - cut, "cut_offs": cut,
            "win_rate": round(wins / n, 4), "interval": wilson(wins, n), "win_rate_as": by_seat,
            "rounds": round(float(fights.states.round_no.mean()), 2)}


def speeds(scenarios, seed, every=7, repeats=3):
    """{bot: choices a second of CPU time} on positions of fights that the role bot plays, the rules not counted."""
    fights, spent, asked = Fights(scenarios, 1, seed), dict.fromkeys(CODES, 0.0), 0
    bots = {name: np.full(len(fights.every), code) for name, code in CODES.items()}
    for codes in bots.values():
        choose_rows(fights.tables, fights.states, fights.masks, codes, fights.words.copy())  # compiled code is loaded by now
    for step in range(100000):
        rows = fights.live()
        if not len(rows):
            break
        if step % every == 0:
            states, masks, words = fights.states[rows].view(np.recarray), fights.masks[rows], fights.words[rows]
            asked += repeats * len(rows)
            for name in CODES:
                start = time.process_time()
                for _ in range(repeats):
                    choose_rows(fights.tables, states, masks, bots[name][:len(rows)], words.copy())
                spent[name] += time.process_time() - start
        step_rows(fights.tables, fights.states, choose_rows(fights.tables, fights.states, fights.masks, bots["role"], fights.words), fights.masks)
    return {name: round(asked / spent[name]) for name in CODES}


class Turns:
    """What combatants of each role did in their turns, and how they stood at the end."""

    def __init__(self):
        self.seen = {name: [] for name in ROLE_NAMES}
        self.under_way = {}

    def look(self, fights, rows, choices):
        """Note what is chosen, and turns that have ended since."""
        for b in rows:
            s, t = fights.states[b], fights.tables[int(fights.states[b].scenario)]
            who = int(s.turn_of)
            if b in self.under_way and self.under_way[b]["who"] != who:
                self.close(t, s, self.under_way.pop(b))
            if who == k.NONE:
                continue
            turn = self.under_way.setdefault(b, {"who": who, "role": ROLE_NAMES[role_of(t, who)], "did": set(), "area": False, "mends": False})
            if s.ask == k.ASK_ACTION:
                turn["did"].add(k.MENU_NAMES[int(choices[b]) - k.A_MENU])
            elif s.ask in (k.ASK_AREA, k.ASK_PATH):
                turn["area"] = True
            elif s.ask == k.ASK_TARGET and s.frames[s.depth - 1].kind == k.F_DEED and k.A_COMBATANT <= choices[b] < k.A_COMBATANT + k.MAX_COMBATANTS:
                turn["mends"] |= bool(t.roster[int(choices[b])].side == t.roster[who].side)

    def close(self, t, s, turn):
        """A turn has ended: where does its combatant stand?"""
        i = turn["who"]
        if s.combatants[i].status != k.STANDING:
            return
        foes = [j for j in range(int(t.n_combatants)) if t.roster[j].side != t.roster[i].side and s.combatants[j].status == k.STANDING]
        if foes:
            away = min(int(distance(t, s, i, j)) for j in foes)
            turn.update(away=away, next_to=away <= 1, watched=any(look(t, s, j, i) != k.BLOCKED for j in foes))
            self.seen[turn["role"]].append(turn)

    def as_dict(self):
        """Shares of turns in percent, and the mean distance to the nearest foe at their ends."""
        def share(turns, test):
            return round(100 * float(np.mean([test(turn) for turn in turns])), 1)
        out = {}
        for name, turns in self.seen.items():
            if not turns:
                continue
            did = {word: share(turns, lambda turn, entry=entry: entry in turn["did"])
                   for word, entry in (("deed", "deed"), ("maneuver", "maneuver"), ("moved", "move"), ("helped", "help"))}
            marks = {word: share(turns, lambda turn, mark=mark: turn[mark])
                     for word, mark in (("area", "area"), ("deed_for_fellows", "mends"), ("ends_next_to_a_foe", "next_to"), ("ends_seen", "watched"))}
            out[name] = {"turns": len(turns), **did, **marks, "distance": round(float(np.mean([turn["away"] for turn in turns])), 2)}
        return out


def behaviour(bot, scenarios, games, seed):
    """What each role does when a bot plays both sides."""
    fights, turns = Fights(scenarios, games, seed), Turns()
    while len(rows := fights.live()):
        choices = choose_rows(fights.tables, fights.states, fights.masks, np.full(len(fights.every), CODES[bot]), fights.words)
        turns.look(fights, rows, choices)
        step_rows(fights.tables, fights.states, choices, fights.masks)
    return turns.as_dict()


def main():
    """Measure and print JSON; exit code 1 with one sentence for an argument that cannot be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", default="held-in")
    parser.add_argument("--games", type=int, default=5, help="fights of each encounter from each seat, for each pair of bots")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    try:
        if options.games < 1 or options.seed < 0:
            raise ValueError("--games must be 1 or more and --seed 0 or more")
        scenarios = load_suite(options.suite)
    except ValueError as error:
        print(f"bots: {error}", file=sys.stderr)
        return 1
    ensure_warm()
    pairs = [("role", "random"), ("greedy", "random"), ("role", "greedy"), ("role", "role"), ("greedy", "greedy")]
    out = {"choices_a_second": speeds(scenarios, options.seed),
           "contests": [contest(*pair, scenarios, options.games, options.seed) for pair in pairs],
           "behaviour": {bot: behaviour(bot, scenarios, 1, options.seed) for bot in ("role", "greedy")}}
    print(json.dumps(out, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
