"""Cards as Markdown and as one HTML page that needs nothing else: black on white, a printed page for each card."""

from html import escape

from .naming import number, percent, plural

HEADS = ("Deed", "of its turns", "mostly on", "extra points", "fail", "conflict", "triumph", "damage")
MARKUP = "\\`*_{}[]()<>#+-.!|~&"


def subtitle(card):
    """`Two of them in The broken gate`."""
    return f"{plural(card.how_many, 'of this kind', 'of this kind')} in “{card.title}”"


def deed_row(d):
    """The cells of a deed, texts under HEADS."""
    on = "" if d.mostly_on is None else f"{d.mostly_on} ({percent(d.mostly_share)})"
    rolled = d.fail + d.conflict + d.triumph > 0
    results = [percent(x) if rolled else "" for x in (d.fail, d.conflict, d.triumph)]
    return [d.name, percent(d.turns), on, number(d.extra_points), *results, number(d.damage) if d.damage else ""]


def never_text(card):
    """A sentence on deeds that were never attempted; empty when there are none."""
    return f"Never attempted in these fights: {', '.join(card.never)}." if card.never else ""


def foot(card):
    """What the card rests on."""
    return (f"Counted over {plural(card.turns, 'turn')} of {plural(card.fights, 'fight')} (seed {card.seed}); the monsters were played by {card.enemies}, "
            f"the party by {card.companions}. Damage is the mean of a use, after guard.")


def _md(text):
    """Text with nothing left in it that Markdown would read as its own."""
    return "".join("\\" + c if c in MARKUP and c not in "().-+!" else c for c in " ".join(text.split()))


def markdown(cards):
    """One Markdown text of all cards."""
    return "\n\n---\n\n".join(_markdown(card) for card in cards) + "\n"


def _markdown(card):
    lines = [f"# {_md(card.name)}", "", f"{_md(subtitle(card))}. {_md(' · '.join(card.facts))}.", ""]
    for section in card.sections:
        lines += [f"**{section.title}.** {_md(' '.join(section.sentences))}", ""]
    if card.deeds:
        lines += ["| " + " | ".join(HEADS) + " |", "| --- | ---: | --- |" + " ---: |" * 5]
        lines += ["| " + " | ".join(_md(cell) for cell in deed_row(d)) + " |" for d in card.deeds]
        lines.append("")
    if card.never:
        lines += [_md(never_text(card)), ""]
    return "\n".join([*lines, f"*{_md(foot(card))}*"])


STYLE = """@page { size: PAPER; margin: 9mm 10mm; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: #000; font: 9.5pt/1.34 Georgia, "Times New Roman", serif; }
article { max-width: 128mm; margin: 6mm auto; padding: 0; break-after: page; break-inside: avoid; }
article:last-child { break-after: auto; }
h1 { font-size: 17pt; line-height: 1.1; margin: 0 0 0.5mm; border-bottom: 1.2pt solid #000; padding-bottom: 1mm; }
.under { margin: 1mm 0 2.5mm; font-size: 9pt; }
.facts { font-weight: bold; }
p { margin: 0 0 1.5mm; }
table { width: 100%; border-collapse: collapse; margin: 2.5mm 0 2mm; font-size: 8.3pt; line-height: 1.2; }
th { text-align: right; border-bottom: 0.8pt solid #000; padding: 0.6mm 1mm; vertical-align: bottom; }
td { text-align: right; border-bottom: 0.3pt solid #999; padding: 0.6mm 1mm; vertical-align: top; }
th:nth-child(1), td:nth-child(1), th:nth-child(3), td:nth-child(3) { text-align: left; }
td:nth-child(1) { font-weight: bold; }
.foot { font-size: 7.5pt; border-top: 0.3pt solid #000; margin-top: 2.5mm; padding-top: 1mm; }
@media print { article { max-width: none; margin: 0; } }
"""


def html(cards, paper="a5"):
    """One HTML page of all cards; every text is escaped, and nothing is fetched."""
    title = escape(f"{cards[0].title}: cards of tactics" if cards else "Cards of tactics")
    head = (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
            f"<title>{title}</title>\n<style>\n{STYLE.replace('PAPER', paper.upper())}</style>\n</head>\n<body>\n")
    return head + "\n".join(_html(card) for card in cards) + "\n</body>\n</html>\n"


def _html(card):
    parts = ["<article>", f"<h1>{escape(card.name)}</h1>",
             f'<p class="under">{escape(subtitle(card))}<br><span class="facts">{escape(" · ".join(card.facts))}</span></p>']
    parts += [f"<p><strong>{escape(s.title)}.</strong> {escape(' '.join(s.sentences))}</p>" for s in card.sections]
    if card.deeds:
        parts.append("<table>\n<tr>" + "".join(f"<th>{escape(h)}</th>" for h in HEADS) + "</tr>")
        parts += ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in deed_row(d)) + "</tr>" for d in card.deeds]
        parts.append("</table>")
    if card.never:
        parts.append(f"<p>{escape(never_text(card))}</p>")
    return "\n".join([*parts, f'<p class="foot">{escape(foot(card))}</p>', "</article>"])
