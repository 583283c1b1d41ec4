"""A fight under way: wounds, states, what is spent, the clock and the turn, who holds and taunts whom, what lasts and lies on the map."""

from ..core import codes as k
from ..tables.words import square_name
from .gear import hands_of
from .lines import GOOD, HARSH, SOFT
from .shelf import find

OPPOSITES = {"protected": "exposed", "soothed": "suffering", "strong": "weak", "hastened": "hindered"}
TAKEN = {(): 4, ("move",): 5, ("deed",): 2, ("move", "deed"): 2, ("defend",): 1, ("maneuver",): 1, ("aim",): 1, ("move", "defend"): 1}
HELP = ("deed", "maneuver", "prevail", "interact", "tenacity")
MAX_ROUND = 6


class Moment:
    """The moment in which an encounter begins. roster: {letter: entry as its TOML reads}; creatures: {letter: creature}; places: `Places`."""

    def __init__(self, draw, roster, creatures, places):
        self.draw, self.roster, self.creatures, self.places = draw, roster, creatures, places
        self.hands = {letter: creature.get("hands", 2) - sum(hands_of(find("gear", name, creature)) for name in creature.get("held", []))
                      for letter, creature in creatures.items()}

    def fresh(self):
        """A fight before its first coin; now and then a side is ambushed or the coin has fallen."""
        if self.draw.chance(12):
            return {"ambushed": self.draw.pick(k.SIDE_NAMES)}
        return {"first_coin": self.draw.pick(k.SIDE_NAMES)} if self.draw.chance(15) else {}

    def under_way(self):
        """Change the roster to a moment of a fight under way; returns its [fight] table."""
        round_no = self.draw.between(1, MAX_ROUND)
        for letter, entry in self.roster.items():
            self._wounds(letter, entry, round_no)
            self._states(entry, round_no)
            self._spent(letter, entry)
        for side in k.SIDE_NAMES:
            own = [entry for entry in self.roster.values() if entry["side"] == side]
            if all(entry.get("defeated") for entry in own):
                own[0].pop("defeated")
        self._ties()
        fight = self._clock(round_no)
        if self.draw.chance(10):
            self._newcomer(fight)
        return fight

    def _newcomer(self, fight):
        """One that has come just now acts from a later round (G1.7); never the only one of its side, nor the one whose turn it is."""
        tied = [other for entry in self.roster.values() for other in (*entry.get("grabbed_by", ()), entry.get("taunted_by"))]
        bound = dict.fromkeys([*fight.get("acted", ()), fight.get("turn", {}).get("of"), *tied])
        ready = [letter for letter, entry in self.roster.items() if letter not in bound and not entry.get("defeated")]
        late = [letter for letter in ready if sum(self.roster[other]["side"] == self.roster[letter]["side"] for other in ready) > 1]
        if late:
            self.roster[self.draw.pick(late)]["arrives"] = fight["round"] + 1

    # -- combatants ----------------------------------------------------------------------------------------------------------
    def _wounds(self, letter, entry, round_no):
        draw, creature = self.draw, self.creatures[letter]
        if draw.chance(10):
            entry["injuries"] = draw.between(1, 2) if creature["max_vigor"] > 6 else 1
        top = creature["max_vigor"] - entry.get("injuries", 0)
        death = -(top // 2)
        if creature.get("endures") and death < -1 and draw.chance(4 + 2 * round_no):
            entry["vigor"] = draw.between(max(death + 1, -8), 0)
            if draw.chance(40):
                entry["defeated"] = True
        else:
            least = max(1, top - top * round_no * (14 if creature.get("endures") else 9) // 100)  # who endures fights on at 0
            entry["vigor"] = draw.between(least, top) if draw.chance(70) else top
        for name in ("focus", "endurance", "recoveries"):
            if creature.get(name) and draw.chance(35):
                entry[name] = draw.between(0, creature[name])

    def _states(self, entry, round_no):
        draw, states = self.draw, {}
        for _ in range(draw.weighted({0: 6, 1: 3 + round_no, 2: round_no})):
            name = draw.weighted({"good": 4, "soft": 5, "harsh": 2})
            state = draw.pick(list({"good": GOOD, "soft": SOFT, "harsh": HARSH}[name]))
            if state != "taunted":
                states[state] = draw.between(1, {"good": 2, "soft": 2, "harsh": 1}[name])
        for good, bad in OPPOSITES.items():
            if good in states and bad in states:
                del states[bad]
        if states:
            entry["states"] = states

    def _spent(self, letter, entry):
        """Supply dice; of this round: guard dice, reactions, defend, aim, help."""
        draw, creature = self.draw, self.creatures[letter]
        held = dict.fromkeys(creature.get("held", []) + creature.get("carried", []))
        dice = {name: find("gear", name, creature).get("supply") for name in held}
        for name, size in dice.items():
            if size and draw.chance(25):
                entry.setdefault("supply", {})[name] = draw.pick([die for die in (4, 6, 8, 10, 12) if die <= size])
        own = len(creature.get("guard_dice", []))
        if own and draw.chance(25):
            entry["guard_spent"] = [draw.between(1, own)]
        if draw.chance(12):
            entry["reactions"] = 1
        if draw.chance(8):
            entry["defend"] = draw.between(1, 2)
        if draw.chance(4):
            entry["aim"] = 4
        if draw.chance(6):
            entry["helped"] = [draw.pick(HELP)]

    def _ties(self):
        """Grabs between foes side by side as far as hands go (G8.24a), and taunts."""
        for letter, entry in self.roster.items():
            foes = [other for other, e in self.roster.items() if e["side"] != entry["side"] and not e.get("defeated")]
            if entry.get("defeated") or not foes:
                continue
            if self.draw.chance(6):
                entry.setdefault("states", {})["taunted"] = 1
                entry["taunted_by"] = self.draw.pick(foes)
            near = [other for other in self.places.neighbours(letter) if other in foes and self.hands[other] > 0]
            if near and self.draw.chance(20):
                grappler = self.draw.pick(near)
                entry["grabbed_by"] = [grappler]
                self.hands[grappler] -= 1

    # -- the clock -----------------------------------------------------------------------------------------------------------
    def _clock(self, round_no):
        """Round, who has acted, and the turn under way or whose side is next (T1.2, T1.3)."""
        draw = self.draw
        fight = {"round": round_no, "first_side": draw.pick(k.SIDE_NAMES)}
        standing = [letter for letter, entry in self.roster.items() if not entry.get("defeated")]
        share = draw.pick((0, 0, 25, 50, 75))
        acted = [letter for letter in standing if draw.chance(share)]
        ready = [letter for letter in standing if letter not in acted]
        if not ready:
            ready = [acted.pop()]
        fight |= {"acted": acted} if acted else {}
        letter = draw.pick(ready)
        if draw.chance(35):
            fight["turn"] = self._turn(letter)
        elif acted:
            fight["next_side"] = self.roster[letter]["side"]
        return fight

    def _turn(self, letter):
        draw = self.draw
        taken = list(draw.weighted(TAKEN))
        turn = {"of": letter, "points": max(1, 3 - len(taken) - draw.weighted({0: 4, 1: 1})), "taken": taken}
        if "move" in taken:
            turn["move_points"] = draw.between(0, self.creatures[letter]["speed"])
        if draw.chance(10):
            turn["free_used"] = draw.between(1, 2)
        if draw.chance(4):
            turn["lifted"] = True
        return turn


def draw_effects(draw, ground, roster, places):
    """[[effects]] that last already: near the combatants, owned by those who stand."""
    owners = [letter for letter, entry in roster.items() if not entry.get("defeated")]
    out = []
    for _ in range(draw.weighted({0: 4, 1: 4, 2: 2, 3: 1})):
        kind, owner = draw.pick(k.EFFECT_NAMES), draw.pick(owners)
        entry = {"kind": kind, "owner": owner, "size": draw.between(1, 3), "potency": draw.between(1, 3), "decay": draw.between(0, 1)}
        if kind != "aura":
            x, y = places.at[draw.pick(list(places.at))]
            at = min(ground.width - 1, max(0, x + draw.between(-3, 2))), min(ground.height - 1, max(0, y + draw.between(-3, 2)))
            entry["at"] = square_name(*at)
        if kind in ("aura", "hazard"):
            fellows = kind == "aura" and draw.chance(50)
            entry["whom"] = "fellows" if fellows else "foes"
            if draw.chance(60):
                entry |= {"gives": draw.pick(GOOD if fellows else list(SOFT)), "potency": 1}
        if kind == "sanctuary":
            entry["whom"] = "fellows"
        out.append(entry)
    return out


def draw_items(draw, places, gear, room):
    """[[items]] on the ground: ids of `gear`, at most `room`."""
    spots = [q for q in places.free if q not in places.taken]
    if not gear or not spots or room <= 0:
        return []
    return [{"gear": draw.pick(gear), "at": square_name(*draw.pick(spots))} for _ in range(min(room, draw.weighted({0: 6, 1: 3, 2: 1})))]
