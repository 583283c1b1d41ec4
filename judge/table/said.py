"""What a line says at a question of its own side: the words that name one of the answers, or what goes without saying."""

from envs.core import codes as k

from ..naming import name_of
from .model import TableError
from .options import choice_names, named_combatants, shown
from .play import Play
from .verbs import find_combatant
from .words import SQUARE, longest, match

SQUARES = (k.ASK_WALK, k.ASK_AREA, k.ASK_PATH, k.ASK_FORCE, k.ASK_FOLLOW, k.ASK_TELEPORT, k.ASK_JUMP, k.ASK_PLACE)


class SaidPlay(Play):
    """Answers the questions of the acting side from a Part."""

    who = k.NONE  # who acts

    def said(self, part, legal, ask):
        """The choice that a part says, or that goes without saying; None to ask."""
        if ask == k.ASK_POINTS:
            return self._points(part, legal)
        if ask == k.ASK_INSTRUMENT or (ask == k.ASK_KIND and k.A_OPTION + k.AS_MELEE in legal):
            return self._instrument(part, legal)
        if ask == k.ASK_SPARK:
            return self._spark(part, legal)
        if ask == k.ASK_RECOVER and part.rolls:
            return self._number(part, legal)
        choice = self._square(part, legal, ask) if ask in SQUARES else self._named(part, legal, ask)
        enough = ask in (k.ASK_TARGET, k.ASK_PATH, k.ASK_ITEM) or (ask == k.ASK_FORCE and part.placed)
        if choice is None and enough and k.A_OPTION + k.PASS in legal:
            return k.A_OPTION + k.PASS
        return choice

    def _points(self, part, legal):
        extra, part.extra = part.extra, None
        choice = k.A_AMOUNT + (extra or 0)
        if extra is None and choice not in legal:
            return legal[0]
        if choice not in legal:
            why = k.WHY_TEXTS[self.position.battle.why(choice)]
            raise TableError(f"{name_of(self.position.scenario, self.who)} cannot add {extra}: {why}; it can add up to {legal[-1] - k.A_AMOUNT}")
        return choice

    def _number(self, part, legal):
        number = part.rolls.pop(0)
        if not number.isdecimal() or k.A_AMOUNT + int(number) not in legal:
            raise TableError(f"{number} recoveries cannot be spent; {legal[0] - k.A_AMOUNT} to {legal[-1] - k.A_AMOUNT} can")
        return k.A_AMOUNT + int(number)

    def _spark(self, part, legal):
        if not part.sparks:
            return None
        word = part.sparks.pop(0)
        found = match(word, {choice: choice_names(self.position, choice) for choice in legal})
        if len(found) != 1:
            raise TableError(f"a spark cannot be spent on {word!r} here; on {', '.join(shown(self.position, choice) for choice in legal)}")
        return found[0]

    def _square(self, part, legal, ask):
        at = next((n for n, word in enumerate(part.words) if SQUARE.fullmatch(word)), None)
        if at is None:
            return self._where_somebody_stands(part, legal) if ask == k.ASK_AREA else None
        square = part.words.pop(at)
        choice, part.placed = self.square_choice(square), ask == k.ASK_FORCE
        if choice in legal:
            return choice
        if self.set_course(choice):
            return self.course.pop(0)
        raise TableError(self.why_not(square))

    def _where_somebody_stands(self, part, legal):
        """The square of somebody named, for an area."""
        found, first, many = self._somebody(part.words)
        if len(found) != 1:
            return None
        c, side = self.state.combatants[found[0]], int(self.position.tables.side)
        choice = k.A_SQUARE + int(c["y"]) * side + int(c["x"])
        if choice not in legal:
            raise TableError(f"{name_of(self.position.scenario, found[0])}: {k.WHY_TEXTS[self.position.battle.why(choice)]}")
        del part.words[first : first + many]
        return choice

    def _somebody(self, words):
        """(slots, place, how many words) of the first words that name a combatant."""
        for first in range(len(words)):
            found, many = find_combatant(self.position.scenario, words, first)
            if found:
                return found, first, many
        return [], 0, 0

    def _named(self, part, legal, ask):
        """The choice that the first fitting words name; a combatant that cannot be chosen is a fault."""
        people = ask in (k.ASK_TARGET, k.ASK_SPARK_TARGET)
        named = named_combatants(self.position.scenario) if people else {choice: choice_names(self.position, choice) for choice in legal}
        fault = None
        for first in range(len(part.words)):
            found, many = longest(part.words, first, named)
            able = [choice for choice in found if choice in legal]
            if not able:
                fault = fault or (found and TableError(f"{shown(self.position, found[0])}: {k.WHY_TEXTS[self.position.battle.why(found[0])]}"))
                continue
            phrase = " ".join(part.words[first : first + many])
            if len(able) > 1 and len({choice_names(self.position, choice) for choice in able}) > 1:
                raise TableError(f"{phrase!r} may be {', '.join(shown(self.position, choice) for choice in able)}; write more of it")
            del part.words[first : first + many]
            return able[0]
        if fault and k.A_OPTION + k.PASS not in legal:
            raise fault
        return None

    # -- with what -------------------------------------------------------------------------------------------------------------
    def _instrument(self, part, legal):
        """What a part names, else the strongest with which the deed reaches whom the part names."""
        named = {choice: choice_names(self.position, choice) for choice in legal}
        for first in range(len(part.words)):
            found, many = longest(part.words, first, named)
            exact = any(" ".join(part.words[first : first + many]) in named[choice] for choice in found)
            if len({named[choice] for choice in found}) == 1 and many + exact > find_combatant(self.position.scenario, part.words, first)[1]:
                del part.words[first : first + many]
                return found[0]
        ranked = sorted(legal, key=self._rating, reverse=True)
        return next((choice for choice in ranked if self._fits([choice], part)), ranked[0])

    def _rating(self, choice):
        """Weapon and spell rating of an item; melee before ranged; a bare hand last of equals."""
        if choice >= k.A_OPTION:
            return (0, k.A_OPTION - choice)
        slot, user = choice - k.A_ITEM, int(self.state.asker)
        if slot == k.BARE_HAND:
            row = self.position.tables.roster[user]
            return (int(row["bare_weapon"]) + int(row["bare_spell"]), -1)
        gear = self.position.tables.gear[int(self.state["items"][int(self.state.combatants[user]["items"][slot - 1])]["gear"])]
        return (int(gear["weapon"]) + int(gear["spell"]), 0)

    def _fits(self, choices, part):
        """Whether a deed that is begun so can be done to the first that the part names; True where that does not show."""
        clone = self.position.clone()
        for choice in choices:
            if clone.over or not clone.mask[choice]:
                return False
            clone.step(choice)
        while clone.ask in (k.ASK_INSTRUMENT, k.ASK_KIND, k.ASK_POINTS):
            legal = clone.legal()
            if clone.ask != k.ASK_POINTS and len(legal) > 1:
                return any(self._fits([*choices, choice], part) for choice in legal)
            clone.step(legal[0])
        if clone.ask == k.ASK_TARGET:
            found = self._somebody(part.words)[0]
            return not found or any(clone.mask[k.A_COMBATANT + slot] for slot in found)
        if clone.ask in (k.ASK_AREA, k.ASK_PATH):
            square = next((word for word in part.words if SQUARE.fullmatch(word)), None)
            return square is None or bool(clone.mask[self.square_choice(square)])
        return True
