"""The picture of a map: known by its first bytes, opened by Pillow only, and only where it is not too large to unpack."""

from contextlib import contextmanager
from io import BytesIO

from .faults import MapError, need_extra
from .model import Picture

MAX_PIXELS = 80_000_000  # of a picture that is unpacked, four bytes each; Pillow warns from 89 million on
ENDINGS = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp"}
FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP"}


def picture_of(data):
    """A Picture of some bytes, or None where they are no PNG, JPEG or WebP."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return Picture(media="image/png", data=data)
    if data.startswith(b"\xff\xd8\xff"):
        return Picture(media="image/jpeg", data=data)
    return Picture(media="image/webp", data=data) if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else None


def checked_picture(found):
    """(bytes, media type) of the picture under an ImportedMap, cut to its squares; a map that was not cropped keeps its picture's bytes.

    MapError where there is no picture, where it cannot be unpacked or would take too much memory, and where Pillow is not installed.
    """
    if found.picture is None:
        raise MapError(found.source, "image", "the map has no picture", "leave out --picture")
    media = found.picture.media
    with _opened(found.picture, found.source) as image:
        image.load()
        return (found.picture.data, media) if found.whole == (found.width, found.height) else (_cut(image, found, FORMATS[media]), media)


def pixels_of(picture, shown):
    """(width, height) of a Picture. MapError as for `checked_picture`; it is not unpacked."""
    with _opened(picture, shown) as image:
        return image.size


@contextmanager
def _opened(picture, shown):
    """A picture as Pillow opens it, if it is not too large; whatever goes wrong with it is a MapError."""
    try:
        from PIL import Image
    except ImportError:
        raise need_extra(shown, "its picture", "Pillow") from None
    try:
        with Image.open(BytesIO(picture.data), formats=[FORMATS[picture.media]]) as image:
            if image.width * image.height > MAX_PIXELS:
                raise MapError(shown, "image", f"the picture has {image.width} by {image.height} pixels", "export it with fewer pixels for each square")
            yield image
    except MapError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise MapError(shown, "image", "the picture has too many pixels", "export it with fewer pixels for each square") from None
    except (OSError, ValueError, SyntaxError, ArithmeticError, LookupError, MemoryError) as error:  # what damaged pictures raise in Pillow
        raise MapError(shown, "image", f"the picture cannot be unpacked ({str(error)[:80]})", "export the map anew") from None


def _cut(image, found, form):
    """The bytes of the part of a picture that lies under the squares of a map."""
    across, down = image.width / found.whole[0], image.height / found.whole[1]
    box = (found.left * across, found.top * down, (found.left + found.width) * across, (found.top + found.height) * down)
    out = BytesIO()
    image.crop(tuple(round(edge) for edge in box)).save(out, form)
    return out.getvalue()
