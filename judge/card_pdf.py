"""Cards as PDF, by ReportLab: pure Python, the same bytes each time, one page for each card."""

from html import escape
from io import BytesIO
from pathlib import Path

from .card_pages import HEADS, deed_row, foot, never_text, subtitle

PAPERS = ("a5", "a4")
BUILT_IN = "cp1252"  # the letters that every reader of PDF has


class PdfError(ValueError):
    """A PDF that cannot be made; one sentence that says why and what to do."""


def pdf(cards, paper="a5", font=None):
    """The bytes of a PDF with a page for each card. paper: a5 or a4. font: a TrueType file for letters that the built-in ones lack.

    PdfError without ReportLab, for letters that the font has not, and for a font that is none.
    """
    try:
        from reportlab.lib import pagesizes
        from reportlab.pdfgen.canvas import Canvas
        from reportlab.platypus import Frame, KeepInFrame
    except ImportError:
        raise PdfError("PDF needs ReportLab; install it, in a checkout with: .venv/bin/pip install -c constraints.txt -e '.[cards]', elsewhere with: "
                       "pip install 'foemind[cards]', or use --format html and print that") from None
    names = _fonts(cards, font)
    page = getattr(pagesizes, paper.upper())
    margin = 0.065 * page[0]
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=page, invariant=1, lang="en")
    canvas.setTitle(f"{cards[0].title}: cards of tactics" if cards else "Cards of tactics")
    canvas.setCreator("Foemind")
    for card in cards:
        width, height = page[0] - 2 * margin, page[1] - 2 * margin
        frame = Frame(margin, margin, width, height, 0, 0, 0, 0)
        canvas.bookmarkPage(card.name)
        canvas.addOutlineEntry(card.name, card.name)
        frame.addFromList([KeepInFrame(width, height, _story(card, names, 1.0 if paper == "a5" else 1.35, width), mode="shrink")], canvas)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _fonts(cards, font):
    """(plain, bold) names of fonts that have every letter of the cards."""
    text = "".join(card.model_dump_json() for card in cards)
    if font is None:
        strange = sorted({c for c in text if not _has(c)})
        if strange:
            raise PdfError(f"the letters that every PDF has do not include {' '.join(strange[:8])}; name a TrueType font that has them with --font FILE.ttf, "
                           "or use --format html")
        return "Helvetica", "Helvetica-Bold"
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont
    try:
        loaded = TTFont("card", str(Path(font)))
    except (TTFError, OSError) as error:
        raise PdfError(f"font {str(font)!r} cannot be used ({str(error).splitlines()[0][:120]}); name a TrueType file (.ttf)") from None
    lacking = sorted({c for c in text if not c.isspace() and ord(c) not in loaded.face.charToGlyph})
    if lacking:
        raise PdfError(f"font {str(font)!r} lacks {' '.join(lacking[:8])}; name one that has these letters, or use --format html")
    pdfmetrics.registerFont(loaded)
    return "card", "card"


def _has(letter):
    try:
        letter.encode(BUILT_IN)
    except UnicodeEncodeError:
        return False
    return True


def _story(card, fonts, scale, width):
    """The flowables of a card."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import HRFlowable, Paragraph, Spacer
    plain, bold = fonts
    body = ParagraphStyle("body", fontName=plain, fontSize=8.6 * scale, leading=11.2 * scale, spaceAfter=3.2 * scale)
    head = ParagraphStyle("head", parent=body, fontName=bold, fontSize=17 * scale, leading=19 * scale, spaceAfter=1.5 * scale)
    small = ParagraphStyle("small", parent=body, fontSize=6.8 * scale, leading=8.4 * scale, spaceAfter=0)
    strong = ParagraphStyle("strong", parent=body, fontName=bold, spaceAfter=4 * scale)
    rule = {"width": "100%", "color": "black", "spaceBefore": 1 * scale, "spaceAfter": 3 * scale}
    story = [Paragraph(escape(card.name), head), HRFlowable(thickness=1.1 * scale, **rule), Paragraph(escape(subtitle(card)), body),
             Paragraph(escape(" · ".join(card.facts)), strong)]
    story += [Paragraph(f'<font name="{bold}">{escape(s.title)}.</font> {escape(" ".join(s.sentences))}', body) for s in card.sections]
    if card.deeds:
        story += [Spacer(1, 2 * scale), _table(card, fonts, scale, width), Spacer(1, 4 * scale)]
    if card.never:
        story.append(Paragraph(escape(never_text(card)), body))
    return [*story, HRFlowable(thickness=0.3 * scale, **rule), Paragraph(escape(foot(card)), small)]


SHARES = (0.22, 0.095, 0.255, 0.09, 0.075, 0.095, 0.09, 0.08)  # of the width, for each column


def _table(card, fonts, scale, width):
    from reportlab.lib.enums import TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph, Table
    plain, bold = fonts
    left = ParagraphStyle("cell", fontName=plain, fontSize=7 * scale, leading=8.4 * scale)
    name = ParagraphStyle("name", parent=left, fontName=bold)
    right = ParagraphStyle("number", parent=left, alignment=TA_RIGHT)
    title = ParagraphStyle("title", parent=right, fontName=bold, fontSize=6.4 * scale, leading=7.4 * scale)
    titles = [Paragraph(escape(h), ParagraphStyle("first", parent=title, alignment=0) if n in (0, 2) else title) for n, h in enumerate(HEADS)]
    styles = [name, right, left, *[right] * 5]
    rows = [[Paragraph(escape(cell), style) for cell, style in zip(deed_row(d), styles)] for d in card.deeds]
    lines = [("LINEBELOW", (0, 0), (-1, 0), 0.8 * scale, "black"), ("LINEBELOW", (0, 1), (-1, -1), 0.25 * scale, "grey"), ("VALIGN", (0, 0), (-1, -1), "TOP"),
             ("VALIGN", (0, 0), (-1, 0), "BOTTOM"), ("LEFTPADDING", (0, 0), (-1, -1), 1.5 * scale), ("RIGHTPADDING", (0, 0), (-1, -1), 1.5 * scale),
             ("TOPPADDING", (0, 0), (-1, -1), 1.2 * scale), ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6 * scale)]
    return Table([titles, *rows], colWidths=[part * width for part in SHARES], style=lines, repeatRows=1)
