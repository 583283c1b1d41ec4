"""Generated encounters: how many a second, and what fights between two bots meet in them: questions, actions, deeds, states, rounds, who wins."""

import argparse
import json
import sys
import time
from collections import Counter

import numpy as np

from agents.kernels.play import CODES, choose_rows
from envs.core import codes as k
from envs.core.batch import lay_row, step_rows
from envs.core.record import new_encounters
from envs.encoding import layout
from envs.generate import KINDS, encounter_data, generate_encounter
from envs.tables.scenario import pack
from judge.firstrun import ensure_warm

OPTIONS_IN_USE = next((i for i, name in enumerate(k.OPTION_NAMES) if name.startswith("option ")), len(k.OPTION_NAMES))  # the rest is room
CHUNK = 64  # fights side by side


def speed(n, **options):
    """Encounters a second on one core, whole and before they are checked and compiled."""
    generate_encounter(0, **options)
    start = time.process_time()
    for seed in range(n):
        encounter_data(seed, **options)
    drawn = time.process_time()
    for seed in range(n):
        generate_encounter(seed, **options)
    return {"encounters_a_second": round(n / (time.process_time() - drawn), 1), "drawn_a_second": round(n / (drawn - start), 1)}


VOCABULARY = {"questions": k.QUESTION_NAMES[1:], "actions": k.MENU_NAMES, "options": k.OPTION_NAMES[:OPTIONS_IN_USE], "kinds of deed": k.DEED_KINDS,
              "instruments": k.INSTRUMENTS, "targets": k.TARGETS, "areas": k.AREAS[1:], "verbs": k.VERBS, "states": k.STATE_NAMES}


class Tally:
    """Counts over fights: met[what][name] for what is in VOCABULARY, a deed counted each time that it is begun."""

    def __init__(self):
        self.met = {what: Counter() for what in VOCABULARY}
        self.deeds, self.known = Counter(), {}
        self.winners, self.by = Counter(), {"kind": {}, "objective": {}, "start": {}}
        self.rounds, self.decisions = [], []

    def look(self, tables, states, choices, rows):
        """Note the questions that rows answer now, and the states on anybody."""
        for b in rows:
            s, choice = states[b], int(choices[b])
            ask = int(s.ask)
            self.met["questions"][k.QUESTION_NAMES[ask]] += 1
            if ask == k.ASK_ACTION:
                self.met["actions"][k.MENU_NAMES[choice - k.A_MENU]] += 1
            elif k.A_OPTION <= choice < k.A_OPTION + k.OPTION_SIZE:
                self.met["options"][k.OPTION_NAMES[choice - k.A_OPTION]] += 1
            number = int(tables[b].roster[s.asker].deeds[choice - k.A_DEED]) if ask == k.ASK_DEED else int(s.deed.deed)
            if number not in (k.NONE, self.known.get(b)):
                self.note_deed(tables[b].deeds[number])
            self.known[b] = number
        present = (states["combatants"]["states"][rows, :, :len(k.STATE_NAMES)] > 0).any(axis=1)
        self.met["states"].update({k.STATE_NAMES[i]: int(n) for i, n in enumerate(present.sum(axis=0)) if n})

    def note_deed(self, deed):
        """A deed was begun."""
        area = k.AREAS[deed.area]
        self.deeds[f"{k.DEED_KINDS[deed.kind]}, {area if deed.area else k.TARGETS[deed.targets]}"] += 1
        self.met["kinds of deed"][k.DEED_KINDS[deed.kind]] += 1
        self.met["instruments"][k.INSTRUMENTS[deed.instrument]] += 1
        self.met["targets"][k.TARGETS[deed.targets]] += 1
        self.met["areas"].update([area] if deed.area else [])
        self.met["verbs"].update({k.VERBS[verb]: 1 for verb in deed.lines["verb"][:deed.n_lines]})

    def end(self, tables, states, scenarios, kinds, lengths):
        """Note how fights ended."""
        for b, kind in enumerate(kinds):
            winner = k.WINNER_NAMES[int(states[b].winner)]
            self.winners[winner] += 1
            groups = {"kind": kind, "objective": k.OBJECTIVES[int(tables[b].objective)], "start": "under way" if scenarios[b].initial[0].round_no else "fresh"}
            for group, name in groups.items():
                self.by[group].setdefault(name, Counter())[winner] += 1
            self.rounds.append(int(states[b].round_no))
            self.decisions.append(int(lengths[b]))

    def as_dict(self):
        """Plain JSON values: shares in percent, medians and ninth tenths."""
        def shares(counter):
            total = sum(counter.values())
            return {name: round(100 * n / total, 2) for name, n in counter.most_common()}
        fights = sum(self.winners.values())
        return {"fights": fights, "winners": shares(self.winners),
                "rounds": {"median": float(np.median(self.rounds)), "p90": float(np.percentile(self.rounds, 90))},
                "decisions": {"median": float(np.median(self.decisions)), "p90": float(np.percentile(self.decisions, 90))},
                "met": {what: f"{len(set(names) & set(self.met[what]))} of {len(names)}" for what, names in VOCABULARY.items()},
                "never_met": {what: missing for what, names in VOCABULARY.items() if (missing := [n for n in names if n not in self.met[what]])},
                "questions": shares(self.met["questions"]), "actions": shares(self.met["actions"]), "deeds": shares(self.deeds),
                "verbs": shares(self.met["verbs"]), "options": shares(self.met["options"]),
                "states_percent_of_questions": {n: round(100 * of / sum(self.met["questions"].values()), 2) for n, of in self.met["states"].most_common()},
                "by": {group: {name: dict(counter) for name, counter in sorted(names.items())} for group, names in self.by.items()}}


