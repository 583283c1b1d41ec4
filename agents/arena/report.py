"""The report of an arena: one HTML file that needs nothing else, no script and no network."""

from html import escape

from .plots import interval_rows, log_points

STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; color: #1d2733; background: #fff; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin-top: 2.2rem; } p.soft, caption, small { color: #5d6b79; }
table { border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; } caption { text-align: left; }
th, td { border: 1px solid #d5dce3; padding: .25rem .55rem; text-align: right; } th { background: #f4f6f8; font-weight: 600; }
th.name, td.name { text-align: left; } .wide { overflow-x: auto; } code { background: #f4f6f8; padding: 0 .25rem; } svg { max-width: 54rem; }
"""


def percent(share):
    """A share as text."""
    return f"{100 * share:.1f} %"


def shade(score):
    """Background of a score: blue for what is won, red for what is lost, white in the middle. Text stays dark on all of them."""
    strength = abs(score - 0.5) * 2
    far = (150, 196, 235) if score >= 0.5 else (240, 170, 160)
    return "#" + "".join(f"{round(255 + (c - 255) * strength):02x}" for c in far)


def cell(value, css="", tip="", kind="td"):
    """A table cell."""
    style = f' style="background:{css}"' if css.startswith("#") else f' class="{css}"' if css else ""
    title = f' title="{escape(tip, quote=True)}"' if tip else ""
    return f"<{kind}{style}{title}>{escape(str(value))}</{kind}>"


def table(head, rows, caption=""):
    """A table; head: texts; rows: lists of cells. The first column holds names."""
    top = "".join(cell(h, "name" if n == 0 else "", kind="th") for n, h in enumerate(head))
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    told = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f'<div class="wide"><table>{told}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _seconds(value):
    return f"{value * 1000:.3g} ms" if value < 1 else f"{value:.2f} s"


def _marks(entry):
    marks = [word for word, holds in (("timed, not reproducible", not entry["reproducible"]), ("own process", entry["outside"])) if holds]
    return f" ({', '.join(marks)})" if marks else ""


def _ratings(results):
    by_name = {entry["agent"]: entry for entry in results["agents"]}
    order = sorted(results["ratings"], key=lambda r: -r["rating"])
    plot = interval_rows([(r["agent"], r["rating"], r["low"], r["high"]) for r in order], "Ratings with intervals")
    rows = []
    for r in order:
        told = by_name[r["agent"]]
        rows.append([cell(r["agent"] + _marks(told), "name"), cell(round(r["rating"])), cell(f"{round(r['low'])} to {round(r['high'])}"),
                     cell(_seconds(told["seconds_per_decision"])), cell(f"{told['decisions']:,}"), cell(told["games"]), cell(told["forfeits"])])
    words = (f"Bradley–Terry strengths on Elo's scale, {results['reference']} at 0: 400 more is ten wins to one. Intervals hold {results['interval']} % "
             "of a Bayesian bootstrap over the encounters.")
    return (f"<h2>Ratings</h2><p class='soft'>{escape(words)}</p>{plot}"
            + table(["agent", "rating", "interval", "CPU time a decision", "decisions", "games", "forfeits"], rows))


def _matrix(results):
    names, score = [r["agent"] for r in results["ratings"]], {}
    for p in results["pairs"]:
        tip = f"{p['wins']} won, {p['draws']} drawn, {p['cutoffs']} cut off, {p['losses']} lost; {percent(p['low'])} to {percent(p['high'])}"
        score[p["a"], p["b"]] = p["score"], tip
        back = f"{p['losses']} won, {p['draws']} drawn, {p['cutoffs']} cut off, {p['wins']} lost; {percent(1 - p['high'])} to {percent(1 - p['low'])}"
        score[p["b"], p["a"]] = 1 - p["score"], back
    rows = []
    for a in names:
        row = [cell(a, "name", kind="th")]
        for b in names:
            value, tip = score.get((a, b), (None, ""))
            row.append(cell("") if value is None else cell(percent(value), shade(value), f"{a} against {b}: {tip}"))
        rows.append(row)
    return "<h2>Who beats whom</h2>" + table(["score of … against", *names], rows, "Score: wins and half of the draws and cut-offs.")


def _pairs(results):
    head = ["pairing", "games", "won", "drawn", "cut off", "lost", "score", "interval", "as enemies", "as companions", "vigor left", "standing", "rounds", "decisions",
            "CPU time a decision"]
    rows = []
    for p in results["pairs"]:
        rows.append([cell(f"{p['a']} against {p['b']}", "name"), cell(p["games"]), cell(p["wins"]), cell(p["draws"]), cell(p["cutoffs"]), cell(p["losses"]),
                     cell(percent(p["score"]), shade(p["score"])), cell(f"{percent(p['low'])} to {percent(p['high'])}"), cell(percent(p["score_as_enemies"])),
                     cell(percent(p["score_as_companions"])), cell(f"{percent(p['share'])} : {percent(p['share_b'])}"), cell(f"{p['left']:.1f} : {p['left_b']:.1f}"),
                     cell(f"{p['rounds']:.1f}"), cell(f"{p['decisions']:.0f} : {p['decisions_b']:.0f}"),
                     cell(f"{_seconds(p['seconds_per_decision'])} : {_seconds(p['seconds_per_decision_b'])}")])
    return "<h2>Pairings</h2>" + table(head, rows, "Means over the games; a pair of numbers is the first agent's : the second's.")


def _strength(results):
    by_name = {entry["agent"]: entry for entry in results["agents"]}
    points = [(r["agent"], max(by_name[r["agent"]]["seconds_per_decision"], 1e-7), r["rating"], r["low"], r["high"]) for r in results["ratings"]]
    return "<h2>Strength for its time</h2>" + log_points(points, "Rating over CPU seconds a decision", "CPU seconds a decision", "rating")


def _encounters(results):
    head = ["encounter", *(f"{p['a']} / {p['b']}" for p in results["pairs"]), "rounds", "games"]
    rows = []
    for entry in results["per_encounter"]:
        scores = [cell(percent(s["score"]), shade(s["score"]), f"{s['a']} against {s['b']} on {entry['encounter']}") for s in entry["scores"]]
        rows.append([cell(entry["encounter"], "name"), *scores, cell(f"{entry['rounds']:.1f}"), cell(entry["games"])])
    return "<h2>Each encounter</h2>" + table(head, rows, "Score of the first agent of each pairing, both seats together.")


def _forfeits(results):
    if not results["forfeits"]:
        return "<h2>Forfeits</h2><p>None.</p>"
    rows = [[cell(f["agent"], "name"), cell(f["kind"], "name"), cell(f["encounter"], "name"), cell(f["side"], "name"), cell(f["why"], "name"), cell(f["game"])]
            for f in results["forfeits"]]
    return "<h2>Forfeits</h2>" + table(["agent", "how", "encounter", "it played the", "what happened", "game"], rows)


def _replays(results):
    rows = [[cell(f"{r['a']} against {r['b']}", "name"), cell(r["kind"], "name"), cell(r["encounter"], "name"), cell(r["companions"], "name"), cell(r["enemies"], "name"),
             cell(r["winner"], "name"), cell(f"{percent(r['share'][0])} : {percent(r['share'][1])}"), f"<td class='name'><code>{escape(r['file'])}</code></td>"]
            for r in results["replays"]]
    words = "<p>Show one round by round with <code>foemind play --replay FILE</code>.</p>"
    return "<h2>Fights to look at</h2>" + words + table(["pairing", "which", "encounter", "companions", "enemies", "winner", "vigor left", "file"], rows)


def report(results):
    """The whole page as text."""
    games = sum(p["games"] for p in results["pairs"])
    head = (f"Suite {results['suite']} ({len(results['per_encounter'])} encounters, signature {results['signature'][:12]}), seed {results['seed']}, "
            f"{games} games, outcome {results['outcome']}.")
    parts = [f"<h1>Arena: {escape(', '.join(r['agent'] for r in results['ratings']))}</h1><p class='soft'>{escape(head)}</p>", _ratings(results), _matrix(results),
             _pairs(results), _strength(results), _forfeits(results), _replays(results), _encounters(results)]
    return ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
            f"<title>Foemind arena</title><style>{STYLE}</style></head><body>{''.join(parts)}</body></html>\n")
