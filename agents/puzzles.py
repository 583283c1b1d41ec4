"""Tactics puzzles: small positions with proved best answers, and how an agent is scored on them.

`envs/content/puzzles/puzzles.toml` says what is asked: an encounter file, the choices that lead from its start to the question, the horizon. What the
prover found stands in `answers.toml` beside it, which only `write_answers` writes; each answer carries the digest of what was proved.
"""

import hashlib
import os
import tomllib
from typing import NamedTuple

import numpy as np

from envs.battle import Battle, IllegalChoice
from envs.core import codes as k
from envs.notation import NotationError, choice_text, parse_choice
from envs.tables.library import CONTENT
from envs.tables.load import load_encounter

from .base import AgentError

FOLDER = CONTENT / "puzzles"
SEEDS, SOLVED = 8, 0.75  # times that an agent is asked each puzzle, and the share of best answers with which it counts as solved
LEAST_MARGIN = 0.02
KEYS = {"name", "mechanic", "lead", "dice", "turns", "rounds"}


class PuzzleError(Exception):
    """A puzzle or an answer that cannot be used; one sentence that names the file, the entry and the remedy."""


class Puzzle(NamedTuple):
    """What is asked: an encounter of FOLDER, choices in notation and dice that lead to the question, and where its value is read."""

    name: str
    mechanic: str
    lead: tuple
    dice: tuple
    turns: int | None
    rounds: int | None


class Answer(NamedTuple):
    """What was proved: the best choices in notation, their value for the asked side, what the best of the others is worth less."""

    best: tuple
    value: float
    margin: float
    choices: int
    proof: str


def _read(path):
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise PuzzleError(f"{path.name} cannot be read ({error}); restore it, or write the answers anew with foemind puzzles --prove") from error


def load_puzzles(folder=FOLDER):
    """All puzzles in the order of the index, a list of Puzzle. PuzzleError for an entry that says too little or too much."""
    out = []
    for number, entry in enumerate(_read(folder / "puzzles.toml").get("puzzle", []), 1):
        where = f"puzzles.toml: puzzle {number} ({entry.get('name', 'without a name')})"
        if not {"name", "mechanic"} <= set(entry) or set(entry) - KEYS:
            raise PuzzleError(f"{where} needs name and mechanic and may have lead, dice and turns or rounds; mend its keys")
        if entry["name"] in {p.name for p in out}:
            raise PuzzleError(f"{where} is there twice; give one of them another name and file")
        if "turns" in entry and "rounds" in entry:
            raise PuzzleError(f"{where} has turns and rounds; keep one of them")
        out.append(Puzzle(entry["name"], entry["mechanic"], tuple(entry.get("lead", ())), tuple(entry.get("dice", ())), entry.get("turns"),
                          entry.get("rounds")))
    return out


def position(puzzle, folder=FOLDER, seed=0):
    """The Battle of a puzzle, at its question. PuzzleError when the lead does not go there; ContentError for a faulty encounter."""
    battle = Battle(load_encounter(folder / f"{puzzle.name}.toml"), seed=seed, forced=puzzle.dice, log=False)
    for text in puzzle.lead:
        try:
            battle.step(parse_choice(battle.scenario, battle.state, text, int(battle.tables.side)))
        except (NotationError, IllegalChoice, ValueError) as error:
            raise PuzzleError(f"puzzles.toml: the lead of {puzzle.name} cannot be played at {text!r} ({error}); mend the entry") from error
    dice = battle.state.dice
    if battle.over or dice.next_forced < dice.n_forced:
        problem = "ends the fight" if battle.over else "does not use all its dice"
        raise PuzzleError(f"puzzles.toml: the lead of {puzzle.name} {problem}; mend the entry")
    return battle


def text_of(battle, choice):
    """Text of a choice in the position of a battle."""
    return choice_text(battle.scenario, battle.state, choice, int(battle.tables.side))


# -- answers ---------------------------------------------------------------------------------------------------------------
def proof_digest(puzzle, battle, best, value, margin):
    """Digest of what was proved and of what came out: the encounter, the lead, the horizon, the answers, value and margin to six places."""
    parts = (battle.scenario.signature, puzzle.lead, puzzle.dice, puzzle.turns, puzzle.rounds, tuple(best), f"{value:.6f}", f"{margin:.6f}")
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def prove_puzzle(puzzle, folder=FOLDER):
    """(Answer, Proof) of a puzzle. PuzzleError when it has no best answer with LEAST_MARGIN over the others."""
    from .expectimax import ProofError, prove
    battle = position(puzzle, folder)
    try:
        proof = prove(battle, puzzle.turns, puzzle.rounds)
    except ProofError as error:
        raise PuzzleError(f"{puzzle.name} cannot be proved: {error}") from error
    best = proof.best()
    value, margin = proof.values[best[0]], proof.margin()
    if not LEAST_MARGIN <= margin <= 2:
        what = "all answers are worth the same" if margin > 2 else f"the best answers are only {margin:.4f} better than the next"
        raise PuzzleError(f"{puzzle.name} is no puzzle: {what}; change its position")
    texts = tuple(text_of(battle, c) for c in best)
    return Answer(texts, value, margin, len(proof.values), proof_digest(puzzle, battle, texts, value, margin)), proof


