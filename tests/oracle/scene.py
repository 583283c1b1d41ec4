"""One position as plain sets of squares: what stands, what is shut, what lies in clouds, who is where. Squares are (x, y).

Everything is worked out anew from the terrain, the features, the lasting effects and the combatants of the two records, never from the
planes and bit rows that the engine keeps of them. `k` is the module of codes, handed in.
"""


def box(x, y, size):
    """Squares of a footprint or area with its top left square at (x, y)."""
    return frozenset((xx, yy) for yy in range(y, y + size) for xx in range(x, x + size))


def gap(one, other):
    """Distance between the nearest squares of two sets, a diagonal counts 1 (G11.10)."""
    return min(max(abs(ax - bx), abs(ay - by)) for ax, ay in one for bx, by in other)


class Scene:
    """A position. i, j: slots of combatants; squares (x, y)."""

    def __init__(self, t, s, k):
        self.k, self.width, self.height = k, int(t.width), int(t.height)
        self.board = frozenset((x, y) for x in range(self.width) for y in range(self.height))
        ground = {(x, y): int(t.terrain[y * self.width + x]) for x, y in self.board}
        self.walls, self.low, self.pits, self.rough, self.dark = (
            {q for q, bits in ground.items() if bits & bit} for bit in (k.WALL, k.LOW, k.PIT, k.DIFFICULT, k.DARK))
        self._features(t, s)
        self.barred = self.walls | self.shut  # squares that nobody enters: walls, closed doors, objects as high as a wall (G10.6)
        self._effects(s)
        self._combatants(t, s)

    def _features(self, t, s):
        """Doors and objects that are there, hazards that act, lamps that burn."""
        k = self.k
        self.shut, self.hazards, self.lights = set(), [], []
        for n in range(int(t.n_features)):
            f, state = t.features[n], int(s.feature_state[n])
            at = (int(f.x), int(f.y))
            if f.kind == k.HAZARD_FEATURE and state == k.ON:
                self.hazards.append({(x, y) for x, y in self.board if t.feature_at[y * self.width + x] == n})
            if f.kind == k.LAMP and state == k.ON:
                self.lights.append((frozenset({at}), int(f.light)))
            if state in (k.ON, k.LOCKED) and f.blocks == k.WALL:
                self.shut.add(at)
            if state == k.ON and f.blocks == k.LOW:
                self.low.add(at)

    def _effects(self, s):
        """Squares of the lasting effects of each kind, as far as they lie on the board."""
        k = self.k
        lie = {kind: set() for kind in range(len(k.EFFECT_NAMES))}
        for e in s.effects:
            if e.kind != k.NONE and e.kind != k.EF_AURA:
                squares = box(int(e.x), int(e.y), int(e.extent)) & self.board
                lie[int(e.kind)] |= squares
                if e.kind == k.EF_HAZARD:
                    self.hazards.append(squares)
        self.dense, self.thin, self.made_dark, self.made_light = (lie[kind] for kind in (k.EF_DENSE_CLOUD, k.EF_LIGHT_CLOUD, k.EF_DARKNESS, k.EF_LIGHT))
        self.rough |= lie[k.EF_DIFFICULT]

    def _combatants(self, t, s):
        """Who is on the map: bodies {i: squares}, and what each is like; lights in hands and on the ground."""
        k = self.k
        n = range(int(t.n_combatants))
        there = [i for i in n if s.combatants[i].status in (k.STANDING, k.DEFEATED)]
        self.sizes, self.sides = [int(t.roster[i].bulk) for i in n], [int(t.roster[i].side) for i in n]
        self.at = {i: (int(s.combatants[i].x), int(s.combatants[i].y)) for i in there}
        self.bodies = {i: box(*self.at[i], self.sizes[i]) for i in there}
        self.standing = {i for i in there if s.combatants[i].status == k.STANDING}
        self.blind = {i for i in there if s.combatants[i].states[k.BLINDED] > 0}
        self.slow = {i for i in there if s.combatants[i].states[k.TOPPLED] > 0}
        self.grabbed = {i for i in there if s.combatants[i].grabbed_by}
        for i in there:
            held = [s.items[item] for item in s.combatants[i].items if item != k.NONE and s.items[item].held]
            self.lights += [(self.bodies[i], int(t.gear[item.gear].light)) for item in held]
        for item in s.items:
            if item.gear != k.NONE and item.place != k.NONE:
                self.lights.append((frozenset({(int(item.place) % self.width, int(item.place) // self.width)}), int(t.gear[item.gear].light)))

    # -- ground --------------------------------------------------------------------------------------------------------------
    def fits(self, body):
        """Whether a footprint lies on the board, clear of what bars it."""
        return body <= self.board and not body & self.barred

    def down(self, body):
        """Whether a footprint is down a pit: all of it (G12.5)."""
        return body <= self.pits

    def others(self, *but):
        """Squares of everybody on the map but some."""
        return set().union(*(body for i, body in self.bodies.items() if i not in but))

    def steps(self, i):
        """The eight squares next to the top left one of combatant i, each with its step."""
        (x, y) = self.at[i]
        return [((x + dx, y + dy), (dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]

    def sweeps(self, at, step, size):
        """Whether a diagonal step sweeps past a wall corner (G12.1): the footprint moved along either axis alone meets one."""
        (x, y), (dx, dy) = at, step
        return bool(dx and dy and (box(x + dx, y, size) | box(x, y + dy, size)) & self.barred)
