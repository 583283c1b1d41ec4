"""The sentences of a card: each says a count of `Tactics` and nothing else; what was counted too seldom is left out."""

from collections import Counter

import numpy as np

from agents.series import S_VIGOR
from envs.core import codes as k

from .card_model import Section
from .naming import listed, number, percent, plural
from .tactics import CLEAR, ENOUGH

OFTEN = 0.05  # of turns or rolls; what is rarer is not told
EVEN = 0.1  # shares of targets that are no farther apart are called even
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def sections(tactics):
    """[Section] of a card; what was counted too seldom has none."""
    if not tactics.turns:
        return [Section(title="Opening", sentences=["It never came to act in these fights."])]
    parts = (("Opening", _opening), ("Turn", _turn), ("When", _when), ("Targets", _targets), ("Points", _points), ("Defence", _defence),
             ("Hurt", _hurt), ("Place", _place))
    return [Section(title=title, sentences=found) for title, tell in parts if (found := tell(tactics))]


def of_ten(n, of, what):
    """`in 7 of 10 fights`, `in every fight`: a share in words, with the thing that was counted."""
    tenth = int(10 * n / of + 0.5)
    if n == of:
        return f"in every {what}"
    if n == 0:
        return f"in no {what}"
    return f"in {percent(n / of)} of {what}s" if tenth in (0, 10) else f"in {tenth} of 10 {what}s"


def ranked(counter):
    """[(what, count)], the most frequent first, the alphabet among equals."""
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))


def _with_shares(rows, total, join=listed):
    """`a (60 %) and b (40 %)` of [(what, count)]."""
    return join([f"{what} ({percent(n / total)})" for what, n in rows])


