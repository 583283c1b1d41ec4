"""Writing cards: one file of all, or one for each monster in a folder; nothing that differs is written over without being told to."""

import json
import os
from pathlib import Path

from .card_pages import html, markdown
from .card_pdf import pdf

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
    taken = [path for path, data in files.items() if path.exists() and not (path.is_file() and path.read_bytes() == data)]
    if taken and not force:
        more = f" and {len(taken) - 1} more" if len(taken) > 1 else ""
        raise CardFileError(f"{str(taken[0])!r}{more} would be overwritten and nothing was written; name another place with -o, or add --force")
    for path, data in files.items():
        _write(path, data)
    return list(files)


def _stem(card):
    """Name of a card's file: its stat block's id, which is one of letters, digits and underscores."""
    return card.creature


def _write(path, data):
    """Put the data there whole, or leave the place as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.part")
    try:
        temporary.write_bytes(data)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
