"""How `foemind arena` prints: a bar while it plays, ratings and pairings, a verdict. Rich draws; nothing is computed here."""

from contextlib import contextmanager

from rich.table import Table
from rich.text import Text


@contextmanager
def bar(words):
    """A bar on stderr where that is a terminal; gives tell(done, of)."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)


def percent(share):
    """A share as text."""
    return f"{100 * share:.1f} %"


def _seconds(value):
    return f"{value * 1000:.3g} ms" if value < 1 else f"{value:.2f} s"


def _table(*titles):
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for title in titles:
        named = title in ("agent", "pairing")
        table.add_column(title, justify="left" if named else "right", no_wrap=not named, overflow="fold" if named else "ellipsis")
    return table


def _ratings(results):
    told = {entry["agent"]: entry for entry in results["agents"]}
    table = _table("agent", "rating", "interval", "CPU a decision", "games", "forfeits")
    for r in sorted(results["ratings"], key=lambda r: -r["rating"]):
        entry = told[r["agent"]]
        name = r["agent"] + ("" if entry["reproducible"] else " (timed: not reproducible)")
        table.add_row(Text(name), str(round(r["rating"])), f"{round(r['low'])} to {round(r['high'])}", _seconds(entry["seconds_per_decision"]), str(entry["games"]), str(entry["forfeits"]))
    return table


def _pairs(results):
    table = _table("pairing", "games", "won", "drawn", "cut off", "lost", "score", "interval", "rounds")
    for p in results["pairs"]:
        counts = (str(p[key]) for key in ("games", "wins", "draws", "cutoffs", "losses"))
        table.add_row(Text(f"{p['a']} against {p['b']}"), *counts, percent(p["score"]), f"{100 * p['low']:.1f} to {percent(p['high'])}", f"{p['rounds']:.1f}")
    return table


def show_results(console, results, out):
    """Ratings, pairings, forfeits, and where the report is."""
    console.print(Text(f"Suite {results['suite']}, seed {results['seed']}, outcome {results['outcome']}", style="bold"))
    console.print()
    console.print(_ratings(results))
    console.print(Text(f"{results['reference']} is at 0; 400 more is ten wins to one; intervals hold {results['interval']} %.", style="grey62"))
    console.print()
    console.print(_pairs(results))
    for forfeit in results["forfeits"][:5]:
        console.print(Text(f"Forfeit on {forfeit['encounter']}: {forfeit['why']}"))
    if len(results["forfeits"]) > 5:
        console.print(Text(f"and {len(results['forfeits']) - 5} more forfeits, all of them in the report"))
    console.print()
    from agents.arena.errors import shown
    files = shown(f"{out / 'report.html'} shows it with plots, {out / 'results.json'} has it as data, {out / 'replays'} the fights to look at.")
    console.print(Text(files))


def show_verdict(console, path, verdict):
    """Whether results hold, and why not."""
    from agents.arena.errors import shown
    path = shown(str(path))
    for fault in verdict["faults"]:
        console.print(Text(f"{path}: {fault}"))
    if verdict["holds"]:
        console.print(Text(f"{path} holds: it follows from its {verdict['of']} games, and {verdict['played']} of them, played again, went the same way."))
        if verdict["played"] == 0:
            console.print(Text("None of its games is between agents that play the same again, so none was played."))
    else:
        console.print(Text(f"{path} does not hold."))
