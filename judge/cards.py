"""Cards of tactics: `make_cards(scenario)` in Python, `foemind card` at the terminal. Each sentence follows from counts of played fights."""

from collections import Counter

import numpy as np

from agents.series import MIX, play_series
from envs.core import codes as k

from .card_model import Card, Section
from .forecasting import ForecastError, check_open
from .naming import listed, number, percent, plural
from .roster_change import creature_id, kinds
from .tactics import Tactics

__all__ = ["GAMES", "make_cards"]

GAMES = 120
LEAST, MOST = 20, 5_000
CLEAR = 0.15  # by how much a target's mark must be more frequent than a blind draw's to be called a habit
OFTEN = 0.05  # of turns; what is rarer is not told
ENOUGH = 20  # turns or rolls for a sentence on them


def make_cards(scenario, games=GAMES, enemies="greedy", companions=MIX, seed=0):
    """[Card], one for each kind of monster of a scenario, in the order of its roster.

    games: fights to play, LEAST to MOST. enemies, companions: who plays them, as for `forecast`. ForecastError for what cannot be played, AgentError
    for an agent that cannot be had.
    """
    if not LEAST <= games <= MOST:
        raise ForecastError(f"--games {games} is not possible; give {LEAST} to {MOST}")
    check_open(scenario)
    told = play_series(scenario, games, companions, enemies, seed)
    return [_card(scenario, told, name, slots, {"fights": games, "enemies": enemies, "companions": companions, "seed": seed})
            for name, slots in kinds(scenario).items()]


def _card(scenario, told, name, slots, rest):
    tactics = Tactics(scenario, told, slots)
    parts = (("Opening", _opening), ("A usual turn", _turn), ("Targets", _targets), ("Points and sparks", _points), ("Defence", _defence),
             ("When hurt", _hurt), ("Where it stands", _place))
    sections = [Section(title=title, sentences=found) for title, tell in parts if tactics.turns and (found := tell(tactics))]
    return Card(encounter=scenario.name, title=scenario.title, creature=creature_id(scenario, slots[0]), name=name, how_many=len(slots),
                facts=_facts(scenario, slots[0]), sections=sections, deeds=tactics.deeds(), never=tactics.never(), turns=len(tactics.turns), **rest)


def _facts(scenario, i):
    row, start = scenario.tables[0].roster[i], scenario.initial[0].combatants[i]
    dice = [f"d{int(d)}" for d in row.guard_dice if int(d)]
    out = [f"Vigor {int(row.max_vigor)} (half {int(row.max_vigor) // 2})", f"Speed {int(row.speed)}"]
    out += [f"Guard {' '.join(dice)}"] if dice else []
    out += [f"Focus {int(start.focus)}"] if int(start.focus) else []
    out += [f"Size {int(row.bulk)}"] if int(row.bulk) > 1 else []
    return out


def of_ten(n, of, what):
    """`in 7 of 10 fights`, `always`: a share in words, with the thing that was counted."""
    tenth = int(10 * n / of + 0.5)
    if n == of:
        return f"in every {what}"
    if n == 0:
        return f"in no {what}"
    if tenth in (0, 10):
        return f"in {percent(n / of)} of its {what}s"
    return f"in {tenth} of 10 {what}s"


def _first(counter):
    """(what, count) of the most frequent, the first in the alphabet among equals."""
    return min(counter.items(), key=lambda item: (-item[1], item[0]))


