"""Write the golden playthroughs, the short fights and the perft counts anew: `python tests/golden/regenerate.py`. Look at the diff before you commit it."""

import json
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent)]

from golden import playthrough, shorts  # noqa: E402  (the path is set first)

from envs.tables import library_names, load_encounter, load_library_encounter  # noqa: E402
from judge.perft import perft  # noqa: E402

SEED = 7
DATA = HERE.parent / "data"
PERFT = DATA / "perft.json"
DRAWN_DEPTH, LIBRARY_DEPTH = 4, 2


def write(path, text):
    """Write a file whole: under another name first, so that a stopped run leaves no half file."""
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, path)


def golden_path(name):
    return HERE / f"{name}.txt"


def perft_cases():
    """[(encounter, scenario, depth)]: the drawn positions of tests/data in depth, the library's encounters less far."""
    drawn = [(path.name, load_encounter(path), DRAWN_DEPTH) for path in sorted(DATA.glob("perft_*.toml"))]
    return drawn + [(name, load_library_encounter(name), LIBRARY_DEPTH) for name in library_names("encounter")]


def perft_rows():
    return [{"encounter": name, "seed": SEED, "depth": depth, "counts": [int(n) for n in perft(scenario, depth, SEED)]}
            for name, scenario, depth in perft_cases()]


def main():
    for name in library_names("encounter"):
        write(golden_path(name), playthrough.text(name, SEED))
        print(f"wrote {golden_path(name).name}")
    write(PERFT, "[\n" + ",\n".join("  " + json.dumps(row) for row in perft_rows()) + "\n]\n")
    write(shorts.STORED, shorts.text())
    print(f"wrote {PERFT.name} and {shorts.STORED.name}")


if __name__ == "__main__":
    main()
