"""What does not change about the combatants of a fight, and how dear each foe is to somebody's preferences."""

import numpy as np

from envs.core import codes as k
from envs.core.surroundings import carries_light

from ..kernels import role_table as r

LONG_RANGE = 6  # squares: who deals more damage at such a range than near at hand is an archer
ALONE = 2  # squares within which a fellow would stand by


class Folk:
    """Facts by combatant slot of the tables `t` (a record): role (its number in `role_table`), archer, caster, healer, leader (bool), strength (damage)."""

    def __init__(self, t):
        roster, n = t["roster"], int(t["n_combatants"])
        kit = roster["kit"][:n].astype(np.int64)
        deeds = [[t["deeds"][d] for d in roster["deeds"][i][:k.OWN_DEEDS] if d != k.NONE] for i in range(n)]
        self.role = np.array([int(r.role_of(t, i)) for i in range(n)])
        self.strength = np.maximum(kit[:, r.KIT_NEAR], kit[:, r.KIT_FAR]).astype(float)
        self.archer = (kit[:, r.KIT_FAR] > kit[:, r.KIT_NEAR]) & (kit[:, r.KIT_RANGE] >= LONG_RANGE)
        self.caster = np.array([any(int(d["instrument"]) == k.SPELL for d in own) for own in deeds])
        self.healer = kit[:, r.KIT_HEALING] > 0
        self.leader = self.role == r.LEADER


def dearness(words, scene, folk):
    """float (n,) from 0 to 1: how dear each combatant is to one who prefers `words`, the first most. Only foes matter to the asker."""
    total, weights = np.zeros(scene.n), 0.0
    for rank, word in enumerate(words):
        weight = 0.5 ** rank
        total += weight * _MARKS[word](scene, folk)
        weights += weight
    return total / weights if weights else total


def _spread(values, scene):
    """From 0 for the least to 1 for the greatest among the foes."""
    values = np.asarray(values, float)
    among = values[scene.foes] if len(scene.foes) else values
    low, high = among.min(), among.max()
    return np.clip((values - low) / (high - low), 0.0, 1.0) if high > low else np.zeros(scene.n)


def _alone(scene, folk):
    near = scene.between() <= ALONE
    fellows = (scene.sides[:, None] == scene.sides[None, :]) & scene.standing[None, :] & ~np.eye(scene.n, dtype=bool)
    return ~(near & fellows).any(axis=1) * 1.0


def _lightbearer(scene, folk):
    return np.array([float(carries_light(scene.t, scene.s, j)) for j in range(scene.n)])


def _holder(scene, folk):
    own = scene.own
    held = (int(own["grabbed_by"]) >> np.arange(scene.n) & 1).astype(float)
    if int(own["taunter"]) != k.NONE:
        held[int(own["taunter"])] = 1.0
    return held


_MARKS = {
    "nearest": lambda scene, folk: 1.0 - _spread(scene.away, scene), "farthest": lambda scene, folk: _spread(scene.away, scene),
    "weakest": lambda scene, folk: 1.0 - _spread(scene.vigor, scene), "strongest": lambda scene, folk: _spread(folk.strength, scene),
    "wounded": lambda scene, folk: 1.0 - scene.share, "unhurt": lambda scene, folk: scene.share, "alone": _alone,
    "archer": lambda scene, folk: folk.archer * 1.0, "caster": lambda scene, folk: folk.caster * 1.0, "healer": lambda scene, folk: folk.healer * 1.0,
    "leader": lambda scene, folk: folk.leader * 1.0, "lightbearer": _lightbearer, "holder": _holder}
