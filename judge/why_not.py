"""Why something is not possible, in the engine's own reasons: what a monster cannot do this turn, and what a Judge asks after by name."""

from envs.core import codes as k
from envs.core.deeds import can_attempt, can_target, can_way
from envs.core.turns import can_take_turn
from envs.core.why import why
from envs.notation import square_text

from .naming import deed_name, name_of
from .plan_model import WhyNot

MOST = 8  # that are told unasked


def barred(scenario, state, side):
    """[WhyNot] of combatants of a side that stand and cannot act at an ASK_COMBATANT."""
    t, out = scenario.tables[0], []
    for i, name in enumerate(scenario.names):
        if int(t.roster[i]["side"]) == side and state.combatants[i]["status"] == k.STANDING:
            code = int(can_take_turn(t, state, i))
            if code != k.OK:
                out.append(WhyNot(what=f"{name}'s turn", reason=k.WHY_TEXTS[code], code=code))
    return out[:MOST]


def notable(battle, searcher):
    """[WhyNot] of the deeds of the monster's kit that it cannot do from any square that it can walk to; `searcher` has looked for courses."""
    t, state, scenario, who = battle.tables, battle.state, battle.scenario, searcher.who
    possible, out = {slot for slot, _ in searcher.aims}, []
    for slot in range(k.OWN_DEEDS):
        deed = int(t.roster[who]["deeds"][slot])
        if deed < int(t.n_deeds) and slot not in possible:
            code = deed_reason(t, state, who, slot)
            if code != k.OK:
                more = ", nor from any square that it can walk to" if code in (k.WHY_NO_TARGET, k.WHY_TOO_FAR, k.WHY_NO_SIGHT) else ""
                out.append(WhyNot(what=deed_name(scenario, deed), reason=k.WHY_TEXTS[code] + more, code=code))
    return out[:MOST]


def deed_reason(t, state, who, slot):
    """Why a deed in a slot cannot be begun at an ASK_ACTION; OK when it can."""
    entry = k.DEED if slot < k.OWN_DEEDS else k.MANEUVER
    return int(can_attempt(t, state, who, slot)) or int(why(t, state, k.A_MENU + entry))


class Asked:
    """One question `why not`, about slot `who` at the ASK_ACTION of its turn. searcher: a `candidates.Searcher` that has looked for courses."""

    def __init__(self, searcher):
        self.searcher, self.who, self.scenario = searcher, searcher.who, searcher.scenario
        self.battle, self.t = searcher.battle, searcher.battle.tables
        self.name = name_of(self.scenario, self.who)

    def square(self, square):
        """(code, sentence) of walking to a board square."""
        ways, place = self.searcher.ways(), square_text(square % int(self.t.width), square // int(self.t.width))
        if square in ways:
            extra = next((choice - k.A_AMOUNT for ask, choice in ways[square] if ask == k.ASK_POINTS), 0)
            moved = any(choice == k.A_MENU + k.MOVE for ask, choice in ways[square] if ask == k.ASK_ACTION)
            if not ways[square]:
                return k.OK, f"{self.name} stands on {place}."
            return k.OK, f"{self.name} can walk to {place}{f' with Move and {extra} extra points' if extra else ' with Move' if moved else ''}."
        code = self._walk_reason(square)
        return code, f"{self.name} cannot walk to {place} this turn: {k.WHY_TEXTS[code]}."

    def _walk_reason(self, square):
        """The reason at the last question that a walk there comes to."""
        clone, code = self.battle.clone(0), k.WHY_NOWHERE
        choice = k.A_SQUARE + square // int(self.t.width) * int(self.t.side) + square % int(self.t.width)
        if not clone.mask[k.A_MENU + k.WALK]:
            code = clone.why(k.A_MENU + k.MOVE)
            if code != k.OK:
                return code
            clone.step(k.A_MENU + k.MOVE)
            while clone.ask == k.ASK_POINTS:
                clone.step(clone.legal()[-1])
        if clone.ask != k.ASK_ACTION or not clone.mask[k.A_MENU + k.WALK]:
            return k.WHY_NO_MOVEMENT
        clone.step(k.A_MENU + k.WALK)
        return clone.why(choice) or k.WHY_NOWHERE if clone.ask == k.ASK_WALK else k.WHY_NOWHERE

    def deed(self, slot, target):
        """(code, sentence) of a deed in a slot, on a target or (None) on anybody."""
        name = deed_name(self.scenario, int(self.t.roster[self.who]["deeds"][slot]))
        what = name if target is None else f"{name} on {name_of(self.scenario, target)}"
        fits = [places for (one, aim), places in self.searcher.aims.items() if one == slot and (target is None or aim in (target, k.NONE))]
        ways = [way for places in fits for way in places]
        area = "; it lays an area, so who is in it hangs on where" if target is not None and (slot, k.NONE) in self.searcher.aims else ""
        if () in ways:
            return k.OK, f"{self.name} can do {what} now, from where it stands{area}."
        code = self._deed_reason(slot, target)
        if ways:
            squares = list(dict.fromkeys(self._end(way) for way in ways))
            more = f" (so from {len(squares)} squares that were looked at)" if len(squares) > 1 else ""
            return k.OK, f"{self.name} cannot do {what} from where it stands: {k.WHY_TEXTS[code]}. It can after walking to {squares[0]}{more}{area}."
        return code, f"{self.name} cannot do {what} this turn: {k.WHY_TEXTS[code]}{self._wherever(code)}."

    def _wherever(self, code):
        return "; nor from any square that it can walk to" if code in (k.WHY_NO_TARGET, k.WHY_TOO_FAR, k.WHY_NO_SIGHT) else ""

    def _end(self, way):
        n = way[-1][1] - k.A_SQUARE
        return square_text(n % int(self.t.side), n // int(self.t.side))

    def _deed_reason(self, slot, target):
        """The reason of the first question on the way to that deed that bars it."""
        code = deed_reason(self.t, self.battle.state, self.who, slot)
        if code == k.WHY_NO_TARGET and target is not None:
            return self._aim_reason(slot, target)
        if code != k.OK:
            return code
        clone = self.battle.clone(0)
        clone.auto = False
        clone.step(k.A_MENU + (k.DEED if slot < k.OWN_DEEDS else k.MANEUVER))
        if not clone.mask[k.A_DEED + slot]:
            return clone.why(k.A_DEED + slot)
        clone.step(k.A_DEED + slot)
        while clone.ask in (k.ASK_INSTRUMENT, k.ASK_KIND, k.ASK_POINTS):
            clone.step(clone.legal()[0])
        if target is None:
            return k.WHY_NO_TARGET
        return clone.why(k.A_COMBATANT + target) or k.WHY_NO_TARGET if clone.ask == k.ASK_TARGET else self._aim_reason(slot, target)

    def _aim_reason(self, slot, target):
        """The reason that bars a target from where the monster stands, over all ways of doing the deed: its kind first, then sight, then range."""
        state, deed = self.battle.state, int(self.t.roster[self.who]["deeds"][slot])
        ways = [way for way in range(k.WAYS) if int(can_way(self.t, state, self.who, deed, way)) != k.WHY_NO_INSTRUMENT]
        codes = {int(can_target(self.t, state, self.who, deed, way, target)) for way in ways} - {k.OK}
        far = (k.WHY_NO_SIGHT, k.WHY_TOO_FAR)
        return next((code for code in (*sorted(codes - set(far)), *far) if code in codes), k.WHY_NO_TARGET)
