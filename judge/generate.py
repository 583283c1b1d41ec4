"""`foemind generate`: random encounters as TOML files, to play, to change, or to test agents on."""

from pathlib import Path

from envs.generate import encounter_toml

from .files import is_taken, refuse_taken, write_whole

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
            refuse_taken([path for path, number in paths
                          if path.exists() and is_taken(path, encounter_toml(number, **options).encode())], GenerateError)
        for path, number in paths:
            write_whole(path, encounter_toml(number, **options).encode())
        return [path for path, _ in paths]
    except ValueError as error:
        raise GenerateError(str(error)) from None


def _paths(out, seed, count):
    """[(path, seed)] of the files to write."""
    if out.is_dir() or count > 1 or not out.suffix:
        if out.exists() and not out.is_dir():
            raise GenerateError(f"{str(out)!r} is a file, and {count} encounters need a folder; name another with -o")
        return [(out / f"generated_{number}.toml", number) for number in range(seed, seed + count)]
    return [(out, seed)]