def _opening(c):
    out = []
    counted, turns = c.opening()
    what, n = _first(counted)
    deed = what in c.scenario.deed_names
    out.append(f"{'Opens with ' + what if deed else 'Begins with ' + what + ' and no deed'} {of_ten(n, len(turns), 'fight')}.")
    if deed:
        first = [use for turn in turns for use in turn.uses[:1] if c.scenario.deed_names[use.deed] == what]
        on = _targets_of(c, first)
        if on:
            out.append(f"It is aimed at {on}.")
    others = [(name, m) for name, m in sorted(counted.items(), key=lambda item: (-item[1], item[0])) if name != what and m >= OFTEN * len(turns)][:2]
    if others:
        out.append(f"Otherwise {listed([f'{name} ({percent(m / len(turns))})' for name, m in others])}.")
    later, again = c.opening(1)
    if len(again) >= ENOUGH:
        what, n = _first(later)
        out.append(f"Its second turn is {what} {of_ten(n, len(again), 'fight')}.")
    before = [life[0].place == 0 for life in c.lives.values()]
    fellows = sum(int(c.t.roster[i].side) == c.side for i in range(int(c.t.n_combatants)))
    if fellows > 1:
        out.append(f"It takes the first turn of its side {of_ten(sum(before), len(before), 'fight')}.")
    return out


def _targets_of(c, uses):
    """`Gate Warden (60 %) or Fen Archer (25 %)`: the two whom deeds were rolled on most."""
    on = Counter(c.scenario.names[who] for use in uses for who, _ in use.rolls)
    total = sum(on.values())
    best = sorted(on.items(), key=lambda item: (-item[1], item[0]))[:2]
    return " or ".join(f"{name} ({percent(n / total)})" for name, n in best if n >= OFTEN * total)


def _turn(c):
    shapes = sorted(c.shapes().items(), key=lambda item: (-item[1], item[0]))
    n = len(c.turns)
    told = [f"{', then '.join(shape) or 'nothing'} ({percent(m / n)})" for shape, m in shapes[:3] if m >= OFTEN * n]
    out = [f"Mostly {'; '.join(told)}."] if told else []
    known = {"deed", "maneuver", "move", "defend", "catch breath"}
    rest = sorted({name for turn in c.turns for name in turn.did} - known)
    some = [(name, c.did(name)[0]) for name in rest]
    some = sorted([(name, m) for name, m in some if m >= OFTEN * n], key=lambda item: (-item[1], item[0]))
    if some:
        out.append(f"It also takes {listed([f'{name} ({percent(m / n)} of its turns)' for name, m in some[:4]])}.")
    return out


_MARKS = {"nearest": "the nearest foe", "weakest": "the foe with the least vigor left", "wounded": "the foe that has lost the largest share of its vigor"}


def _targets(c):
    on = c.targets()
    total = sum(on.values())
    if total < ENOUGH:
        return []
    best = sorted(on.items(), key=lambda item: (-item[1], item[0]))
    out = [f"Goes for {listed([f'{name} ({percent(m / total)})' for name, m in best[:3]])} of all its rolls on foes while it has a choice."
           if len(best) > 1 else f"Goes for {best[0][0]} every time."]
    habits = sorted(((m.had - m.blindly, mark, m) for mark, m in c.marks().items() if m.had - m.blindly >= CLEAR and m.of >= ENOUGH), reverse=True)
    for _, mark, m in habits[:2]:
        out.append(f"Picks {_MARKS[mark]} in {percent(m.had)} of them (drawn blindly it would be {percent(m.blindly)}).")
    if not habits:
        out.append("Neither the nearest nor the weakest foe draws it more than the others do.")
    struck, chances = c.fallen()
    if chances >= ENOUGH:
        out.append(f"Strikes a dying foe {of_ten(struck, chances, 'roll')} while another still fights on.")
    return out


