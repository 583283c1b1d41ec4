"""The answers that a question knows, in words, legal or not: what a person picks from, and what can be asked after by name."""

from typing import NamedTuple

from envs.core import codes as k
from envs.core.check import net_edges, virtue_of
from envs.core.questions import asks_square
from envs.notation import choice_text, square_text
from envs.render import thing_rows

from .deed_words import deed_text, line_text
from .likely import roll_odds
from .naming import deed_name, item_name, percent, plural, where

_MENU = {k.WALK: "walk on with the movement points that are left", k.MOVE: "take movement points, then walk", k.DEED: "attempt an attack or gambit",
         k.MANEUVER: "shove, grab, trip and the like", k.DEFEND: "deeds against it take cuts", k.CATCH_BREATH: "spend recoveries",
         k.AIM: "more range",
         k.BREAK: "strike at a door or an object", k.HELP: "an edge for somebody's check", k.INTERACT: "work a lever, lamp, lock or the like",
         k.PREVAIL: "try to shake off a state", k.DISRUPT: "try to end a foe's state or effect", k.READY_ITEMS: "take in hand or stow",
         k.DOOR: "open or close one", k.DISMISS: "end an effect of its own", k.LEAVE: "leave the fight by the exit",
         k.JUMP: "in a straight line, over what lies between", k.STAND: "no longer be toppled", k.THROW: "throw something in hand",
         k.CONCOCTION: "use one up", k.DRAW_ITEM: "take a weapon in hand", k.SHEATHE: "stow a weapon", k.PICK_UP: "take something from the ground",
         k.RELEASE: "let go of somebody", k.DRAG: "take whom it holds along behind it", k.SHOVE_ALONG: "move whom it holds along before it",
         k.LIFT_LIMIT: "pay focus for a deed and a maneuver in one turn"}
_PASS = {k.ASK_GUARD: "no guard", k.ASK_COUNTER: "no counter", k.ASK_CATCH: "let it fly", k.ASK_TARGET: "nobody else",
         k.ASK_PATH: "the path ends here",
         k.ASK_WALK: "stay", k.ASK_TELEPORT: "stay", k.ASK_FORCE: "leave it there", k.ASK_FOLLOW: "stay", k.ASK_ITEM: "nothing more"}
_KINDS = {k.KIND_DEED: "its next deed", k.KIND_MANEUVER: "its next maneuver", k.KIND_PREVAIL: "its next try to prevail",
          k.KIND_INTERACT: "its next work on something",
          k.KIND_TENACITY: "its tenacity", k.AS_MELEE: "as a melee weapon", k.AS_RANGED: "at range", k.YES: "catch it",
          k.SPARK_EFFECT: "the deed's own spark effect",
          k.SPARK_DAMAGE: "more damage"}


class Entry(NamedTuple):
    """One answer. choice: its index; names: texts that mean it, the first is the one that is shown; note: what it does; legal: whether it is possible
    now."""

    choice: int
    names: tuple
    note: str
    legal: bool


