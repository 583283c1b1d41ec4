"""Generated stat blocks: numbers by role and threat, gear for the instruments, deeds that their owner can all attempt."""

from ..core import codes as k
from .deeds import Owner
from .gear import NEEDS, armament, concoction, hands_of, kit
from .names import DEEDS, GEAR, ROLES

VIGOR = {1: 17, 2: 26, 3: 38}  # of a threat, before the role's percent
GUARD = {1: (4, 6), 2: (4, 6, 8), 3: (6, 8, 10)}
OWN_ACTIONS = {0: 90, 1: 7, 2: 1, 5: 1, 8: 1}  # actions of its own beside those of its role; a stat block may have up to 8 (T2.9)
VIRTUES = ("might", "grace", "wits", "spirit")


class Body:
    """A creature while it is drawn. `made` is the dict as its TOML reads; its deeds and gear stand inside it."""

    def __init__(self, draw, names, forge, role, plan, threat, endures):
        self.draw, self.names, self.forge, self.plan, self.threat = draw, names, forge, plan, threat
        name, self.key = names.name(ROLES[role])
        key = draw.weighted(plan.key)
        dice = draw.between(*plan.guard)
        vigor = VIGOR[threat] * plan.vigor // 100
        hands = 2 if endures else draw.weighted({2: 8, 1: 2, 4: 1})
        part = {"level": threat} if endures else {"threat": threat}
        self.made = {"name": name, "role": role, **part, "virtues": self._virtues(key), "key": key,
                     "max_vigor": vigor + draw.between(-vigor // 8, vigor // 8),
                     "speed": draw.between(*plan.speed), "size": draw.weighted(plan.sizes),
                     "guard_dice": [draw.pick(GUARD[threat]) for _ in range(dice)], "hands": hands,
                     "bare": {"weapon": 3 + threat if not endures else 2, "spell": 0}}
        if endures:
            self.made |= {"endures": True, "endurance": 2 + threat, "recoveries": draw.between(2, 3)}
        elif draw.chance(25):
            self.made["recoveries"] = draw.between(1, 2)
        self.held, self.carried, self.gear, self.deeds, self.learned, self.free = [], [], {}, {}, [], hands

    def _virtues(self, key):
        virtues = {name: self.draw.between(-1, 2) for name in VIRTUES}
        virtues[key] = 2 + self.threat if self.threat < 3 else self.draw.between(4, 5)
        return virtues

    # -- gear --------------------------------------------------------------------------------------------------------------
    def take(self, kind, item):
        """Hold an item if a hand is free for it, else carry it."""
        name, key = self.names.name(GEAR[kind])
        self.gear[key] = {"name": name, **item}
        self.add(key, item)

    def add(self, key, item):
        """One (more) piece of a gear of its own."""
        held = hands_of(item) <= self.free and "concoction" not in item.get("use", ())
        (self.held if held else self.carried).append(key)
        self.free -= hands_of(item) if held else 0

    def arm(self):
        """Draw its instruments and what they need; returns {instrument: weight}."""
        draw, plan = self.draw, self.plan
        chosen = [draw.weighted(plan.instruments)]
        second = draw.weighted(plan.instruments)
        if second not in chosen and draw.chance(60):
            chosen.append(second)
        armed = draw.chance(plan.armed)
        if "spell" in chosen:
            self.made["bare"]["spell"] = 2 + self.threat - (1 if armed else 0)
        for instrument in chosen:
            needs = instrument in NEEDS and (armed or instrument in ("ranged", "versatile"))
            kind = draw.weighted(NEEDS[instrument]) if needs else None
            if needs and (kind in ("dagger", "blade", "wand", "torch") or self.made["hands"] >= 2):
                item = armament(draw, kind, self.threat)
                self.take(kind, item)
                if kind == "dagger":
                    self.add(list(self.gear)[-1], item)
        natural = not self.gear
        if natural:
            self.made["bare"]["weapon"] += draw.between(0, 2)
            self.made["reach"] = draw.weighted({1: 8, 2: 1 + (self.made["size"] > 1)})
        return self._usable(chosen)

    def _usable(self, chosen):
        """The instruments that it can do deeds with, with the one that needs nothing behind them."""
        uses = [use for item in self.gear.values() for use in item["use"]]
        can = {"melee": True, "spell": True, "tool": True, "innate": True, "ranged": "ranged" in uses,
               "versatile": "melee" in uses or "ranged" in uses}
        out = {instrument: 6 if n == 0 else 3 for n, instrument in enumerate(chosen) if can[instrument]}
        out.setdefault("innate", 1)
        return out

    # -- deeds -------------------------------------------------------------------------------------------------------------
    def learn(self, weights):
        """Draw its deeds, each with an instrument that it has."""
        draw, plan, made = self.draw, self.plan, self.made
        good = [name for name in VIRTUES if name != made["key"] and made["virtues"][name] >= 2]
        self.owner = Owner(weights, True, made["bare"]["spell"] > 0, 3 + self.threat, plan.harsh, "recoveries" in made, good, self.free > 0)
        main = next(iter(weights))
        for n in range(draw.between(*plan.deeds)):
            purpose = plan.first[n] if n < len(plan.first) else draw.weighted(plan.purposes)
            if purpose == "trick":  # a maneuver that this one alone knows
                self.act(purpose)
                continue
            instrument = main if n == 0 and purpose == "strike" else None
            key, deed = self.forge.deed(purpose, self.owner, DEEDS, instrument)
            self.deeds[key] = deed
            self.learned.append(key)

    def act(self, purpose):
        """An action of its own that does a deed, while there is room for one (T2.9)."""
        if len(self.made.get("actions", ())) == k.OWN_ACTIONS:
            return
        key, deed = self.forge.deed(purpose, self.owner, DEEDS)
        self.deeds[key] = deed
        cost = 1 if purpose == "trick" or self.draw.chance(80) else 0
        self.made.setdefault("actions", []).append({"name": deed["name"], "deed": key, "cost": cost})

    def equip(self, percent):
        """Now and then something on the belt or a tool with a deed of its own; its deeds cost no focus and need no tier."""
        draw = self.draw
        kind = draw.weighted({"drink": 3, "bomb": 3, "kit": 2})
        if not draw.chance(percent) or kind == "kit" and self.made["hands"] < 1:
            return
        purpose, instrument = {"drink": (draw.pick(("self", "aid")), "innate"), "bomb": ("burst", "tool"), "kit": (draw.pick(("hex", "strike")), "tool")}[kind]
        key, deed = self.forge.deed(purpose, self.owner, DEEDS, instrument)
        self.deeds[key] = {name: value for name, value in deed.items() if name not in ("tier", "focus")}
        self.take(kind, concoction(key) if kind != "kit" else kit(key, draw))
        if kind != "kit" and draw.chance(50):
            self.carried.append(self.carried[-1])

    # -- the whole -----------------------------------------------------------------------------------------------------------
    def finish(self):
        """The creature as its TOML reads."""
        dearest = max((focus_of(deed) for deed in self.deeds.values()), default=0)
        spare = self.draw.between(*self.plan.focus)
        made = self.made | {"focus": dearest + spare, "held": self.held, "carried": self.carried, "deeds": self.learned,
                            "own_deeds": self.deeds, "own_gear": self.gear}
        return {key: value for key, value in made.items() if value not in ([], {}, 0) or key in ("virtues", "speed", "max_vigor")}


def focus_of(deed):
    """Focus that a deed costs (G5.2a)."""
    return deed.get("focus", {"common": 0, "great": 2, "mythic": 4}[deed.get("tier", "common")])


def draw_body(draw, names, forge, role, plan, threat, endures, belt):
    """(id, creature) of a role and a threat from 1 to 3. endures: whether it is dying, not dead, at 0 vigor (companions); belt: percent of those
    that carry a concoction or a tool."""
    body = Body(draw, names, forge, role, plan, threat, endures)
    body.learn(body.arm())
    for _ in range(0 if endures or role in ("swarm", "solo") else draw.weighted(OWN_ACTIONS)):
        body.act(draw.pick(("self", "move", "trick")))
    body.equip(belt)
    return body.key, body.finish()
