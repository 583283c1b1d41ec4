"""Files that a map names: found beside it, and nowhere else."""

from pathlib import Path, PurePosixPath

from .faults import MapError
from .limits import MAX_BYTES, checked_size, file_bytes


def plain_name(text, shown, entry):
    """A relative name without ways up or out. MapError for any other."""
    path = PurePosixPath(text if isinstance(text, str) else "")
    if not path.parts or path.is_absolute() or ".." in path.parts or any(c in text for c in "\\:\x00"):
        raise MapError(shown, entry, f"the file {str(text)[:60]!r} is not in the folder of the map", "put it beside the map and choose it there in Tiled anew")
    return path


class Folder:
    """Files in the folder of a map file, also below it; a link that leads out of it is not followed."""

    def __init__(self, path):
        self.home, self.left = Path(path).parent, MAX_BYTES

    def read(self, text, shown, entry):
        """The bytes of a file by the name that the map gives. MapError where it is elsewhere or cannot be read."""
        path, home = self.home / plain_name(text, shown, entry), self.home.resolve()
        try:
            inside = path.resolve().is_relative_to(home)
        except (OSError, RuntimeError):  # links that lead in a circle
            inside = False
        if not inside:
            raise MapError(shown, entry, f"the file {text[:60]!r} is a link out of the folder of the map", "put the file itself beside the map")
        data = file_bytes(path, str(path))
        self.left -= len(data)
        if self.left < 0:
            raise MapError(shown, entry, f"its tilesets have more than {MAX_BYTES // 2**20} MiB together", "embed in Tiled what the map uses of them")
        return data


class Dropped:
    """Files that came together with a map, by name."""

    def __init__(self, files):
        self.files = {PurePosixPath(name).name: data for name, data in files.items()}

    def read(self, text, shown, entry):
        """As `Folder.read`."""
        name = plain_name(text, shown, entry).name
        if name not in self.files:
            raise MapError(shown, entry, f"the file {name[:60]!r} did not come with the map", "drop it together with the map, or embed the tileset in Tiled")
        return checked_size(self.files[name], name)
