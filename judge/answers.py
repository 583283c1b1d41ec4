"""Advice for a question that interrupts a turn: a guard, a counter, a spark, a push. Each answer is played on to the end of the turn under way."""

import numpy as np

from agents.base import choose_one
from envs.core import codes as k
from envs.core.counter import counter_damage
from envs.notation import choice_text, square_text

from .chances import win_chances
from .choices import entries_of
from .courses import play_turns
from .naming import name_of, number, percent
from .plan_model import Answer
from .plan_numbers import fallen

FIRST_SAMPLES, SAMPLES = 8, 64
MOST = 12  # answers that are told


def answers(battle, agent, seed):
    """[Answer] to the question that a Battle is at, the best first; at most MOST. One is worth the win chance of the asked side after the turn."""
    scenario, state, tables = battle.scenario, battle.state, battle.scenario.tables
    legal, side, ask = battle.legal(), int(state.asked), int(state.ask)
    own = choose_one(agent, tables, state, battle.mask, np.random.default_rng([seed, 1]))

    def played(choices, n, seed):
        courses = [((ask, choice),) for choice in choices]
        rows = play_turns(tables, battle.record(), battle.mask, courses, n, int(state.turn_of), side, seed)
        return rows, win_chances(tables, rows.states, side).reshape(-1, n)
    if len(legal) > MOST:
        _, few = played(legal, FIRST_SAMPLES, seed + 20)
        best = np.argsort(-few.mean(axis=1), kind="stable")[:MOST]
        legal = sorted({own} | {legal[n] for n in best.tolist()})
    rows, wins = played(legal, SAMPLES, seed + 40)
    names = {entry.choice: entry for entry in entries_of(scenario, state, battle.mask)}
    order = np.argsort(-wins.mean(axis=1), kind="stable").tolist()[:MOST]
    out = []
    for rank, n in enumerate(order, 1):
        choice, ends = legal[n], rows.plain["combatants"][n * SAMPLES:(n + 1) * SAMPLES]
        out.append(Answer(rank=rank, choice=choice_text(scenario, state, choice, int(tables[0].side)), text=_text(battle, names, choice),
                          odds=_odds(battle, names.get(choice), choice, ends), own=choice == own, win_after=float(wins[n].mean()),
                          win_error=float(wins[n].std() / np.sqrt(SAMPLES))))
    return out


def _text(battle, names, choice):
    if choice in names:
        return names[choice].note if names[choice].names[0].isdigit() else names[choice].names[0]
    side, n = int(battle.tables.side), choice - k.A_SQUARE
    return square_text(n % side, n // side)


def _odds(battle, entry, choice, ends):
    """What an answer does: what is exact (odds of a target, a guard die, a counter), then what those concerned lose in the turns that were played."""
    state, scenario = battle.state, battle.scenario
    asker, actor = int(state.asker), int(state.turn_of)
    parts = [entry.note] if entry is not None and not entry.names[0].isdigit() else []
    parts += [_guarded(battle, choice)] if state.ask == k.ASK_GUARD else [_countered(battle, choice)] if state.ask == k.ASK_COUNTER else []
    for i in dict.fromkeys([asker, actor, *[int(row["who"]) for row in state.targets[:int(state.deed.n_targets)]]]):
        if i >= len(scenario.names):
            continue
        before, drops = int(state.combatants[i]["vigor"]), 0.0 if fallen(state.combatants[i]) else float(fallen(ends[:, i]).mean())
        lost = before - float(ends["vigor"][:, i].mean())
        if lost >= 0.05 or drops > 0:
            parts.append(f"{name_of(scenario, i)} loses {number(max(0.0, lost))}" + (f" and drops in {percent(drops)}" if drops > 0 else ""))
    return "; ".join(part for part in parts if part)


def _guarded(battle, choice):
    state = battle.state
    die = int(battle.tables.roster[int(state.asker)]["guard_dice"][choice - k.A_GUARD]) if choice < k.A_OPTION else 0
    damage, vigor = int(state.frames[int(state.depth) - 1]["b"]), int(state.combatants[int(state.asker)]["vigor"])
    kept = [max(0, damage - face) for face in range(1, die + 1)] or [damage]
    drops = sum(vigor - one <= 0 for one in kept) / len(kept)
    held = f"{number(sum(kept) / len(kept))} of {damage} damage left on average"
    return held + (f", at 0 or below in {percent(drops)}" if vigor > 0 and drops > 0 else "")


def _countered(battle, choice):
    if choice >= k.A_OPTION:
        return ""
    state = battle.state
    row = int(state.frames[int(state.depth) - 1]["a"])
    return f"{int(counter_damage(battle.tables, state, int(state.asker), row, choice - k.A_ITEM))} damage before guard, without a check"
