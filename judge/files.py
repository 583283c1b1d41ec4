"""Writing files for a user: whole or not at all, and nothing that differs is written over without being told to."""

import os


def is_taken(path, data):
    """Whether something else than these bytes stands at a path."""
    return path.exists() and not (path.is_file() and path.read_bytes() == data)


def refuse_taken(taken, error):
    """Raise `error` with a sentence when files would be lost. taken: their paths."""
    if taken:
        more = f" and {len(taken) - 1} more" if len(taken) > 1 else ""
        raise error(f"{str(taken[0])!r}{more} would be overwritten and nothing was written; name another place with -o, or add --force")


def replace(path, data):
    """Put bytes there whole, or leave the place as it was; they are on the disk when this returns."""
    temporary = path.with_name(f"{path.name}.part")
    try:
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def write_whole(path, data):
    """The same; the folder is made if it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, data)
