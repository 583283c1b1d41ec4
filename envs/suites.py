"""Two fixed suites of 48 fights for contests: `held-in`, of the kind that training meets, and `held-out`, with maps, monsters, deeds and parties that it never does.

They are files, so that a later generator changes none of them; `envs/content/suites/reserved.toml` has their version, what is kept for held-out, and
which fights of the library stand in them.
"""

from .generate.shelf import reserved
from .tables.library import CONTENT
from .tables.load import load_encounter, load_library_encounter

NAMES = {"held-in": "held_in", "held-out": "held_out"}
SIZE = 48


def suite_version():
    """Counts the changes of the suites; results of one version do not compare with those of another."""
    return reserved()["version"]


def suite_files(name):
    """Paths of the suite's own fights, sorted. ValueError for an unknown suite."""
    if name not in NAMES:
        raise ValueError(f"there is no suite {name!r}; use {' or '.join(NAMES)}")
    return sorted((CONTENT / "suites" / NAMES[name]).glob("*.toml"))


def load_suite(name):
    """The 48 Scenarios of a suite, always in the same order: those of the library, then its own. ValueError for an unknown suite."""
    files = suite_files(name)
    return [load_library_encounter(key) for key in reserved()[NAMES[name]]] + [load_encounter(path) for path in files]
