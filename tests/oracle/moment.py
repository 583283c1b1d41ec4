"""What the oracle reads of the two records, as plain Python values."""

from types import SimpleNamespace


def plain(value):
    """A NumPy record, nested as it may be, as namespaces, lists and ints."""
    if getattr(value, "dtype", None) is not None and value.dtype.names:
        if value.ndim == 0:
            return SimpleNamespace(**{name: plain(value[name]) for name in value.dtype.names})
        return [plain(v) for v in value]
    return value.tolist() if hasattr(value, "tolist") else value


FIELDS = ("round_no", "turn_side", "turn_of", "ask", "asked", "asker", "depth", "winner")


class Moment(SimpleNamespace):
    """One record of an encounter: the clock, `combatants`, `items`, `deed`, `targets`, `sparks` (only those in use) and the top `frame`."""


def read(record, n_combatants):
    """The Moment of an encounter record."""
    m = Moment(**{name: int(record[name]) for name in FIELDS})
    m.combatants = [plain(record["combatants"][i]) for i in range(n_combatants)]
    m.items = [plain(item) for item in record["items"]]
    m.deed = plain(record["deed"])
    m.targets = [plain(record["targets"][n]) for n in range(m.deed.n_targets)]
    m.sparks = [plain(record["sparks"][n]) for n in range(m.deed.n_sparks)]
    m.frame = plain(record["frames"][m.depth - 1]) if m.depth else None
    return m
