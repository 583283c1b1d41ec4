"""`foemind generate`: random encounters as TOML files, to play, to change, or to test agents on."""

import os
from pathlib import Path

from envs.generate import encounter_toml

MOST = 10_000  # files that one command writes
LARGEST_SEED = 2**32 - 1  # that --seed takes, so that the first line of every file can be typed again


class GenerateError(ValueError):
    """What the user can mend; one sentence."""


def generate(seed=0, count=1, out=None, force=False, **options):
    """Encounters of the seeds `seed`, `seed` + 1, …: the text of one (a str) when `out` is None, else the list of files written.

    out: a file for one encounter, a folder for several (made if it is not there; files are called generated_SEED.toml). force: write over
    files that hold something else; without it nothing is written where one does. options: those of `envs.generate.Options`. GenerateError says what
    cannot be.
    """
    if not 1 <= count <= MOST:
        raise GenerateError(f"--count {count} is not possible; give 1 to {MOST}")
    if out is None and count > 1:
        raise GenerateError(f"{count} encounters need a folder; name one with -o DIR")
    if seed + count > LARGEST_SEED + 1:
        raise GenerateError(f"the seeds would go beyond {LARGEST_SEED}; give a smaller --seed or --count")
    options = {name: value for name, value in options.items() if value is not None}
    try:
        first = encounter_toml(seed, **options)
        if out is None:
            return first
        paths = _paths(Path(out), seed, count)
        if not force:
            _check_free([path for path, number in paths if path.exists() and not _holds(path, encounter_toml(number, **options))])
        return [_write(path, encounter_toml(number, **options)) for path, number in paths]
    except ValueError as error:
        raise GenerateError(str(error)) from None


def _paths(out, seed, count):
    """[(path, seed)] of the files to write."""
    if out.is_dir() or count > 1 or not out.suffix:
        if out.exists() and not out.is_dir():
            raise GenerateError(f"{str(out)!r} is a file, and {count} encounters need a folder; name another with -o")
        return [(out / f"generated_{number}.toml", number) for number in range(seed, seed + count)]
    return [(out, seed)]


def _holds(path, text):
    return path.is_file() and path.read_bytes() == text.encode()


def _check_free(taken):
    """GenerateError where files would be lost."""
    if taken:
        more = f" and {len(taken) - 1} more" if len(taken) > 1 else ""
        raise GenerateError(f"{str(taken[0])!r}{more} would be overwritten and nothing was written; name another place with -o, or add --force")


def _write(path, text):
    """The path, once the text stands in it whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.part")
    temporary.write_text(text, encoding="utf-8", newline="\n")
    os.replace(temporary, path)
    return path
