"""One encounter from one seed: a map, a party, monsters for its strength, a moment, an objective."""

from ..core import codes as k
from ..tables.load import build_encounter
from ..tables.words import square_name
from .budget import strength, worth
from .deeds import Forge
from .draw import Draw
from .fittings import furnish
from .maps import KINDS, LEGEND, SMALLEST, draw_map
from .monsters import draw_monsters, to_budget
from .names import PLACES, Names
from .objectives import WEIGHTS, draw_objective
from .options import Options
from .parties import draw_party
from .places import Places, sizes_that_fit, squares
from .positions import Moment, draw_effects, draw_items
from .shelf import allowed, items_of, library_ids, read
from .write import toml_text

COMPANION_LETTERS, ENEMY_LETTERS = "ABCDEFGHIJ", "stuvwxyzopqr"
LEVELS = {1: 5, 2: 3, 3: 2}
UNDER_WAY = 40  # percent of encounters that begin in the middle of the fight
BUDGET = {1: 1.04, 2: 1.1, 3: 1.17}  # strength of the monsters for that of a party of a level; measured (benchmarks/generated.py), greedy on both sides


def generate_encounter(seed, **options):
    """The `Scenario` of a seed (0 or more), ready to play. The same seed and options give the same bytes on every machine, as long as the library
    and this package do not change. options: those of `options.Options`; ValueError for one that cannot be."""
    return build_encounter(encounter_data(seed, **options), f"generated_{seed}", f"generated:{seed}")


def encounter_toml(seed, **options):
    """The same encounter as the text of a TOML file, which `foemind check` accepts and which loads to the same tables and record."""
    given = "".join(f" --{name} {options[name]}" for name in ("kind", "size", "level") if options.get(name) is not None)
    return f"# foemind generate --seed {seed}{given}\n" + toml_text(encounter_data(seed, **options))


def encounter_data(seed, **options):
    """The same encounter as the dict that its TOML reads as."""
    wanted = Options(**options).check()
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
        raise ValueError(f"the seed of an encounter is {seed!r}; give a whole number of 0 or more, below 2 to the 63")
    return _Making(seed, wanted).data()


class _Making:
    """An encounter while it is made."""

    def __init__(self, seed, wanted):
        self.seed, self.wanted = seed, wanted
        self.draw = Draw(seed, "head")
        self.kind = wanted.kind or self.draw.pick(KINDS)
        self.under_way = self.draw.chance(UNDER_WAY) if wanted.under_way is None else wanted.under_way
        self.level = wanted.level or self.draw.weighted(LEVELS)
        names = Names(Draw(seed, "names"), library_ids())
        forge = Forge(Draw(seed, "deeds"), names, wanted.withhold)
        party = draw_party(Draw(seed, "party"), names, forge, self.level, allowed(True, wanted.withhold, wanted.creatures), wanted.party)
        strong = strength([worth(made or read("creature", key)) for key, made in party]) * (94 + 2 * len(party)) / 100  # many help each other
        self.budget = BUDGET[self.level] * strong * wanted.odds / 100
        shortest = SMALLEST if wanted.size <= 10 or len(party) < 4 else 10
        self.ground = draw_map(seed, self.kind, wanted.size, shortest)
        furnish(Draw(seed, "features"), self.ground)
        self.fits = sizes_that_fit(self.ground)
        items = sum(len(items_of(made or read("creature", key))) for key, made in party)
        monsters = draw_monsters(Draw(seed, "monsters"), names, forge, allowed(False, wanted.withhold, wanted.creatures), list(self.fits), k.MAX_COMBATANTS - len(party), items, self.level,
                                 self.budget)
        self._place(party, monsters)

    def _place(self, party, monsters):
        """Stand both sides on the map; monsters without room are left out, and the rest meet the budget."""
        self.places = Places(Draw(self.seed, "places"), self.ground, self.fits, self.under_way)
        self.roster, self.creatures, kept = {}, {}, []
        for side, picks, letters in ((k.COMPANIONS, party, COMPANION_LETTERS), (k.ENEMIES, monsters, ENEMY_LETTERS)):
            for letter, (key, made) in zip(letters, picks):
                creature = made or read("creature", key)
                if self.places.stand(letter, side, creature.get("size", 1)):
                    self.roster[letter] = {"creature": key, "side": k.SIDE_NAMES[side]}
                    self.creatures[letter] = creature
                    kept += [(key, made)] if side == k.ENEMIES else []
        to_budget(kept, self.budget)
        self.own = {key: made for key, made in party + kept if made}

    def data(self):
        """The encounter as a dict."""
        draw, under_way = self.draw, self.under_way
        moment = Moment(Draw(self.seed, "moment"), self.roster, self.creatures, self.places)
        fight = moment.under_way() if under_way else moment.fresh()
        goal = Draw(self.seed, "objective")
        objective, fight = draw_objective(goal, self.wanted.objective or goal.weighted(WEIGHTS), self.ground, self.roster, self.places, fight, self.fits)
        lasting = any(verb == "effect" for verb, _, _ in self.wanted.withhold)  # then none may lie on the map from the start
        effects = draw_effects(Draw(self.seed, "effects"), self.ground, self.roster, self.places) if under_way and not lasting else []
        on_ground = k.MAX_ITEMS - sum(len(items_of(creature)) for creature in self.creatures.values())
        things = [name for made in self.own.values() for name in made.get("own_gear", {})] if under_way else []
        things = {name: None for name in things if any(name in items_of(c) for c in self.creatures.values())}
        title = f"{draw.pick(PLACES[self.kind]).capitalize()} {self.seed}"
        out = {"title": title, "objective": objective, "hidden_numbers": draw.chance(12), "dark": self.ground.dark,
               "map": self._drawn(), "legend": LEGEND if any(":" in row for row in self.ground.rows) else {}, "fight": fight,
               "features": self.ground.features, "effects": effects, "items": draw_items(draw, self.places, list(things), min(3, on_ground)),
               "roster": self.roster, "creatures": self.own}
        return {key: value for key, value in out.items() if value not in ({}, [], False)}

    def _drawn(self):
        """The map's rows with the letters on it; what lies under a letter goes into its roster entry."""
        rows = [list(row) for row in self.ground.rows]
        words = {",": "difficult ground", "=": "low obstacle", "~": "darkness", ">": "exit", **LEGEND}
        for letter, (x, y) in self.places.at.items():
            under = [rows[b][a] for a, b in squares((x, y), self.places.sizes[letter])]
            if any(sign != "." for sign in under):
                if len(under) > 1 and any(sign != under[0] for sign in under):
                    self.roster[letter]["at"] = square_name(x, y)
                    continue
                self.roster[letter]["ground"] = words[under[0]]
            for a, b in squares((x, y), self.places.sizes[letter]):
                rows[b][a] = letter
        return "\n".join("".join(row) for row in rows) + "\n"
