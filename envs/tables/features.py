"""What a deed does as features, filled once for each scenario into `t.deeds[...].features`.

A feature is (name, scale): the integer divided by the scale is of the order of one. The layout of the whole observation is in `envs.encoding.layout`.
"""

from typing import NamedTuple

from ..core import codes as k
from ..core.record import NEEDS_GRAB_ON_USER, NEEDS_HAND


class Feature(NamedTuple):
    name: str
    scale: int


def features(*entries):
    """List of `Feature` from names separated by blanks (scale 1) and pairs (names or list of names, scale)."""
    out = []
    for entry in entries:
        names, scale = entry if isinstance(entry, tuple) else (entry, 1)
        out += [Feature(n, scale) for n in (names.split() if isinstance(names, str) else names)]
    return out


def named(prefix, names):
    """Feature names `prefix:name`, blanks as underscores."""
    return [f"{prefix}:{n.replace(' ', '_')}" for n in names]


def each(blocks, names):
    """Feature names `block:name`, block by block."""
    return [name for block in blocks for name in named(block, names)]


# A line belongs to a block: what it does to a target by the result that it stands under (`always`: before and after lines), else whom it is for.
RESULTS, ALL_BLOCKS = ["conflict", "triumph", "spark"], ["conflict", "triumph", "spark", "fail", "always", "self", "fellows"]
PHASES = {k.ON_BEFORE: "always", k.ON_FAIL: "fail", k.ON_CONFLICT: "conflict", k.ON_TRIUMPH: "triumph", k.ON_SPARK: "spark", k.ON_AFTER: "always"}
STRONG_END = 6  # potency that an `end` line counts for when it ends a state whatever its potency
COUNTED = ["recover", "force", "end state", "move", "effect", "gain", "lose"]  # verbs summed by potency in every block
TIES = ["grab", "end grab", "may counter", "no counter"]

# What a deed does, and nothing of which deed it is. This part never changes and stands in the tables; the rest of a row is of the moment.
DEED_STATIC = features(
    "present", (named("kind", k.DEED_KINDS), 1), ("tier", 2), ("focus", 4),
    (named("instrument", k.INSTRUMENTS), 1), (named("targets", k.TARGETS), 1), ("n_targets", 3), (named("area", k.AREAS), 1), ("area_size", 3),
    "harmful sure unlimited_size", ("size_limit", 2), "needs:grabbed needs:hand",
    (each(["conflict", "triumph", "spark", "fail", "self", "fellows"], ["weapon", "spell"]), 1),
    (each(["conflict", "triumph", "spark", "fail", "self", "fellows"], ["flat"]), 5),
    (each([*RESULTS, "self", "fellows"], k.STATE_NAMES), 2), (each(["fail", "always"], ["good state", "bad state"]), 2),
    (named("ends", k.STATE_NAMES), 3), (each(ALL_BLOCKS, COUNTED), 3), (each(["conflict", "triumph"], TIES), 1), ("fail:self", 2),
    (named("force", k.FORCES), 3), (named("move", k.MOVES), 3), (named("effect", k.EFFECT_NAMES), 3), ("effect:radius", 2), ("effect:decay", 2),
    (named("effect:for", k.WHOMS), 1), (named("gives", k.STATE_NAMES), 2), (named("gain", k.GAINS), 3), (named("lose", k.GAINS), 3))
COLUMN = {f.name: i for i, f in enumerate(DEED_STATIC)}

assert len(COLUMN) == len(DEED_STATIC) <= k.DEED_FEATURES, len(DEED_STATIC)


def deed_features(deed, good):
    """{feature name: integer} of one row of `t.deeds`; what is not named is 0. good: for each state whether it benefits its bearer."""
    out = {"present": 1, f"kind:{k.DEED_KINDS[deed.kind]}": 1, "tier": deed.tier, "focus": deed.focus,
           f"instrument:{k.INSTRUMENTS[deed.instrument]}": 1, f"targets:{k.TARGETS[deed.targets]}": 1, "n_targets": deed.n_targets,
           f"area:{k.AREAS[deed.area].replace(' ', '_')}": 1, "area_size": deed.area_size, "harmful": deed.harmful, "sure": deed.sure,
           "unlimited_size": int(deed.size_limit == k.NONE), "size_limit": 0 if deed.size_limit == k.NONE else deed.size_limit,
           "needs:grabbed": int(deed.needs == NEEDS_GRAB_ON_USER), "needs:hand": int(deed.needs == NEEDS_HAND)}
    for line in deed.lines[:deed.n_lines]:
        for name, amount in line_features(line, good):
            name = name.replace(" ", "_")
            if name not in COLUMN:
                name = f"conflict:{name.partition(':')[2]}"  # ties and damage under a result that hardly ever has them
            out[name] = out.get(name, 0) + int(amount)
    return out


def line_features(line, good):
    """(feature name, amount) of what one line adds to its deed's features."""
    block = PHASES[int(line.when)] if line.who == k.WHO_TARGET else k.WHOS[line.who]
    if line.who == k.WHO_SELF and line.when == k.ON_FAIL:
        yield "fail:self", max(1, line.potency)
    if line.verb == k.V_DAMAGE:
        yield from ((f"{block}:{symbol}", amount) for symbol, amount in (("weapon", line.weapon), ("spell", line.spell), ("flat", line.plus)))
    elif line.verb == k.V_STATE:
        plain = block in ("fail", "always")
        yield f"{block}:{('good state' if good[line.state] else 'bad state') if plain else k.STATE_NAMES[line.state]}", line.potency
    elif k.VERBS[line.verb] in TIES:
        yield f"{block}:{k.VERBS[line.verb]}", 1
    else:
        amount = line.potency or (STRONG_END if line.verb == k.V_END_STATE else 1)
        yield f"{block}:{k.VERBS[line.verb]}", amount
        yield from _what(line, amount)


def _what(line, amount):
    """Of which kind is what a counted verb does: which state ends, which way force goes, what lasts and for whom, what is gained."""
    if line.verb == k.V_END_STATE:
        yield f"ends:{k.STATE_NAMES[line.state]}", amount
    elif line.verb in (k.V_FORCE, k.V_MOVE, k.V_GAIN, k.V_LOSE):
        yield f"{k.VERBS[line.verb]}:{KINDS[line.verb][line.kind]}", amount
    elif line.verb == k.V_EFFECT:
        yield f"effect:{k.EFFECT_NAMES[line.kind]}", amount
        yield from (("effect:radius", line.number), ("effect:decay", line.decay), (f"effect:for:{k.WHOMS[line.whom]}", 1))
        if line.state != k.NONE:
            yield f"gives:{k.STATE_NAMES[line.state]}", line.potency


KINDS = {k.V_FORCE: k.FORCES, k.V_MOVE: k.MOVES, k.V_GAIN: k.GAINS, k.V_LOSE: k.GAINS}
