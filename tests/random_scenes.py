"""Random positions on small boards where much stands in the way: doors, objects, clouds, large creatures, hazards, lamps, torches.

`boards(n, seed, deeds)` draws fights; `shuffle(fight, rng)` makes another position of one, for the board itself is what costs time to load.
What is drawn here is put straight into the record, also positions that no play would reach; `oracle.scene.Scene` reads them back as sets.
"""

import random

from numba import config

from envs.core import codes as k
from envs.core.surroundings import refresh
from envs.tables.words import square_name
from oracle.scene import Scene
from rules.drawn import fight, table

GROUND = {"#": 11, "=": 6, "^": 5, ",": 8, "~": 9, ".": 61}
SIZES = {"A": (1, 1, 2), "B": (1, 2, 3), "C": (1,), "x": (1, 1, 2), "y": (2, 3), "z": (1,)}
STATES = {k.DOOR_FEATURE: (k.OFF, k.ON, k.ON, k.LOCKED, k.BROKEN), k.OBJECT: (k.ON, k.ON, k.BROKEN), k.LAMP: (k.OFF, k.ON), k.HAZARD_FEATURE: (k.OFF, k.ON)}
FEATURE_SQUARES = 14  # squares that `features` needs
TORCH = {"torch": 'use = ["light"]\nlight = 2', "stick": 'use = ["light"]\nlight = 1\nhands = 0'}


def amount(few, many):
    """How much to draw: few without the JIT, where everything is slow, many with it."""
    return few if config.DISABLE_JIT else many


def boards(n, seed, deeds, rules="", plain=False, **more):
    """n fights on random boards, A in its turn; plain: nothing on them can change. more: TOML lines of bodies, by letter."""
    for m in range(n):
        rng, f = random.Random(f"{seed} {m}"), None
        while f is None:
            f = draw_board(rng, deeds, rules, plain, more)
        yield rng, f


def draw_board(rng, deeds, rules, plain, more):
    """One fight: creatures of several sizes on random ground, and (unless plain) features on squares of their own; None without room."""
    width, height = rng.randint(7, 10), rng.randint(6, 8)
    rows = [rng.choices(list(GROUND), list(GROUND.values()), k=width) for _ in range(height)]
    bodies, taken = {}, set()
    for letter, sizes in SIZES.items():
        size = rng.choice(sizes)
        free = [(x, y) for x in range(width - size + 1) for y in range(height - size + 1)
                if not taken & {(x + a, y + b) for a in range(size) for b in range(size)}]
        if not free:
            return None
        x, y = rng.choice(free)
        body = {(x + a, y + b) for a in range(size) for b in range(size)}
        for a, b in body:
            rows[b][a] = letter
        taken |= body
        bodies[letter] = f"size = {size}\n" + ('held = ["torch", "stick"]\n' if letter in "Ax" and not plain else "") + more.get(letter, "")
    free = [(x, y) for y in range(height) for x in range(width) if (x, y) not in taken]
    rng.shuffle(free)
    if not plain:
        x, y = free[-1]
        rows[y][x] = "~"  # so that the light is kept at all
    room = [(x, y) for x, y in free[:-1] if rows[y][x] != "#"]
    if not plain and len(room) < FEATURE_SQUARES:
        return None
    extra = "" if plain else features(room)
    return fight("\n".join("".join(row) for row in rows), deeds=deeds, gear={} if plain else TORCH, rules=rules, extra=extra, **bodies)


def features(free):
    """TOML of doors, objects, a lamp and hazards on free squares."""
    made = {f"door_{n}": {"kind": "door"} for n in range(3)}
    made |= {"crate": {"kind": "object"}, "bench": {"kind": "object", "blocks": "low"}, "rug": {"kind": "object", "blocks": "none"},
             "lamp": {"kind": "light", "light": 2}}
    for feature in made.values():
        feature["at"] = square_name(*free.pop())
    for n, size in (("a", 4), ("b", 3)):
        made[f"thorns_{n}"] = {"kind": "hazard", "damage": "1", "squares": [square_name(*free.pop()) for _ in range(size)]}
    return "".join(table(f"features.{name}", feature) for name, feature in made.items())


def shuffle(f, rng):
    """Another position of a drawn fight, as a Scene: features worked, effects made, creatures moved, some of them down, blind or toppled."""
    t, s = f.tables, f.state
    for n in range(int(t.n_features)):
        s.feature_state[n] = rng.choice(STATES[int(t.features[n].kind)])
    for n in range(k.MAX_EFFECTS):
        s.effects[n].kind = k.NONE
    if t.changing:
        for n in rng.sample(range(k.MAX_EFFECTS), rng.randint(0, 5)):
            draw_effect(t, s.effects[n], rng)
    shut = {(int(t.features[n].x), int(t.features[n].y)) for n in range(int(t.n_features))
            if t.features[n].blocks == k.WALL and s.feature_state[n] not in (k.OFF, k.BROKEN)}
    scatter(t, s, rng, shut)
    for item in s.items:
        if item.gear != k.NONE:
            item.held = rng.choice((0, 1))
    refresh(t, s)
    return Scene(t, s, k)


def draw_effect(t, e, rng):
    """Write a lasting effect; its squares may hang over the edge of the board."""
    e.kind = rng.choice((k.EF_LIGHT_CLOUD, k.EF_DENSE_CLOUD, k.EF_DENSE_CLOUD, k.EF_LIGHT, k.EF_DARKNESS, k.EF_HAZARD, k.EF_DIFFICULT, k.EF_SANCTUARY))
    e.owner, e.potency, e.extent, e.state, e.whom = rng.randrange(int(t.n_combatants)), 1, rng.randint(1, 3), k.NONE, k.ANYONE
    e.x, e.y = rng.randint(-1, int(t.width) - 1), rng.randint(-1, int(t.height) - 1)


def scatter(t, s, rng, shut):
    """Stand everybody somewhere free; who finds no room is dead."""
    width, height = int(t.width), int(t.height)
    open_squares = {(x, y) for y in range(height) for x in range(width) if not t.terrain[y * width + x] & k.WALL} - shut
    s.occupant[:] = k.EMPTY
    for i in range(int(t.n_combatants)):
        c, size = s.combatants[i], int(t.roster[i].bulk)
        places = [(x, y) for x in range(width) for y in range(height) if {(x + a, y + b) for a in range(size) for b in range(size)} <= open_squares]
        c.status = rng.choices((k.STANDING, k.DEFEATED, k.DEAD), (8, 2, 1) if i else (1, 0, 0))[0]
        c.states[k.BLINDED] = rng.choices((0, 2), (4, 1))[0]
        c.states[k.TOPPLED] = rng.choices((0, 1), (3, 1))[0]
        if not places:
            c.status = k.DEAD
        if c.status == k.DEAD:
            continue
        c.x, c.y = rng.choice(places)
        body = {(int(c.x) + a, int(c.y) + b) for a in range(size) for b in range(size)}
        open_squares -= body
        for x, y in body:
            s.occupant[y * width + x] = i


def as_it_is(f):
    """The position of a fight as a Scene."""
    return Scene(f.tables, f.state, k)