def _points(c):
    with_extra, uses = c.extra()
    if not uses:
        return []
    out = []
    if with_extra:
        best = [d for d in c.deeds() if d.extra_points >= 0.05][:2]
        means = f" ({'; '.join(f'{d.name}: {number(d.extra_points)} on average' for d in best)})" if best else ""
        out.append(f"Puts extra points into its deeds {of_ten(with_extra, uses, 'use')}{means}.")
    else:
        out.append("Puts no extra points into its deeds.")
    sparks = c.sparks()
    total = sum(sparks.values())
    words = {"damage": "more damage", "effect": "the deed's own spark effect", "other": "making another line stronger"}
    if total >= ENOUGH:
        parts = [f"{words[name]} ({percent(n / total)})" for name, n in sorted(sparks.items(), key=lambda item: (-item[1], item[0]))]
        out.append(f"Spends its sparks on {listed(parts)}.")
    costly = [(d, int(c.t.deeds[c.scenario.deed_keys.index(d.key)].focus)) for d in c.deeds()]
    for d, focus in [(d, focus) for d, focus in costly if focus > 0][:2]:
        first = [turn.round_no for life in c.lives.values() for turn in life[:] if any(c.scenario.deed_names[u.deed] == d.name for u in turn.uses)]
        lives = sum(any(c.scenario.deed_names[u.deed] == d.name for turn in life for u in turn.uses) for life in c.lives.values())
        out.append(f"Pays {plural(focus, 'focus', 'focus')} for {d.name} {of_ten(lives, len(c.lives), 'fight')}, mostly in round {number(float(np.median(first)))}.")
    return out


def _defence(c):
    out = []
    defended, turns = c.did("defend")
    out.append(f"Defends {of_ten(defended, turns, 'turn')}." if defended else "Never defends.")
    for question, does, kind in ((k.ASK_GUARD, "Guards", "blow"), (k.ASK_COUNTER, "Counters", "failure")):
        taken, asked = c.offers(question)
        if asked >= ENOUGH:
            out.append(f"{does} {of_ten(taken, asked, kind)} that it could {does.lower().removesuffix('s')}.")
    return out


def _hurt(c):
    hurt = [turn for turn in c.turns if c.hurt(turn)]
    well = [turn for turn in c.turns if not c.hurt(turn)]
    out = []
    left = sum(any(turn.left for turn in life) for life in c.lives.values())
    if left:
        vigor = [int(turn.before[turn.who][2]) / int(c.t.roster[turn.who].max_vigor) for turn in c.turns if turn.left]
        out.append(f"Leaves the fight by an exit {of_ten(left, len(c.lives), 'fight')}, with {percent(float(np.mean(vigor)))} of its vigor left on average.")
    else:
        out.append("Never leaves the fight.")
    if len(hurt) >= ENOUGH:
        out += _changed(c, hurt, well)
    down, of = c.down()
    out.append(f"It goes down {of_ten(down, of, 'fight')}.")
    return out


def _changed(c, hurt, well):
    """What it does otherwise at half its vigor or less."""
    out = []
    rest, turns = c.did("catch breath", hurt)
    if rest >= OFTEN * turns:
        out.append(f"At half vigor or less it catches its breath {of_ten(rest, turns, 'turn')}.")
    far, near = ([d for d, _ in c.ends(group)] for group in (hurt, well))
    if len(far) >= ENOUGH and len(near) >= ENOUGH:
        a, b = float(np.mean(far)), float(np.mean(near))
        if abs(a - b) >= 1:
            out.append(f"At half vigor or less it {'keeps farther off' if a > b else 'comes closer'}: {number(a)} squares from the nearest foe "
                       f"at the end of its turn, {number(b)} before.")
    for name in ("defend", "deed"):
        (n, of), (m, all_) = c.did(name, hurt), c.did(name, well)
        if len(well) >= ENOUGH and abs(n / of - m / all_) >= CLEAR:
            out.append(f"At half vigor or less it {'defends' if name == 'defend' else 'attempts a deed'} {of_ten(n, of, 'turn')}, before {of_ten(m, all_, 'turn')}.")
    return out or ["At half vigor or less it fights on as before."]


def _place(c):
    ends = c.ends()
    if not ends:
        return []
    far = [d for d, _ in ends]
    close = sum(d <= 1 for d in far)
    out = [f"Ends its turn next to a foe {of_ten(close, len(far), 'turn')}."]
    if close < 0.7 * len(far):
        low, middle, high = np.percentile(far, [10, 50, 90])
        out.append(f"Its nearest foe is then usually {number(float(middle))} squares away ({number(float(low))} to {number(float(high))}).")
    fellows = sum(near for _, near in ends)
    if fellows:
        out.append(f"A fellow is next to it {of_ten(fellows, len(ends), 'turn')}.")
    return out
