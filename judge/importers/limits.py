"""Reading files that somebody else wrote, within bounds: bytes, pieces, numbers and work are counted before memory or time is spent on them."""

import base64
import binascii
import gzip
import json
import zlib
from io import BytesIO

from .faults import MapError

MAX_BYTES = 64 * 2**20  # of one file
MAX_PIECES = 1_000_000  # lists, tables and values in one file
MAX_SIDE = 256  # squares along a side of the whole map
MAX_NUMBER = 1_000_000  # no coordinate is further out
MAX_WORK = 200_000  # squares that all lines of a map may touch, counted for each line


def file_bytes(path, shown):
    """The bytes of a regular file. MapError for anything else and for one that is too large."""
    try:
        if path.exists() and not path.is_file():
            raise MapError(shown, "", "it is no regular file", "name a map file")
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        raise MapError(shown, "", f"the file cannot be read ({getattr(error, 'strerror', None) or error})",
                       "check the name and that it is a readable file") from None
    return checked_size(data, shown)


def checked_size(data, shown):
    """The bytes, if they are not too many."""
    if len(data) > MAX_BYTES:
        raise MapError(shown, "", f"the file has more than {MAX_BYTES // 2**20} MiB", "export the map with a smaller picture, or without one")
    if not data.strip():
        raise MapError(shown, "", "the file is empty", "export the map anew")
    return data


def json_of(data, shown):
    """The JSON object in some bytes, as a dict. MapError for anything else, for NaN and Infinity and for more pieces than MAX_PIECES."""
    if sum(data.count(sign) for sign in (b",", b"[", b"{")) > MAX_PIECES:
        raise MapError(shown, "", f"the file holds more than {MAX_PIECES:,} values", "export a smaller part of the map")
    try:
        found = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise MapError(shown, f"byte {error.start}", "the file is not UTF-8 text", "export the map anew") from None
    except RecursionError:
        raise MapError(shown, "", "its lists are nested too deep", "export the map anew; no map needs this") from None
    except ValueError as error:  # also numbers of thousands of digits
        problem, _, place = str(error).partition(": ")
        raise MapError(shown, place, f"the file is not valid JSON ({problem})", "export the map anew; the file may have been cut off") from None
    if not isinstance(found, dict):
        raise MapError(shown, "", "the file holds no JSON object", "name a Universal VTT or Tiled map")
    return found


def _no_number(text):
    raise ValueError(f"{text} is no number")


def whole(value, low, high, shown, entry):
    """A whole number from low to high, also given as text. MapError for anything else."""
    try:
        number = int(value) if isinstance(value, (str, int)) and not isinstance(value, bool) and len(str(value)) < 12 else None
    except ValueError:
        number = None
    if number is None or not low <= number <= high:
        raise MapError(shown, entry, f"{short(value)} is no whole number from {low} to {high}", "export the map anew, or a smaller part of it")
    return number


def real(value, shown, entry):
    """A number no further out than MAX_NUMBER, also given as text. MapError for anything else."""
    try:
        number = None if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None or not abs(number) <= MAX_NUMBER:
        raise MapError(shown, entry, f"{short(value)} is no number from -{MAX_NUMBER:,} to {MAX_NUMBER:,}", "save the map anew")
    return number


def short(value):
    """A value as a sentence can show it."""
    try:
        text = repr(value)
    except ValueError:  # an integer of thousands of digits
        return "a huge number"
    return text if len(text) <= 40 else text[:37] + "..."


def base64_bytes(text, shown, entry):
    """The bytes of a base64 text; white space in it does not matter."""
    try:
        return base64.b64decode(text if text.isascii() and text.isprintable() and " " not in text else "".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise MapError(shown, entry, "the text is not base64", "export the map anew; the file may have been cut off") from None


def unpacked(data, compression, size, shown, entry):
    """`size` bytes out of zlib or gzip data, or of plain ones; never more is unpacked. MapError when there are more or fewer."""
    try:
        if compression == "zlib":
            out = zlib.decompressobj().decompress(data, size + 1)
        elif compression == "gzip":
            with gzip.GzipFile(fileobj=BytesIO(data)) as stream:
                out = stream.read(size + 1)
        elif compression in ("", None):
            out = data
        else:
            raise MapError(shown, entry, f"the compression {short(compression)} is not read here", "save the map in Tiled with CSV as tile layer format")
    except (zlib.error, EOFError, OSError):
        raise MapError(shown, entry, f"the {compression} data are damaged", "save the map anew, with CSV as tile layer format") from None
    if len(out) != size:
        raise MapError(shown, entry, "the layer holds more or fewer tiles than its size says", "save the map anew in Tiled")
    return out


class Work:
    """Counts squares that lines touch; MapError when a map would take too long."""

    def __init__(self, shown):
        self.shown, self.left = shown, MAX_WORK

    def spend(self, squares):
        self.left -= squares
        if self.left < 0:
            raise MapError(self.shown, "", "its lines cross too many squares", "export a smaller part of the map, or one with fewer lines")
