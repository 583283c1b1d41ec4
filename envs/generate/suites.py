"""Makes the fights of the suites that are not of the library: `python -m envs.generate.suites` writes them anew. Then raise the version in reserved.toml.

Held-in fights are drawn as training draws them, held-out ones from reserved creatures and new stat blocks; most of these hold a combination that is withheld.
"""

from ..tables.library import CONTENT
from .encounter import encounter_data
from .lines import combinations
from .maps import KINDS
from .shelf import deeds_of, read, reserved
from .source import training_options
from .write import toml_text

SIZE = 48
FIRST = {"held_in": 700_000, "held_out": 800_000}  # seeds from here on
SHOWN = 4  # of five held-out fights at least so many hold something withheld


def withheld_in(data):
    """The withheld combinations that a fight's deeds hold."""
    kept = {tuple(triple) for triple in reserved()["withhold"]}
    creatures = [data.get("creatures", {}).get(entry["creature"]) or read("creature", entry["creature"]) for entry in data["roster"].values()]
    return kept & {c for creature in creatures for _, deed in deeds_of(creature) for c in combinations(deed)}


def options_of(suite, n):
    """Options of the n-th fight of a suite: every kind of map in turn, and all levels."""
    options = {"kind": list(KINDS)[n % len(KINDS)], "level": 1 + n // len(KINDS) % 3}
    return options | (training_options() if suite == "held_in" else {"creatures": "reserved"})


def make(suite):
    """[(file name, text)] of a suite's own fights."""
    out, seed = [], FIRST[suite]
    for n in range(SIZE - len(reserved()[suite])):
        options = options_of(suite, n)
        data = encounter_data(seed, **options)
        while suite == "held_out" and n % 5 < SHOWN and not withheld_in(data):
            seed += 1
            data = encounter_data(seed, **options)
        head = f"# Fight {n + 1} of the suite, made by python -m envs.generate.suites"
        out.append((f"{suite}_{n + 1:02}.toml", f"{head}\n{toml_text(data)}"))
        seed += 1
    return out


def main():
    for suite in FIRST:
        folder = CONTENT / "suites" / suite
        folder.mkdir(parents=True, exist_ok=True)
        made = make(suite)
        for old in folder.glob("*.toml"):
            old.unlink()
        for name, text in made:
            (folder / name).write_text(text, encoding="utf-8")
        print(f"{folder.name}: {len(made)} fights written")


if __name__ == "__main__":
    main()