def _either(words):
    """`a`, `a or b`, `a, b or c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


# -- turns -------------------------------------------------------------------------------------------------------------------
def _opening(c):
    counted, turns = c.opening()
    what, n = ranked(counted)[0]
    unit = "fight" if len(c.slots) == 1 else "first turn"
    deed = what in c.scenario.deed_names
    on = Counter(c.scenario.names[who] for turn in turns for use in turn.uses[:1] if c.scenario.deed_names[use.deed] == what for who, _ in use.rolls)
    most = [row for row in ranked(on)[:3] if row[1] >= OFTEN * sum(on.values())]
    aimed = f", on {_with_shares(most, sum(on.values()), _either)}" if deed and most else ""
    out = [f"{f'Opens with {what}' if deed else f'Begins with {what} and no deed'} {of_ten(n, len(turns), unit)}{aimed}."]
    others = [row for row in ranked(counted)[1:3] if row[1] >= OFTEN * len(turns)]
    if others:
        out.append(f"Else with {_with_shares(others, len(turns), _either)}.")
    counted, turns = c.opening(1)
    if len(turns) >= ENOUGH:
        what, n = ranked(counted)[0]
        often = "always" if n == len(turns) else "mostly" if 2 * n > len(turns) else "most often"
        out.append(f"Its second turn is {often} {what} ({percent(n / len(turns))}).")
    if c.sheet.sides.count(c.side) > len(c.slots):
        place, n = ranked(Counter(life[0].place for life in c.lives.values()))[0]
        out.append(f"Acts {PLACES[place] if place < len(PLACES) else 'late'} of its side {of_ten(n, len(c.lives), 'first round')}.")
    return out


def _turn(c):
    n = len(c.turns)
    told = [f"{', then '.join(shape) or 'nothing'} ({percent(m / n)})" for shape, m in ranked(c.shapes())[:3] if m >= OFTEN * n]
    out = [f"Mostly {'; '.join(told)}."] if told else []
    known = {"deed", "move", "defend", "catch breath"}
    rest = Counter({name: c.did(name)[0] for turn in c.turns for name in turn.did if name not in known})
    some = [row for row in ranked(rest)[:4] if row[1] >= OFTEN * n]
    if some:
        out.append(f"In all, {listed([f'{name} in {percent(m / n)}' for name, m in some])} of its turns.")
    return out


def _when(c):
    return [f"{w.deed} most when {w.circumstance}: in {percent(w.then)} of such turns, else in {percent(w.otherwise)}." for w in c.when[:4]]


# -- targets -----------------------------------------------------------------------------------------------------------------
_MARKS = {"nearest": "the nearest foe", "weakest": "the foe with the least vigor left",
          "wounded": "the foe that has lost the largest share of its vigor"}


def _targets(c):
    on = c.targets()
    total = sum(on.values())
    if total < ENOUGH:
        return []
    rows = ranked(on)
    even = len(rows) > 1 and (rows[0][1] - rows[-1][1]) / total <= EVEN
    out = [f"Spreads its rolls evenly over {listed([name for name, _ in rows])}." if even else
           f"Rolls against {_with_shares([row for row in rows if row[1] >= OFTEN * total], total)} while several foes stand."]
    habits = sorted(((m.had - m.blindly, mark, m) for mark, m in c.marks().items() if m.had - m.blindly >= CLEAR and m.of >= ENOUGH), reverse=True)
    for _, mark, m in habits[:2]:
        out.append(f"Takes {_MARKS[mark]} in {percent(m.had)} of its picks; a blind pick would in {percent(m.blindly)}.")
    if not habits and not even:
        out.append("Neither how near nor how wounded a foe is decides it.")
    struck, chances = c.fallen()
    if chances >= ENOUGH:
        out.append(f"With a dying foe and a fighting one to choose from, it strikes the dying one {of_ten(struck, chances, 'roll')}.")
    return out


# -- points, reactions -------------------------------------------------------------------------------------------------------
def _points(c):
    with_extra, uses = c.extra()
    if not uses:
        return []
    out = [f"Puts extra points into its deeds {of_ten(with_extra, uses, 'use')}." if with_extra else "Puts no extra points into its deeds."]
    sparks = c.sparks()
    words = {"damage": "more damage", "effect": "the deed's own spark effect", "other": "making another line stronger"}
    if sum(sparks.values()) >= ENOUGH:
        out.append(f"Spends its sparks on {_with_shares([(words[name], n) for name, n in ranked(sparks)], sum(sparks.values()))}.")
    costly = [(d, int(c.t.deeds[c.scenario.deed_keys.index(d.key)].focus)) for d in c.deeds]
    for d, focus in [row for row in costly if row[1]][:2]:
        rounds = [turn.round_no for turn in c.turns if any(c.scenario.deed_keys[use.deed] == d.key for use in turn.uses)]
        lives = {(turn.fight, turn.who) for turn, use in c.uses() if c.scenario.deed_keys[use.deed] == d.key}
        out.append(f"Pays {focus} focus for {d.name} {of_ten(len(lives), len(c.lives), 'fight')}, about round {number(float(np.median(rounds)))}.")
    return out


def _defence(c):
    defended, turns = c.did("defend")
    out = [f"Defends {of_ten(defended, turns, 'turn')}." if defended else "Never defends."]
    for question, does, what, can in ((k.ASK_GUARD, "Guards", "blow", "guard"), (k.ASK_COUNTER, "Counters", "failure", "counter")):
        taken, asked = c.offers(question)
        if asked >= ENOUGH:
            many = {asked: f"every {what} that it can", 0: f"no {what}, though it could"}
            out.append(f"{does} {many.get(taken, f'{percent(taken / asked)} of the {what}s that it can {can}')}.")
    return out


# -- when hurt, where ----------------------------------------------------------------------------------------------------------
def _hurt(c):
    hurt, well = [turn for turn in c.turns if c.hurt(turn)], [turn for turn in c.turns if not c.hurt(turn)]
    left = sum(any(turn.left for turn in life) for life in c.lives.values())
    out = ["Never flees."]
    if left:
        vigor = [max(0, turn.before[turn.who][S_VIGOR]) / c.sheet.vigor[turn.who] for turn in c.turns if turn.left]
        out = [f"Leaves by an exit {of_ten(left, len(c.lives), 'fight')}, on average with {percent(float(np.mean(vigor)))} of its vigor."]
    if len(hurt) >= ENOUGH and len(well) >= ENOUGH:
        out += _changed(c, hurt, well)
    down, of = c.down()
    out.append(f"{'Goes' if len(c.slots) == 1 else 'Each goes'} down {of_ten(down, of, 'fight')}.")
    return out


_VERBS = {"deed": "attempts a deed", "defend": "defends", "catch breath": "catches its breath", "prevail": "tries to prevail", "move": "moves"}


def _changed(c, hurt, well):
    """What it does otherwise at half its vigor or less."""
    parts = []
    for name, text in _VERBS.items():
        (n, of), (m, all_) = c.did(name, hurt), c.did(name, well)
        if abs(n / of - m / all_) >= CLEAR:
            parts.append(f"{text} in {percent(n / of)} of its turns (before: {percent(m / all_)})")
    far, near = ([d for d, _ in c.ends(group)] for group in (hurt, well))
    if len(far) >= ENOUGH and len(near) >= ENOUGH and abs(float(np.mean(far)) - float(np.mean(near))) >= 1:
        parts.append(f"ends its turn {number(float(np.mean(far)))} squares from the nearest foe (before: {number(float(np.mean(near)))})")
    return [f"At half vigor or less it {listed(parts)}." if parts else "At half vigor or less it fights on as before."]


def _place(c):
    ends = c.ends()
    if len(ends) < ENOUGH:
        return []
    far = [d for d, _ in ends]
    close, fellows = sum(d <= 1 for d in far), sum(near for _, near in ends)
    out = [f"Ends its turn next to a foe {of_ten(close, len(far), 'turn')}."]
    if close <= 0.5 * len(far) and close < len(far):
        low, middle, high = np.percentile([d for d in far if d > 1], [10, 50, 90], method="nearest")
        out.append(f"Else its nearest foe is mostly {plural(int(middle), 'square')} away ({low} to {high}).")
    if fellows:
        out.append(f"A fellow stands next to it {of_ten(fellows, len(ends), 'turn')}.")
    return out
