"""Chapters 2 and 12, what the ground does: hazards (G12.1, T8.22), areas stood in (G2.8, T11.7), pits (G12.5)."""

import numpy as np

from . import codes as k
from .dice import roll
from .effects import reaches
from .events import emit
from .grid import in_pit
from .jit import jit
from .states import add_state
from .vigor import lose_vigor, regain_vigor


@jit
def step_on(t, s, i):
    """Combatant i steps on squares, or stands on them at the start of its turn: each hazard under it acts once; the defeated ignore minor ones (T8.22)."""
    if t.changing == 0:
        return
    c = s.combatants[i]
    met = 0
    for y in range(c.y, c.y + t.roster[i].bulk):
        for x in range(c.x, c.x + t.roster[i].bulk):
            n = np.int64(t.feature_at[y * t.width + x])
            if n != k.EMPTY and t.features[n].kind == k.HAZARD_FEATURE and s.feature_state[n] == k.ON:
                met |= 1 << n
    for n in range(t.n_features):
        if met >> n & 1 and c.status <= k.DEFEATED:
            f = t.features[n]
            if c.status == k.STANDING or f.minor == 0:
                hurt(t, s, i, f.plus + (roll(s, f.die) if f.die > 0 else 0), f.condition, f.potency, k.NONE)
    for n in range(k.MAX_EFFECTS):
        e = s.effects[n]
        if e.kind == k.EF_HAZARD and c.status == k.STANDING and reaches(t, s, n, i):
            hurt(t, s, i, e.potency if e.state == k.NONE else 0, e.state, e.potency, e.owner)


@jit
def hurt(t, s, i, amount, state, potency, source):
    """A hazard acts: vigor lost (no attack damage, G7.4), a state given."""
    emit(s, k.E_HAZARD, i, source, amount, state)
    if amount > 0:
        lose_vigor(t, s, i, amount)
    if state != k.NONE and s.combatants[i].status <= k.DEFEATED:
        add_state(t, s, i, state, potency, source)


@jit
def stand_in_auras(t, s, i):
    """Auras that combatant i stands in at the start of its turn: a state, or vigor lost, regained in one for fellows (T11.7, G2.8)."""
    for n in range(k.MAX_EFFECTS):
        e = s.effects[n]
        if e.kind != k.EF_AURA or s.combatants[i].status != k.STANDING or not reaches(t, s, n, i):
            continue
        harms = e.whom != k.FELLOWS if e.state == k.NONE else t.states[e.state].good == 0
        if harms and i == e.owner:
            continue  # a harmful aura spares its bearer (G11.10)
        if e.state != k.NONE:
            add_state(t, s, i, e.state, e.potency, e.owner)
        elif e.whom == k.FELLOWS:
            regain_vigor(t, s, i, e.potency)
        else:
            hurt(t, s, i, e.potency, k.NONE, 0, e.owner)


@jit
def fall(t, s, i):
    """Combatant i was moved into a pit: it falls and is toppled (G12.5). Returns whether it fell."""
    if not in_pit(t, s, i):
        return False
    lost = roll(s, t.rules.pit_die)
    emit(s, k.E_FALL, i, 0, lost, 0)
    lose_vigor(t, s, i, lost)
    if s.combatants[i].status <= k.DEFEATED and t.rules.pit_toppled > 0:
        add_state(t, s, i, k.TOPPLED, t.rules.pit_toppled, k.NONE)
    return True
