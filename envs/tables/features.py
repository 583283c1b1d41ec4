"""What a deed does as features: filled once for each scenario into `t.deeds[...].features` and `t.roster[...].kit`.

A feature is (name, scale): the integer divided by the scale is of the order of one. The layout of the whole observation is in `envs.encoding.layout`.
"""

from typing import NamedTuple

from ..core import codes as k


class Feature(NamedTuple):
    name: str
    scale: int


def features(*entries):
    out = []
    for entry in entries:
        names, scale = entry if isinstance(entry, tuple) else (entry, 1)
        out += [Feature(n, scale) for n in (names.split() if isinstance(names, str) else names)]
    return out


def named(prefix, names):
    return [f"{prefix}:{n.replace(' ', '_')}" for n in names]


# What a deed does, and nothing of which deed it is. The first part never changes and stands in the tables; the rest is of the moment.
DEED_STATIC = features(
    "present", (named("kind", k.DEED_KINDS), 1), ("tier", 2), ("focus", 4),
    (named("instrument", k.INSTRUMENTS), 1), (named("targets", k.TARGETS), 1), ("n_targets", 3), (named("area", k.AREAS), 1), ("area_size", 3),
    "harmful", ("symbols:conflict_weapon symbols:conflict_spell", 1), ("symbols:conflict_flat", 5),
    ("symbols:triumph_weapon symbols:triumph_spell", 1), ("symbols:triumph_flat", 5), ("symbols:spark_weapon symbols:spark_spell", 1), ("symbols:spark_flat", 5),
    (named("conflict", k.STATE_NAMES), 2), (named("triumph", k.STATE_NAMES), 2), (named("self", k.STATE_NAMES), 2), (named("spark", k.STATE_NAMES), 2),
    ("conflict:recover triumph:recover", 2), ("conflict:force triumph:force spark:force", 3), ("conflict:end_state triumph:end_state", 1),
    "counterable")


_COLUMN = {f.name: i for i, f in enumerate(DEED_STATIC)}
_PHASES = {k.ON_CONFLICT: "conflict", k.ON_TRIUMPH: "triumph", k.ON_SPARK: "spark"}


def deed_features(deed):
    """{feature name: integer} of one row of `t.deeds`; what is not named is 0."""
    out = {"present": 1, f"kind:{k.DEED_KINDS[deed.kind]}": 1, "tier": deed.tier, "focus": deed.focus,
           f"instrument:{k.INSTRUMENTS[deed.instrument]}": 1, f"targets:{k.TARGETS[deed.targets]}": 1, "n_targets": deed.n_targets,
           f"area:{k.AREAS[deed.area].replace(' ', '_')}": 1, "area_size": deed.area_size, "harmful": deed.harmful, "counterable": int(deed.harmful)}
    for line in deed.lines[:deed.n_lines]:
        _add_line(out, line)
    return out


def _add_line(out, line):
    """Add one line's numbers to the features."""
    phase = _PHASES.get(int(line.when), "conflict")

    def add(name, amount):
        if name in _COLUMN:
            out[name] = out.get(name, 0) + int(amount)

    if line.verb == k.V_DAMAGE:
        for symbol, amount in (("weapon", line.weapon), ("spell", line.spell), ("flat", line.plus)):
            add(f"symbols:{phase}_{symbol}", amount)
    elif line.verb == k.V_STATE:
        where = phase if line.who == k.WHO_TARGET else "self"
        add(f"{where}:{k.STATE_NAMES[line.state]}", line.potency)
    else:
        add(f"{phase}:{k.VERBS[line.verb].replace(' ', '_')}", max(1, line.potency))