def write_answers(answers, folder=FOLDER):
    """Write answers.toml: {name: Answer}, to a temporary name and then in place."""
    lines = ["# Written by the prover (foemind puzzles --prove): what was proved, never typed by hand."]
    for name, a in answers.items():
        best = ", ".join(f'"{text}"' for text in a.best)
        lines += ["", f"[{name}]", f"best = [{best}]", f"value = {a.value:.6f}", f"margin = {a.margin:.6f}", f"choices = {a.choices}", f'proof = "{a.proof}"']
    temporary = folder / f"answers.{os.getpid()}.part"
    temporary.write_text("\n".join(lines) + "\n", encoding="utf-8")
    os.replace(temporary, folder / "answers.toml")


def load_answers(folder=FOLDER):
    """{name: Answer} as the prover wrote them."""
    out = {}
    for name, entry in _read(folder / "answers.toml").items():
        try:
            out[name] = Answer(tuple(entry["best"]), float(entry["value"]), float(entry["margin"]), int(entry["choices"]), str(entry["proof"]))
        except (KeyError, TypeError, ValueError) as error:
            raise PuzzleError(f"answers.toml: the answer of {name} is damaged ({error}); write it anew with foemind puzzles --prove") from error
    return out


def best_choices(puzzle, battle, answers):
    """The set of best choices of a puzzle. PuzzleError when there is no answer, or none for this position, or one that is not legal in it."""
    answer = answers.get(puzzle.name)
    if answer is None:
        raise PuzzleError(f"answers.toml has no answer for {puzzle.name}; prove it with foemind puzzles --prove")
    if answer.proof != proof_digest(puzzle, battle, answer.best, answer.value, answer.margin):
        raise PuzzleError(f"answers.toml: the answer of {puzzle.name} was not proved for this position; prove it anew with foemind puzzles --prove")
    best = {parse_choice(battle.scenario, battle.state, text, int(battle.tables.side)) for text in answer.best}
    if not best <= set(battle.legal()):
        raise PuzzleError(f"answers.toml: an answer of {puzzle.name} is not legal; prove it anew with foemind puzzles --prove")
    return best


# -- scoring ---------------------------------------------------------------------------------------------------------------
def ask(agent, puzzle, answers, seeds=SEEDS, seed=0, number=0, folder=FOLDER):
    """One row of the score: the agent is asked the puzzle `seeds` times, each time with other dice and other chance of its own."""
    battle = position(puzzle, folder)
    best = best_choices(puzzle, battle, answers)
    if hasattr(agent, "meet"):
        agent.meet(battle.scenario)
    rows = np.concatenate([battle.clone(1000 * seed + n).record() for n in range(seeds)]).view(np.recarray)
    masks = np.repeat(battle.mask[None], seeds, axis=0)
    choices = [int(c) for c in agent.choose(battle.tables_row(), rows, masks, np.random.default_rng([seed, number]))]
    wrong = [c for c in choices if not (0 <= c < len(battle.mask) and battle.mask[c])]
    if wrong or len(choices) != seeds:
        raise AgentError(f"agent {agent.name!r} gave no legal choice for the puzzle {puzzle.name}; it must choose from the mask")
    share = sum(c in best for c in choices) / seeds
    played = max(sorted(set(choices)), key=choices.count)
    return {"name": puzzle.name, "mechanic": puzzle.mechanic, "side": k.SIDE_NAMES[battle.asked], "question": k.QUESTION_NAMES[battle.ask],
            "choices": len(battle.legal()), "best": list(answers[puzzle.name].best), "played": text_of(battle, played), "share": share,
            "solved": share >= SOLVED, "chance": len(best) / len(battle.legal())}


def score(agent, seeds=SEEDS, seed=0, folder=FOLDER, only=None):
    """Score of an agent on all puzzles, or on those whose name or mechanic is `only`: `total`, `solved`, `share`, `by_mechanic`, `puzzles` (rows)."""
    puzzles, answers = load_puzzles(folder), load_answers(folder)
    asked = [p for p in puzzles if only in (None, p.name, p.mechanic)]
    if not asked:
        raise PuzzleError(f"there is no puzzle or mechanic {only!r}; the mechanics are {', '.join(sorted({p.mechanic for p in puzzles}))}")
    rows = [ask(agent, puzzle, answers, seeds, seed, puzzles.index(puzzle), folder) for puzzle in asked]
    mechanics = {}
    for row in rows:
        mechanics.setdefault(row["mechanic"], []).append(row)
    return {"agent": agent.name, "seeds": seeds, "seed": seed, **_sum(rows), "by_mechanic": {name: _sum(group) for name, group in sorted(mechanics.items())},
            "puzzles": rows}


def _sum(rows):
    return {"total": len(rows), "solved": sum(r["solved"] for r in rows), "share": round(sum(r["share"] for r in rows) / len(rows), 4),
            "chance": round(sum(r["chance"] for r in rows) / len(rows), 4)}
