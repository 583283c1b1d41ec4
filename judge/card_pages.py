"""Cards as Markdown and as one HTML page that needs nothing else: black on white, a printed page for each card."""

from html import escape

from .naming import number, percent, plural

HEADS = ("Deed", "of its turns", "mostly on", "extra points", "fail", "conflict", "triumph", "damage")
ESCAPED = "\\`*_{}[]<>#|~&"  # signs that Markdown would read as its own
NUMBERS = {1: "One", 2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}


def subtitle(card):
    """`Two of them in “The broken gate”`."""
    n = len(card.members)
    return f"{NUMBERS.get(n, n)}{' of them' if n > 1 else ''} in “{card.title}”"


def deed_row(d):
    """The cells of a deed, texts under HEADS; in the first only its name."""
    on = "" if d.mostly_on is None else f"{d.mostly_on} ({percent(d.mostly_share)})"
    rolled = d.fail + d.conflict + d.triumph > 0
    results = [percent(x) if rolled else "" for x in (d.fail, d.conflict, d.triumph)]
    return [d.name, percent(d.turns), on, number(d.extra_points), *results, number(d.damage) if d.damage else ""]


def never_text(card):
    """A sentence on deeds that were never attempted; empty when there are none."""
    return f"Never attempted in these fights: {', '.join(card.never)}." if card.never else ""


def foot(card):
    """What the card rests on."""
    return (f"Counted over {plural(card.turns, 'turn')} of {plural(card.fights, 'fight')} (seed {card.seed}), the monsters played by {card.enemies}, "
            f"the party by {card.companions}. Shares of results are of all rolls; damage is the mean of a use, after guard.")


def box_text(name):
    """What stands in the corner of an empty box."""
    return f"{name}: vigor left"


def whole(text):
    """Text for a page: a number and its percent sign stay on one line."""
    return escape(text.replace(" %", "\u00a0%"))


# -- Markdown ----------------------------------------------------------------------------------------------------------------
def _md(text):
    """Text with nothing left in it that Markdown would read as its own."""
    return "".join("\\" + c if c in ESCAPED else c for c in " ".join(text.split()))


def markdown(cards):
    """One Markdown text of all cards."""
    return "\n\n---\n\n".join(_markdown(card) for card in cards) + "\n"


def _markdown(card):
    lines = [f"# {_md(card.name)}", "", f"{_md(subtitle(card))}. **{_md(' · '.join(card.facts))}**", ""]
    lines += [f"*{_md(card.text)}*", ""] if card.text else []
    for section in card.sections:
        lines += [f"**{_md(section.title)}**", ""] + [f"- {_md(sentence)}" for sentence in section.sentences] + [""]
    if card.deeds:
        lines += ["| " + " | ".join(HEADS) + " |", "| --- | ---: | --- |" + " ---: |" * 5]
        for d in card.deeds:
            name, *cells = (_md(cell) for cell in deed_row(d))
            lines.append("| " + " | ".join([f"**{name}** ({_md(d.what)})", *cells]) + " |")
        lines.append("")
    if card.never:
        lines += [_md(never_text(card)), ""]
    return "\n".join([*lines, f"*{_md(foot(card))}*"])


# -- HTML --------------------------------------------------------------------------------------------------------------------
STYLE = """@page { size: PAPER; margin: 8mm 9mm; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: #000; font: 11pt/1.3 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; }
article { max-width: 42em; margin: 2em auto; padding: 0 1em; break-after: page; break-inside: avoid; }
article:last-child { break-after: auto; }
h1 { font-size: 2em; line-height: 1.1; margin: 0; border-bottom: 1.2pt solid #000; padding-bottom: 0.15em; }
p { margin: 0.35em 0; }
.facts { font-weight: bold; }
.prose { font-style: italic; }
.boxes { display: flex; flex-wrap: wrap; gap: 0.4em; margin: 0.4em 0 0.6em; }
.boxes span { border: 0.6pt solid #000; min-width: 18em; height: 3.2em; padding: 0.1em 0.4em; font-size: 0.72em; }
dl { display: grid; grid-template-columns: 5.4em 1fr; gap: 0.3em 0.6em; margin: 0.4em 0; }
dt { font-weight: bold; }
dd { margin: 0; }
dd span { display: block; }
table { width: 100%; border-collapse: collapse; margin: 0.6em 0; font-size: 0.84em; line-height: 1.2; }
th { text-align: right; border-bottom: 0.8pt solid #000; padding: 0.15em 0.3em; vertical-align: bottom; }
td { text-align: right; border-bottom: 0.3pt solid #999; padding: 0.15em 0.3em; vertical-align: top; }
th:nth-child(1), td:nth-child(1), th:nth-child(3), td:nth-child(3) { text-align: left; }
th:nth-child(3), td:nth-child(3) { padding-left: 0.8em; }
td small { display: block; font-size: 0.86em; }
.foot { font-size: 0.76em; line-height: 1.2; border-top: 0.3pt solid #000; margin-top: 0.6em; padding-top: 0.3em; }
@media print { body { font-size: LETTERS; line-height: 1.24; } article { max-width: none; margin: 0; padding: 0; } }
"""
LETTERS = {"a5": "7.6pt", "a4": "10.6pt"}  # so that a full card stays on its page


def html(cards, paper="a5"):
    """One HTML page of all cards; every text is escaped, and nothing is fetched. paper: a5 or a4, for the printer."""
    title = escape(f"{cards[0].title}: cards of tactics" if cards else "Cards of tactics")
    head = ('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
            f"<title>{title}</title>\n<style>\n{STYLE.replace('PAPER', paper.upper()).replace('LETTERS', LETTERS[paper])}</style>\n</head>\n<body>\n")
    return head + "\n".join(_html(card) for card in cards) + "\n</body>\n</html>\n"


def _html(card):
    parts = ["<article>", f"<h1>{escape(card.name)}</h1>",
             f'<p>{escape(subtitle(card))}. <span class="facts">{escape(" · ".join(card.facts))}</span></p>']
    parts += [f'<p class="prose">{escape(card.text)}</p>'] if card.text else []
    parts.append('<div class="boxes">' + "".join(f"<span>{escape(box_text(name))}</span>" for name in card.members) + "</div>")
    if card.sections:
        rows = ((escape(s.title), "".join(f"<span>{whole(line)}</span>" for line in s.sentences)) for s in card.sections)
        parts += ["<dl>", *(f"<dt>{title}</dt><dd>{lines}</dd>" for title, lines in rows), "</dl>"]
    if card.deeds:
        parts.append("<table>\n<tr>" + "".join(f"<th>{escape(h)}</th>" for h in HEADS) + "</tr>")
        for d in card.deeds:
            name, *cells = (whole(cell) for cell in deed_row(d))
            first = f"<td><strong>{name}</strong> <small>{escape(d.what)}</small></td>"
            parts.append(f"<tr>{first}" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
        parts.append("</table>")
    parts += [f"<p>{escape(never_text(card))}</p>"] if card.never else []
    return "\n".join([*parts, f'<p class="foot">{escape(foot(card))}</p>', "</article>"])
