"""A forecast in plain words, for a Judge who does not care for statistics. Nothing is computed here."""

from rich.text import Text

from envs.core import codes as k
from envs.objective import is_plain

from .naming import number, percent, plural

WAYS = {"mix": "the scripted bots role and greedy, half of the fights each"}


def show_forecast(console, scenario, found):
    """Print a Forecast."""
    console.print(Text(found.title, style="bold"))
    if not is_plain(scenario.tables[0]):
        console.print(Text(f"Objective: {found.objective}."))
    console.print()
    for line in result_lines(found):
        console.print(Text(line))
    for title, draw in (("Who goes down", _fates), ("What the party has left when it wins", _resources), ("What swings it", _swings),
                        ("One monster fewer or more", _changes)):
        body = list(draw(found))
        if body:
            console.print()
            console.print(Text(title, style="bold"))
            for part in body:
                console.print(Text(part))
    console.print()
    for line in rests_on(found):
        console.print(Text(line, style="grey62"))


def result_lines(found):
    """Sentences on who wins and how long it takes."""
    c = found.party_wins
    out = [f"The party wins {tenths(c.chance)} ({percent(c.chance)}; {between(c)})."]
    if found.enemies_win.count:
        out.append(f"The monsters win {percent(found.enemies_win.chance)}.")
    if found.draw.count:
        out.append(f"In {percent(found.draw.chance)} nobody is left standing.")
    if found.cut_off.count:
        out.append(f"In {percent(found.cut_off.chance)} neither side has won when the last round is over.")
    if len(found.by_players) > 1:
        first, *_, last = sorted(found.by_players, key=lambda b: b.party_wins.chance)
        out.append(f"How it is played counts: the party wins {percent(first.party_wins.chance)} when {pair(first)}, "
                   f"{percent(last.party_wins.chance)} when {pair(last)}.")
    r = found.rounds
    same = r.low == r.high
    most = f"nearly always {number(r.low)}" if same else f"{number(r.low)} to {number(r.high)} in eight fights of ten"
    out.append(f"It takes {plural_of(r.median, 'round')}; {most}.")
    return out


def pair(b):
    """`role plays it against greedy`."""
    return f"{b.companions} plays it against {b.enemies}"


def tenths(share):
    """`about 6 fights in 10`."""
    n = int(10 * share + 0.5)
    if n in (0, 10) and share not in (0, 1):
        return "hardly any fight" if n == 0 else "nearly every fight"
    return {0: "no fight", 10: "every fight"}.get(n, f"about {plural(n, 'fight')} in 10")


def between(c):
    """`likely 55 to 68 %`: the interval of a chance."""
    low, high = percent(c.low).removesuffix(" %"), percent(c.high)
    return f"likely {high}" if low + " %" == high else f"likely {low} to {high}"


def plural_of(x, one):
    """`1 round`, `4.5 rounds`."""
    return f"{number(x)} {one if x == 1 else one + 's'}"


def _table(titles, rows):
    """Lines of columns two blanks apart: the first to the left, numbers to the right, a last one without a title to the left."""
    rows = [titles, *rows]
    widths = [max(len(row[n]) for row in rows) for n in range(len(titles))]
    for row in rows:
        cells = [cell.ljust(width) if n == 0 or not titles[n] else cell.rjust(width) for n, (cell, width) in enumerate(zip(row, widths))]
        yield "  ".join(cells).rstrip()


def _fates(found):
    gone = any(f.left.count for f in found.fates)
    shares = ["drops", "down_at_end", "dead", *(["left"] if gone else [])]
    rows = [[f.name, *(percent(getattr(f, share).chance) for share in shares)] for side in k.SIDE_NAMES for f in found.fates if f.side == side]
    return _table(["", "goes down", "down at the end", "dead", *(["leaves"] if gone else [])], rows)


def _resources(found):
    if found.party_wins.count == 0:
        return ["It won none of the fights."]
    rows = [[r.name, str(r.start), number(r.left.median), f"{number(r.left.low)} to {number(r.left.high)}"] for r in found.resources
            if r.start or r.left.high]
    return _table(["all together", "before", "after", "in eight fights of ten"], rows)


def _swings(found):
    if not found.swings:
        yield (f"Nothing early stood out: of {plural(found.candidates, 'event')} that were compared, none told won fights from lost ones "
               "by more than chance would.")
        return
    for s in found.swings:
        a, b = s.when_so, s.otherwise
        yield (f"When {s.what}, the party wins {percent(a.chance)} ({a.count} of {plural(a.of, 'fight')}); "
               f"else {percent(b.chance)} ({b.count} of {b.of}).")


def _changes(found):
    if not found.changes:
        return []
    rows = []
    for c in found.changes:
        name = f"one {'more' if c.more else 'fewer'}: {c.name}"
        if c.party_wins is None:
            rows.append([name, "-", "", f"not played: {c.why_not}"])
        else:
            rows.append([name, percent(c.party_wins.chance), between(c.party_wins), change_text(c)])
    return _table(["", "party wins", "", ""], rows)


def change_text(c):
    """`19 points better for the party (10 to 28)`; what may as well be chance is said to be that."""
    if c.low <= 0 <= c.high:
        return "no difference that is more than chance"
    ends = sorted(abs(x) for x in (c.low, c.high))
    points = [number(round(100 * x)) for x in (abs(c.difference), *ends)]
    return f"{points[0]} points {'better' if c.difference > 0 else 'worse'} for the party ({points[1]} to {points[2]})"


def rests_on(found):
    """Sentences on what the forecast rests on."""
    def player(text):
        return WAYS.get(text, text)
    who = (f"both sides by {player(found.companions)}" if found.companions == found.enemies
           else f"the party by {player(found.companions)}, the monsters by {player(found.enemies)}")
    changes = f", and the first {found.games_of_changes} of them again with each change, on the same dice" if found.changes else ""
    return [f"Counted in {plural(found.games, 'fight')} (seed {found.seed}), played {who}{changes}.",
            "\"Likely\" is where the true share lies 19 times in 20 if your table plays as they do; people play differently, so take it as a measure "
            "of the fight.",
            *(["What swings a fight was seen together with how it ended; it need not be the cause."] if found.swings else [])]
