"""The way in: a map file, or bytes that were dropped on a page, to an ImportedMap."""

from pathlib import Path

from .faults import MapError
from .folder import Dropped, Folder
from .limits import checked_size, file_bytes, json_of
from .uvtt import read_uvtt

UVTT = (".dd2vtt", ".uvtt", ".df2vtt")
TILED = (".tmj", ".tmx")
ENDINGS = (*UVTT, *TILED, ".json")  # a .json is looked into


def read_map(source, name=None, files=None):
    """The ImportedMap of a map. MapError, one sentence, for one that cannot be used.

    source: a path, or the bytes of a file that `name` is the name of. files: {name: bytes} of what came with such bytes, for the tilesets of a Tiled map;
    a path finds them in its own folder.
    """
    if isinstance(source, bytes):
        shown, data, beside = name or "the map", checked_size(source, name or "the map"), Dropped(files or {})
    else:
        shown, path = name or str(source), Path(source)
        _check_ending(shown)
        data, beside = file_bytes(path, shown), Folder(path)
    ending = _check_ending(shown)
    if ending == ".json":
        ending = ".tmj" if "tilewidth" in json_of(data, shown) else ".uvtt"
    if ending in UVTT:
        return read_uvtt(data, shown)
    from .tiled import read_tiled
    return read_tiled(data, ending, shown, beside)


def _check_ending(shown):
    ending = Path(shown).suffix.lower()
    if ending not in ENDINGS:
        raise MapError(shown, "", f"{ending or 'no ending'!r} is no kind of map that is read here", f"name a file that ends in {', '.join(ENDINGS)}")
    return ending
