"""Writing cards: one file of all, or one for each monster in a folder; nothing that differs is written over without being told to."""

import json
from pathlib import Path

from .card_pages import html, markdown
from .card_pdf import pdf
from .files import is_taken, refuse_taken, write_whole

FORMATS = {"md": ".md", "html": ".html", "pdf": ".pdf", "json": ".json"}


class CardFileError(ValueError):
    """Cards that cannot be written; one sentence that says why and what to do."""


def render(cards, form, paper="a5", font=None):
    """The bytes of cards in a format of FORMATS."""
    if form == "pdf":
        return pdf(cards, paper, font)
    if form == "json":
        return (json.dumps([card.model_dump(mode="json") for card in cards], ensure_ascii=False, indent=2) + "\n").encode()
    return (markdown(cards) if form == "md" else html(cards, paper)).encode()


def write_cards(cards, form, out, paper="a5", font=None, force=False):
    """[paths] of the files written. out: a file with the format's ending takes all cards; anything else is a folder with a file for each card.

    Every file is made before the first is written. CardFileError for a place that is taken, PdfError as `card_pdf.pdf`.
    """
    out, ending = Path(out), FORMATS[form]
    if out.suffix.lower() == ending and not out.is_dir():
        files = {out: render(cards, form, paper, font)}
    elif out.suffix.lower() in FORMATS.values() and not out.is_dir():
        raise CardFileError(f"{str(out)!r} does not end like {form}; name a file that ends in {ending}, or a folder, "
                            f"or say --format {out.suffix[1:].lower()}")
    elif out.exists() and not out.is_dir():
        raise CardFileError(f"{str(out)!r} is a file without the ending {ending}; name another with -o, or a folder")
    else:
        files = {out / f"{_stem(card)}{ending}": render([card], form, paper, font) for card in cards}
    if not force:
        refuse_taken([path for path, data in files.items() if is_taken(path, data)], CardFileError)
    for path, data in files.items():
        write_whole(path, data)
    return list(files)


def _stem(card):
    """Name of a card's file: its stat block's id, which is one of letters, digits and underscores."""
    return card.creature
