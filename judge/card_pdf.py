"""Cards as PDF, by ReportLab: pure Python, the same bytes each time, one page for each card."""

from html import escape
from io import BytesIO
from pathlib import Path

from .card_pages import HEADS, box_text, deed_row, foot, never_text, subtitle, whole

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
    margin = 0.06 * page[0]
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=page, invariant=1, lang="en")
    canvas.setTitle(f"{cards[0].title}: cards of tactics" if cards else "Cards of tactics")
    canvas.setCreator("Foemind")
    for card in cards:
        width, height = page[0] - 2 * margin, page[1] - 2 * margin
        frame = Frame(margin, margin, width, height, 0, 0, 0, 0)
        canvas.bookmarkPage(card.name)
        canvas.addOutlineEntry(card.name, card.name)
        frame.addFromList([KeepInFrame(width, height, _story(card, names, 1.0 if paper == "a5" else 1.38, width), mode="shrink")], canvas)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _fonts(cards, font):
    """(plain, bold, italic) names of fonts that have every letter of the cards; one that is given stands for all three."""
    text = "".join(card.model_dump_json() for card in cards)
    if font is None:
        strange = sorted({c for c in text if not _has(c)})
        if strange:
            raise PdfError(f"the letters that every PDF has do not include {' '.join(strange[:8])}; name a TrueType font that has them with "
                           "--font FILE.ttf, or use --format html")
        return "Helvetica", "Helvetica-Bold", "Helvetica-Oblique"
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
    return "card", "card", "card"


def _has(letter):
    try:
        letter.encode(BUILT_IN)
    except UnicodeEncodeError:
        return False
    return True


class _Look:
    """Paragraph styles of a card at a scale; 1 is for A5."""

    def __init__(self, fonts, scale):
        from reportlab.lib.enums import TA_RIGHT
        from reportlab.lib.styles import ParagraphStyle
        self.scale, (self.plain, self.bold, italic) = scale, fonts

        def style(name, size, leading, after=0.0, font=self.plain, **rest):
            return ParagraphStyle(name, fontName=font, fontSize=size * scale, leading=leading * scale, spaceAfter=after * scale, **rest)
        self.head, self.body = style("head", 17, 19, 1.5, self.bold), style("body", 8.2, 10.3, 2.5)
        self.prose = style("prose", 8.2, 10.3, 3.5, italic)
        self.label, self.line = style("label", 8.2, 10.3, font=self.bold), style("line", 8.2, 10.3, 0.8)
        self.tiny, self.small = style("tiny", 6, 7), style("small", 6.6, 8)
        self.cell, self.number = style("cell", 7, 8.4), style("number", 7, 8.4, alignment=TA_RIGHT)
        self.title = style("title", 6.3, 7.4, font=self.bold)
        self.title_right = style("title right", 6.3, 7.4, font=self.bold, alignment=TA_RIGHT)


def _story(card, fonts, scale, width):
    """The flowables of a card."""
    from reportlab.platypus import HRFlowable, Paragraph, Spacer
    look = _Look(fonts, scale)
    rule = {"width": "100%", "color": "black", "spaceBefore": scale, "spaceAfter": 3 * scale}
    facts = f'{escape(subtitle(card))}. <font name="{look.bold}">{escape(" · ".join(card.facts))}</font>'
    story = [Paragraph(escape(card.name), look.head), HRFlowable(thickness=1.1 * scale, **rule), Paragraph(facts, look.body)]
    story += [Paragraph(escape(card.text), look.prose)] if card.text else []
    story += [_boxes(card, look, width), Spacer(1, 4 * scale)]
    story += [_sections(card, look, width), Spacer(1, 4 * scale)] if card.sections else []
    story += [_deeds(card, look, width), Spacer(1, 4 * scale)] if card.deeds else []
    story += [Paragraph(escape(never_text(card)), look.body)] if card.never else []
    return [*story, HRFlowable(thickness=0.3 * scale, **rule), Paragraph(escape(foot(card)), look.small)]


def _boxes(card, look, width):
    """An empty box for the vigor of each monster of the kind, with its name in the corner; three beside each other."""
    from reportlab.platypus import Paragraph, Table
    across = 3
    cells = [Paragraph(escape(box_text(name)), look.tiny) for name in card.members]
    cells += [""] * (-len(cells) % across)
    rows = [cells[n:n + across] for n in range(0, len(cells), across)]
    full = [(n % across, n // across) for n in range(len(card.members))]
    lines = [("BOX", at, at, 0.6 * look.scale, "black") for at in full]
    return Table(rows, colWidths=[width / across] * across, rowHeights=[22 * look.scale] * len(rows),
                 style=[*lines, ("VALIGN", (0, 0), (-1, -1), "TOP"), *_padding(look, 2, 1.5)])


def _sections(card, look, width):
    """Headings on the left, a line for each sentence on the right."""
    from reportlab.platypus import Paragraph, Table
    left = 46 * look.scale
    rows = [[Paragraph(escape(s.title), look.label), [Paragraph(whole(line), look.line) for line in s.sentences]] for s in card.sections]
    return Table(rows, colWidths=[left, width - left], style=[("VALIGN", (0, 0), (-1, -1), "TOP"), *_padding(look, 0, 1.2)])


SHARES = (0.265, 0.085, 0.235, 0.085, 0.07, 0.095, 0.085, 0.08)  # of the width, for each column


def _deeds(card, look, width):
    from reportlab.platypus import Paragraph, Table
    rows = [[Paragraph(escape(h), look.title if n in (0, 2) else look.title_right) for n, h in enumerate(HEADS)]]
    for d in card.deeds:
        name, *cells = (whole(cell) for cell in deed_row(d))
        first = [Paragraph(f'<font name="{look.bold}">{name}</font>', look.cell), Paragraph(escape(d.what), look.tiny)]
        rows.append([first, *(Paragraph(cell, look.cell if n == 1 else look.number) for n, cell in enumerate(cells))])
    lines = [("LINEBELOW", (0, 0), (-1, 0), 0.8 * look.scale, "black"), ("LINEBELOW", (0, 1), (-1, -1), 0.25 * look.scale, "grey"),
             ("VALIGN", (0, 1), (-1, -1), "TOP"), ("VALIGN", (0, 0), (-1, 0), "BOTTOM"), *_padding(look, 1.5, 1.5),
             ("LEFTPADDING", (2, 0), (2, -1), 7 * look.scale)]
    return Table(rows, colWidths=[part * width for part in SHARES], style=lines, repeatRows=1)


def _padding(look, across, down):
    """Table commands for the room around each cell."""
    sides = {"LEFTPADDING": across, "RIGHTPADDING": across, "TOPPADDING": down, "BOTTOMPADDING": down}
    return [(name, (0, 0), (-1, -1), size * look.scale) for name, size in sides.items()]