class _Reader:
    """Makes the entries of one position."""

    def __init__(self, scenario, state, mask):
        self.sc, self.st, self.mask = scenario, state, mask
        self.t, self.side = scenario.tables[0], int(scenario.tables[0].side)

    def entry(self, choice, *names, note=""):
        notation = choice_text(self.sc, self.st, choice, self.side)
        return Entry(choice, (*names, notation), note, bool(self.mask[choice]))

    def combatants(self):
        for i, name in enumerate(self.sc.names):
            if self.st.combatants[i]["status"] != k.ABSENT:
                yield self.entry(k.A_COMBATANT + i, where(self.sc, self.st, i), name, self.sc.letters[i], self.sc.keys[i], note=self.chances(i))

    def chances(self, target):
        """Exact odds of the deed in progress against a target that it may have; empty where nothing is rolled."""
        d = self.st.deed
        rolls = self.st.ask == k.ASK_TARGET and self.st.frames[int(self.st.depth) - 1]["kind"] == k.F_DEED and not self.t.deeds[int(d.deed)]["sure"]
        if not rolls or not self.mask[k.A_COMBATANT + target]:
            return ""
        net = int(net_edges(self.t, self.st, int(d.user), int(d.deed), int(d.instrument), int(d.extra), target))
        fail, conflict, triumph = roll_odds(self.t, net, int(virtue_of(self.t, int(d.user), int(d.deed))))
        return f"{percent(fail)} fail, {percent(conflict)} conflict, {percent(triumph)} triumph"

    def menu(self):
        own = self.sc.action_names[int(self.st.asker)]
        for m in range(k.OWN_ACTION):
            yield self.entry(k.A_MENU + m, k.MENU_NAMES[m], note=_MENU.get(m, ""))
        for n, name in enumerate(own):
            deed = int(self.t.roster[int(self.st.asker)].own_actions[n])
            yield self.entry(k.A_MENU + k.OWN_ACTION + n, name, note=deed_text(self.sc, deed) if deed < len(self.sc.deed_names) else "")

    def deeds(self, first=0, last=k.DEED_SLOTS):
        row = self.t.roster[int(self.st.asker)]
        for slot in range(first, last):
            if row.deeds[slot] < len(self.sc.deed_names):
                deed = int(row.deeds[slot])
                yield self.entry(k.A_DEED + slot, deed_name(self.sc, deed), note=deed_text(self.sc, deed))

    def asked_deeds(self):
        maneuver = self.st.frames[int(self.st.depth) - 1]["e"] == k.MANEUVER
        return self.deeds(k.OWN_DEEDS, k.DEED_SLOTS) if maneuver else self.deeds(0, k.OWN_DEEDS)

    def amounts(self):
        one = "recovery" if self.st.ask == k.ASK_RECOVER else "extra point"
        for n in range(k.AMOUNT_SIZE):
            yield self.entry(k.A_AMOUNT + n, str(n), note=plural(n, one, "recoveries" if one == "recovery" else None))

    def items(self):
        for slot in range(k.ITEM_SLOTS):
            row = k.NONE if slot == 0 else int(self.st.combatants[int(self.st.asker)]["items"][slot - 1])
            if slot == 0 or row < k.MAX_ITEMS:
                held = "" if slot == 0 else "in hand" if self.st["items"][row]["held"] else "carried"
                supply = 0 if slot == 0 else int(self.st["items"][row]["supply"])
                held += f", supply d{supply}" if supply else ""
                yield self.entry(k.A_ITEM + slot, item_name(self.sc, int(self.st.asker), slot, self.st), note=held)

    def states(self):
        target = self.st.frames[int(self.st.depth) - 1]["b"]
        for m, name in enumerate(k.STATE_NAMES):
            potency = int(self.st.combatants[int(target)]["states"][m])
            yield self.entry(k.A_STATE + m, name, note=f"potency {potency}" if potency else "")

    def effects(self):
        where_to = {name: squares for name, squares, _ in thing_rows(self.sc, self.st)}
        for n, e in enumerate(self.st["effects"]):
            if e["kind"] != k.NONE:
                name = f"{k.EFFECT_NAMES[int(e['kind'])]} {int(e['potency'])} of {self.sc.names[int(e['owner'])]}"
                name += "" if e["kind"] == k.EF_AURA else f" at {where_to[f'effect {n + 1}']}"
                verb = "dismiss the " if self.st.ask == k.ASK_COMBATANT else ""
                yield self.entry(k.A_EFFECT + n, verb + name, name)

    def lines(self):
        rules = self.t.rules
        row = self.t.deeds[int(self.st.deed.deed)]
        for n in range(int(row.n_lines)):
            line = row.lines[n]
            more = f"{int(rules.spark_force)} more squares" if line["verb"] == k.V_FORCE else f"{int(rules.spark_potency)} more potency"
            yield self.entry(k.A_LINE + n, f"{line_text(line)}: {more}")

    def guards(self):
        for n, die in enumerate(self.t.roster[int(self.st.asker)].guard_dice):
            if die:
                yield self.entry(k.A_GUARD + n, f"d{int(die)}")

    def options(self):
        for option in range(k.AS_RANGED + 1):
            name = _PASS.get(int(self.st.ask), "pass") if option == k.PASS else _KINDS[option]
            found = self.entry(k.A_OPTION + option, name)
            if found.legal:
                yield found

    def of_question(self):
        ask = int(self.st.ask)
        groups = {k.ASK_COMBATANT: (self.combatants, self.effects), k.ASK_ACTION: (self.menu,), k.ASK_DEED: (self.asked_deeds,),
                  k.ASK_INSTRUMENT: (self.items,), k.ASK_COUNTER: (self.items,), k.ASK_ITEM: (self.items,), k.ASK_POINTS: (self.amounts,),
                  k.ASK_RECOVER: (self.amounts,), k.ASK_TARGET: (self.combatants,), k.ASK_SPARK_TARGET: (self.combatants,),
                  k.ASK_SPARK: (self.lines,),
                  k.ASK_GUARD: (self.guards,), k.ASK_STATE: (self.states, self.effects), k.ASK_EFFECT: (self.effects,)}
        return [e for group in (*groups.get(ask, ()), self.options) for e in group()]


def entries_of(scenario, state, mask):
    """[Entry] of all answers that the question knows by a name, also those that are not possible now; squares are left out (`squares_of`)."""
    return _Reader(scenario, state, mask).of_question()


def deeds_of(scenario, state, mask):
    """[Entry] of the deeds and maneuvers of the combatant that the question is about."""
    return list(_Reader(scenario, state, mask).deeds())


def has_squares(state):
    """Whether the question is answered by a square."""
    return bool(asks_square(int(state.ask)))


def squares_of(scenario, mask):
    """[(x, y)] of the legal squares, row by row."""
    t = scenario.tables[0]
    return [(x, y) for y in range(int(t.height)) for x in range(int(t.width)) if mask[k.A_SQUARE + y * int(t.side) + x]]


def square_lines(squares):
    """Squares as one text a row of the map: `row 4: b4 c4 d4`, runs of more than three as `b4-f4`."""
    out = []
    for y in sorted({y for _, y in squares}):
        runs = []
        for x in sorted(x for x, row in squares if row == y):
            if runs and runs[-1][-1] == x - 1:
                runs[-1].append(x)
            else:
                runs.append([x])
        parts = [f"{square_text(run[0], y)}-{square_text(run[-1], y)}" if len(run) > 3 else " ".join(square_text(x, y) for x in run) for run in runs]
        out.append(" ".join(parts))
    return out
