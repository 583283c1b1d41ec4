"""Chapter 5, who is a deed done to: targets chosen one by one, or an area laid and filled (T5.7, G5.7a, G5.8a, G11.6a)."""

from . import codes as k
from .areas import can_stop_path, has_area, is_inside, path_goes_on
from .check import is_target
from .deeds import can_target
from .events import emit
from .forcing import clear_chain
from .frames import ask
from .grid import distance
from .jit import jit
from .record import TF_NOBODY

(D_DEED, D_INSTRUMENT, D_WAY, D_POINTS, D_BEFORE, D_TARGETS, D_ROLL, D_SPARKS, D_SPARK_TARGET, D_LINES, D_COUNTERS, D_AFTER,
 D_CLOSE) = range(13)  # steps of a DEED frame; a line or die, b subject, c kind of spark, d line of spark, e the menu entry that began it


@jit
def go_to(s, step):
    """Next step of the deed, with its counters at 0."""
    f = s.frames[s.depth - 1]
    f.step = step
    f.a = 0
    f.b = 0


@jit
def choose_targets(t, s):
    """Ask for the next target, or where the area lies, until there are enough or none is left; with no target at all the deed ends (G5.6a)."""
    f = s.frames[s.depth - 1]
    d = t.deeds[s.deed.deed]
    side = t.roster[f.who].side
    way = s.deed.instrument
    if d.targets == k.T_AREA and d.area != k.SPELL_BURST:
        placed = d.area == k.BLAST or d.area == k.CLOSE_BLAST or d.area == k.PATH or d.area == k.CLOSE_PATH
        if placed and s.deed.place == k.NONE and s.n_chain == 0 and not has_area(t, s, f.who, s.deed.deed, way):
            go_to(s, D_CLOSE)  # a *before* line has left it no place (G5.6a)
        elif (d.area == k.BLAST or d.area == k.CLOSE_BLAST) and s.deed.place == k.NONE:
            ask(s, k.ASK_AREA, side, f.who)
        elif (d.area == k.PATH or d.area == k.CLOSE_PATH) and s.n_chain < d.area_size and (s.n_chain == 0 or path_goes_on(t, s, f.who, s.deed.deed, way)):
            ask(s, k.ASK_PATH, side, f.who)
        else:
            fill_area(t, s)
        return
    wanted = d.n_targets if d.targets == k.T_CREATURES else 1
    if d.targets == k.T_AREA:
        wanted = d.n_targets if d.n_targets > 0 else t.rules.max_targets  # G11.6a
    if s.deed.n_targets < wanted:
        for target in range(t.n_combatants):
            if can_choose(t, s, f.who, target) == k.OK:
                ask(s, k.ASK_TARGET, side, f.who)
                return
    have_targets(t, s)


@jit
def can_choose(t, s, i, target):
    """Why combatant i cannot choose `target` as the next of the deed in progress; none twice (G5.7a), and a burst that harms spares its user (T5.9)."""
    found = can_target(t, s, i, s.deed.deed, s.deed.instrument, target)
    if found != k.OK:
        return found
    if is_target(s, target):
        return k.WHY_CHOSEN
    return k.WHY_NOT_SELF if target == i and t.deeds[s.deed.deed].targets == k.T_AREA and t.deeds[s.deed.deed].harmful != 0 else k.OK


@jit
def have_targets(t, s):
    """All targets are chosen: roll; without any the deed ends (G5.6a), unless it makes a lasting effect, which its user then rolls for alone."""
    if s.deed.n_targets > 0:
        go_to(s, D_ROLL)
    elif t.deeds[s.deed.deed].lasts != 0 and t.deeds[s.deed.deed].targets == k.T_AREA:
        answer_target(s, s.deed.user)
        s.targets[0].marks = TF_NOBODY
        go_to(s, D_ROLL)
    else:
        go_to(s, D_CLOSE)


@jit
def fill_area(t, s):
    """Everybody in the area is a target, the nearest first, then in roster order (T11.1, G5.8a)."""
    i = s.deed.user
    emit(s, k.E_AREA, i, s.deed.deed, s.deed.place, s.n_chain)
    for away in range(k.MAX_SIDE):
        for target in range(t.n_combatants):
            if s.combatants[target].status <= k.DEFEATED and distance(t, s, i, target) == away \
                    and is_inside(t, s, i, s.deed.deed, s.deed.instrument, target):
                answer_target(s, target)
    clear_chain(s)
    have_targets(t, s)


@jit
def can_stop_now(t, s):
    """Whether the choice of targets in progress may end: further creatures are left out (T5.7), or a path stops short (G11.8a)."""
    if s.ask == k.ASK_PATH:
        return can_stop_path(t, s, s.deed.user, s.deed.deed, s.deed.instrument)
    return s.deed.n_targets > 0


@jit
def stop_choosing(t, s, question):
    """The choice of targets ends."""
    if question == k.ASK_PATH:
        fill_area(t, s)
    else:
        have_targets(t, s)


@jit
def answer_target(s, target):
    """One more target is chosen."""
    s.targets[s.deed.n_targets].who = target
    s.deed.n_targets += 1


@jit
def answer_square(s, question, square):
    """Where a blast lies, or the next square of a path."""
    if question == k.ASK_AREA:
        s.deed.place = square
    else:
        s.chain[s.n_chain] = square
        s.n_chain += 1
