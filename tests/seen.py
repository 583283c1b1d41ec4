"""What an observation of a drawn fight says, by the names of its features."""

import numpy as np

from envs.encoding import layout


def seen(f, array, row, *features):
    """Values of features of one row of an array; of `map` and `question`, which have one row, the row is None."""
    values = f.observe()[array] if row is None else f.observe()[array][row]
    found = [int(values[layout.index(array, name)]) for name in features]
    return found[0] if len(found) == 1 else found


def of(f, letter, *features):
    """Features of the combatant drawn with a letter."""
    return seen(f, "combatants", f.slot(letter), *features)


def square(f, name, *features):
    """Features of the square with a name such as c4."""
    return seen(f, "squares", int(f.tables.side) * (int(name[1:]) - 1) + ord(name[0]) - ord("a"), *features)


def said(f, array, row, block):
    """{name: value} of a row's features that are not 0 and begin with `block` and a colon."""
    values = f.observe()[array][row]
    return {feature.name.partition(":")[2]: int(values[n]) for n, feature in enumerate(layout.OBS_LAYOUT[array])
            if values[n] and feature.name.startswith(f"{block}:")}


def present(f, array):
    """Numbers of the rows that are present."""
    return np.flatnonzero(f.observe()[array][:, layout.index(array, "present")]).tolist()
