"""Dice at the table: which ones an answer rolls, in words; reading what was rolled; dice that give a result of which only that is known."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

import numpy as np

from envs.core import codes as k
from envs.core.check import virtue_of
from envs.core.targeting import D_CLOSE, D_COUNTERS

from ..likely import counted
from ..naming import deed_name, name_of, plural
from ..rolls import check_of
from .model import TableError

MOST_FULL = 5  # pools of up to so many dice are searched whole, larger ones by samples
SAMPLES = 4_000  # of each kind
RESULTS = {
    "fail": k.FAIL,
    "failure": k.FAIL,
    "miss": k.FAIL,
    "misses": k.FAIL,
    "conflict": k.CONFLICT,
    "glance": k.CONFLICT,
    "hit": k.CONFLICT,
    "hits": k.CONFLICT,
    "triumph": k.TRIUMPH,
    "crit": k.TRIUMPH,
}
COIN = {side: number + 1 for number, side in enumerate(k.SIDE_NAMES)}


@dataclass(frozen=True)
class Throw:
    """Dice that are rolled together. title: what for. side: whose they are, NONE for a coin. nets: of a pool, the net edges against each target
    (else empty); virtue: what is added to it; on: names of the targets. named: whether a line may say it, the roll of its own deed or
    check. small: supply, burning, hazards, falls: what matters little and is rolled often."""

    title: str
    n: int
    sides: int
    side: int
    nets: tuple = ()
    virtue: int = 0
    on: tuple = ()
    named: bool = False
    small: bool = False

    @property
    def text(self):
        """The question in words."""
        if self.sides == 2:
            return f"{self.title}: companions or enemies?"
        extra = ""
        if self.nets:
            extra = f" {'+' if self.virtue >= 0 else '-'} {abs(self.virtue)}"
            if len(set(self.nets)) > 1:
                extra += f", edges {', '.join(f'{net:+d}' for net in self.nets)}"
            elif self.nets[0]:
                extra += f", {plural(abs(self.nets[0]), 'edge' if self.nets[0] > 0 else 'cut')}"
        return f"{self.title}: rolled? {self.n if self.n > 1 else ''}d{self.sides}{extra}"


def throw_of(position, choice, dice):
    """The Throw that the answer `choice` of a Position makes after `dice`; None when it rolls no more."""
    die = position.next_die(choice, dice)
    if die is None:
        return None
    state, t, sc = die.state, position.tables, position.scenario
    if int(state.deed.n_dice) > 0 and not int(state.deed.dice[0]):
        return _pool(position, choice, state)
    top = state.frames[int(state.depth) - 1]
    kind, who = int(top["kind"]), int(top["who"])
    if kind == k.F_ROUND and die.sides == 2:
        return Throw(f"Round {int(state.round_no)}, the coin says who goes first", 1, 2, k.NONE)
    who = who if 0 <= who < int(t.n_combatants) else max(0, min(int(state.turn_of), int(t.n_combatants) - 1))
    side, name = int(t.roster[who]["side"]), name_of(sc, who)
    if kind == k.F_DAMAGE:
        return Throw(f"{name} guards", 1, die.sides, side)
    if _is_tenacity(die, kind, int(top["step"])):
        return _tenacity(position, choice, dice, state)
    if die.after == k.E_HAZARD or die.after == k.E_FALL:
        return Throw("A fall" if die.after == k.E_FALL else "A hazard", 1, die.sides, side, small=True)
    if kind == k.F_TURN and die.after in (k.E_TURN, k.E_STATE_VIGOR, k.E_STAGGER, k.E_STATE):
        return Throw(f"{name}, what burns or hurts at the start of its turn", 1, die.sides, side, small=True)
    closing = kind in (k.F_DEED, k.F_ACTION) and int(top["step"]) >= D_COUNTERS
    return Throw(f"{name}, {'supply' if closing else 'one more die'}", 1, die.sides, side, small=True)


def _is_tenacity(die, kind, step):
    """A dying creature was damaged: its blow's frame is gone, and nothing has closed the deed or the counter yet."""
    return die.after == k.E_DAMAGE and die.sides == 10 and not (kind == k.F_DEED and step in (D_COUNTERS, D_CLOSE)) and kind != k.F_TURN


def _tenacity(position, choice, dice, state):
    """Two dice, three with help (T3.6), of whoever lost vigor last: the one that an answer with these dice tells a tenacity check of."""
    n = 2
    while n < 4 and len(dice) + n < k.MAX_FORCED:
        die = position.next_die(choice, [*dice, *[5] * n])
        if die is None or die.after != k.E_DAMAGE or die.sides != 10:
            break
        n += 1
    return Throw("Tenacity of the dying", n, 10, k.NONE, (n - 2,), _might_of_the_dying(position, state))


def _might_of_the_dying(position, state):
    """Might of whoever makes the check; where several are dying, of the first target that is."""
    n = int(position.tables.n_combatants)
    rows = [int(row["who"]) for row in state.targets[: int(state.deed.n_targets)]] + list(range(n))
    dying = [i for i in rows if int(state.combatants[i]["status"]) <= k.DEFEATED and int(state.combatants[i]["vigor"]) <= 0]
    return int(position.tables.roster[dying[0]]["virtues"][k.MIGHT]) if dying else 0