def fights(n, bot, first=0, **options):
    """Tally of n fights, seeds from `first` on, the same bot on both sides."""
    tally = Tally()
    for start in range(first, first + n, CHUNK):
        seeds = range(start, min(start + CHUNK, first + n))
        kinds = [options.get("kind") or KINDS[seed % len(KINDS)] for seed in seeds]
        scenarios = [generate_encounter(seed, **options | {"kind": kind}) for seed, kind in zip(seeds, kinds)]
        play(tally, scenarios, kinds, CODES[bot], start)
    return tally


def play(tally, scenarios, kinds, code, seed):
    """Play one fight of each scenario to its end."""
    tables, initials = pack(scenarios)
    tables.side[:] = side = int(tables.side.max())
    n = len(scenarios)
    states, masks = new_encounters(n), np.zeros((n, layout.action_size(side)), np.uint8)
    words = np.random.default_rng(seed).integers(1, 2**32, (n, 4), np.uint32)
    lengths, bots = np.zeros(n, np.int64), np.full(n, code)
    for b in range(n):
        lay_row(tables, initials, states, b, b, seed + b)
    step_rows(tables, states, np.full(n, k.NONE), masks)
    while (rows := np.flatnonzero(states.ask != k.OVER)).size:
        choices = choose_rows(tables, states, masks, bots, words)
        tally.look(tables, states, choices, rows)
        lengths[rows] += 1
        step_rows(tables, states, choices, masks)
    tally.end(tables, states, scenarios, kinds, lengths)


def main():
    """Measure and print JSON; exit code 1 with one sentence for an argument that cannot be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", type=int, default=300, help="fights with each bot on both sides")
    parser.add_argument("--speed", type=int, default=200, help="encounters to time; 0 for none")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--bots", nargs="*", default=["random", "greedy"], choices=sorted(CODES))
    options = parser.parse_args()
    if options.fights < 1 or options.speed < 0 or options.first < 0:
        print("generated: --fights must be 1 or more, --speed and --first 0 or more", file=sys.stderr)
        return 1
    ensure_warm()
    out = speed(options.speed) if options.speed else {}
    print(json.dumps(out | {bot: fights(options.fights, bot, options.first).as_dict() for bot in options.bots}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