def _pool(position, choice, state):
    t, sc = position.tables, position.scenario
    rows = state.targets[: int(state.deed.n_targets)]
    nets, user = tuple(int(row["net"]) for row in rows), int(state.deed.user)
    check = check_of(t, position.state, choice) if choice != k.NONE else None
    if check is not None:
        virtue, title, on = int(t.roster[check.user]["virtues"][check.virtue]), f"{name_of(sc, user)}, {k.MENU_NAMES[check.entry]}", ()
    else:
        virtue, on = int(virtue_of(t, user, int(state.deed.deed))), tuple(name_of(sc, int(row["who"])) for row in rows)
        title = f"{name_of(sc, user)}, {deed_name(sc, int(state.deed.deed))} on {', '.join(on)}"
    return Throw(title, int(state.deed.n_dice), 10, int(t.roster[user]["side"]), nets, virtue, on, True)


# -- reading what was rolled -------------------------------------------------------------------------------------------
def read_dice(tables, throw, words, sparks=0):
    """Dice of a throw, a list of int, from words: the numbers on the dice, one total (with the virtue), or results, one for all targets or one each.

    sparks: how many sparks a result that is only named is to bring. TableError when the words say none.
    """
    if throw.sides == 2:
        return [_coin(words)]
    numbers = [word for word in words if word.isdecimal()]
    if throw.nets and words and all(word in RESULTS for word in words):
        return dice_for(tables, throw, results=[RESULTS[word] for word in words], sparks=sparks)
    if len(numbers) != len(words) or not numbers or any(len(word) > 4 for word in words):
        raise TableError(f"{' '.join(words)!r} says no roll; {_wanted(throw)}")
    values = [int(word) for word in numbers]
    if throw.nets and len(values) == 1:
        return dice_for(tables, throw, total=values[0])
    if len(values) != throw.n or not all(1 <= value <= throw.sides for value in values):
        raise TableError(f"{' '.join(words)!r} does not fit; {_wanted(throw)}")
    return values


def _coin(words):
    sides = [number for side, number in COIN.items() if len(words) == 1 and side.startswith(words[0])]
    if len(sides) != 1:
        raise TableError(f"{' '.join(words)!r} is no side; answer companions or enemies, or Enter to toss the coin")
    return sides[0]


def _wanted(throw):
    dice = f"{throw.n} numbers from 1 to {throw.sides}" if throw.n > 1 else f"a number from 1 to {throw.sides}"
    return f"enter {dice}" + (", the total with the virtue, or miss, hit or triumph" if throw.nets else "") + ", or Enter to have it rolled"


@lru_cache(maxsize=k.MAX_DICE)
def _pools(n):
    """Pools of n dice, int (N, n): all, or where those are too many some of each kind: without a pair, with low faces only, with high ones."""
    if n <= MOST_FULL:
        return np.array(list(product(range(1, 11), repeat=n)))
    random = np.random.default_rng(1)
    kinds = [random.integers(1, face + 1, (SAMPLES, n)) for face in range(1, 11)] + [random.integers(face, 11, (SAMPLES, n)) for face in range(1, 11)]
    if n <= 10:
        kinds.append(random.permuted(np.repeat(np.array(list(combinations(range(1, 11), n))), 50, axis=0), axis=1))
    return np.concatenate(kinds)


def _pairs(pools):
    """(pairs of ones, other pairs) of pools, two int (N,): every second die of a face completes one (G6.3)."""
    counts = np.stack([(pools == face).sum(axis=1) // 2 for face in range(1, 11)])
    return counts[0], counts[1:].sum(axis=0)


def dice_for(tables, throw, results=None, total=None, sparks=0):
    """Dice of a pool that give a total against the first target, or results (one for all targets or one each), with so many sparks; without a
    pair that nobody named where that can be. TableError when no dice do."""
    pools = _pools(throw.n)
    sums = np.stack([counted(pools, net) + throw.virtue for net in throw.nets])
    got = (sums > int(tables.rules.fail_max)).astype(int) + (sums > int(tables.rules.conflict_max))
    if total is not None:
        fits, named = sums[0] == total, f"a total of {total}"
    else:
        if len(results) not in (1, len(throw.nets)):
            raise TableError(
                f"{plural(len(results), 'result')} for {plural(len(throw.nets), 'target')}; name one for all or for each of {', '.join(throw.on)}"
            )
        wanted = np.array(results if len(results) == len(throw.nets) else results * len(throw.nets))
        fits, named = np.all(got == wanted[:, None], axis=0), " ".join(k.RESULT_NAMES[r] for r in wanted)
    tainted, pairs = _pairs(pools)
    away = np.abs(pairs - sparks) + tainted
    if not fits.any() or (sparks and not (fits & (away == 0)).any()):
        more = f" with {plural(sparks, 'spark')}" if sparks else ""
        raise TableError(f"no dice give {named}{more} in {throw.title}; {_wanted(throw)}")
    rows = np.flatnonzero(fits & (away == away[fits].min()))
    rows = rows[np.argsort(sums[0][rows], kind="stable")]
    return [int(d) for d in pools[rows[len(rows) // 2]]]
