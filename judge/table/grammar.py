"""A line of the table: a combatant's whole turn in words. Each question of the rules takes from the line what names one of its answers."""

from envs.core import codes as k

from ..naming import name_of
from . import edits
from .model import Move, TableError
from .options import combatant_names, named_combatants, shown
from .said import SaidPlay
from .verbs import find_combatant, find_verb, unknown_verb, verbs
from .words import ATTACK, NOTHING, SQUARE, WALKING, holds_keyword, longest, meant, plain, read_line


class LinePlay(SaidPlay):
    """Plays a line; `play(text)` raises Asked or TableError."""

    def play(self, text):
        """Play a whole line: a turn, or a part of one that a comma at its end leaves open."""
        sc = self.position.scenario
        names = [*sc.deed_names, *sc.gear_names, *sc.names, *(name for own in sc.action_names for name in own)]
        parts, held = read_line(text, [plain(name).split() for name in names if holds_keyword(name)])
        if not parts:
            raise TableError("the line says nothing; write who does what, such as: NAME c4, attack NAME 14")
        if self.state.ask == k.OVER:
            raise TableError("the fight is over; undo takes the last line back")
        alone = self._begin(parts)
        self._understand(parts)
        for part in parts:
            self._part(part)
        ends = not held and not alone
        if self._in_turn() and (ends or self.position.legal() == [k.A_MENU + k.END_TURN]):
            self.answer(k.A_MENU + k.END_TURN)

    def _in_turn(self):
        return self.state.ask == k.ASK_ACTION and int(self.state.turn_of) == self.who

    def _begin(self, parts):
        """Who acts: taken from the first words, or the one whose turn it is. Whether the line said no more than that."""
        sc, words = self.position.scenario, parts[0].words
        found, many = find_combatant(sc, words)
        if self.state.ask == k.ASK_ACTION:
            self.who = int(self.state.turn_of)
            exact = any(" ".join(words[:many]) in combatant_names(sc, slot) for slot in found)
            if self.who in found and (exact or not self._names_a_verb(words)):
                del words[:many]
            elif found and (exact or not self._names_a_verb(words)):
                raise TableError(f"it is {name_of(sc, self.who)}'s turn; end it with 'end', or take it back with 'undo'")
            return False
        able = [slot for slot in found if self.position.battle.mask[k.A_COMBATANT + slot]]
        if len(able) != 1:
            raise TableError(self._nobody(parts[0], found, able))
        del words[:many]
        self.who = able[0]
        alone = len(parts) == 1 and not words
        self.answer(k.A_COMBATANT + self.who)
        return alone

    def _names_a_verb(self, words):
        return bool(longest(words, 0, {n: verb.names for n, verb in enumerate(verbs(self.position))})[0])

    def _nobody(self, part, found, able):
        """Why the first words name nobody who can act now."""
        sc = self.position.scenario
        ready = ", ".join(shown(self.position, choice) for choice in self.position.legal() if choice < k.A_MENU)
        if part.words and part.words[0] in ("end", "done"):
            return f"no turn is open; ready: {ready}"
        if able:
            return f"{part.text!r} may be {', '.join(name_of(sc, slot) for slot in able)}; write more of the name"
        if found:
            why = k.WHY_TEXTS[self.position.battle.why(k.A_COMBATANT + found[0])]
            return f"{name_of(sc, found[0])} cannot act now: {why}; ready: {ready}"
        return f"{part.text!r} does not begin with one who can act now; ready: {ready}"

    def _understand(self, parts):
        """TableError for a word that can mean nothing at all here, before anything is asked."""
        if not self._in_turn():
            return
        sc, able = self.position.scenario, verbs(self.position)
        texts = [name for verb in able for name in verb.names] + [name for names in named_combatants(sc).values() for name in names]
        texts += [
            *ATTACK,
            *WALKING,
            *k.STATE_NAMES,
            *k.EFFECT_NAMES,
            *k.OPTION_NAMES,
            *(name.casefold() for name in sc.gear_names),
            "bare hand",
            "effect",
            *NOTHING,
        ]
        known = {piece for text in texts for piece in [text, *text.split()]}
        for word in (word for part in parts for word in part.words):
            if not word.isdecimal() and not SQUARE.fullmatch(word) and not any(piece.startswith(word) for piece in known):
                raise TableError(f"{word!r} means nothing here{meant(word, {0: tuple(known)})}; write help to see what a line can say")

    # -- parts -------------------------------------------------------------------------------------------------------------
    def _part(self, part):
        while part.words or part.extra is not None:
            if not self._in_turn():
                raise TableError(f"{name_of(self.position.scenario, self.who)}'s turn is over before {part.text!r}; leave that out")
            self.hit, before = k.NONE, [int(c["vigor"]) for c in self.state.combatants]
            self._action(part)
            if part.loss is not None and self.hit != k.NONE:
                self._lose(part, before[self.hit])
        self._unused(part)

    def _unused(self, part):
        """TableError for what a part says and nothing asked for."""
        left = part.rolls[:1] or [f"spark {word}" for word in part.sparks[:1]]
        left += [f"for {part.loss}"] if part.loss is not None else []
        left += ["guard"] if part.guard not in (None, ["no"]) else ["counter"] if part.counter not in (None, ["no"]) else []
        if left:
            raise TableError(f"nothing in {part.text!r} takes {left[0]!r}; leave it out, or write it after the deed that it belongs to")

    def _action(self, part):
        words, part.placed = part.words, False
        if not words:
            raise TableError(f"say what the extra points in {part.text!r} are for")
        if len(words) > 1 and words[0] in WALKING and SQUARE.fullmatch(words[1]):
            del words[0]
        if SQUARE.fullmatch(words[0]):
            return self._walk(part)
        verb, many = find_verb(self.position, words)
        if verb is None:
            verb, many = self._attack(part), 1
        del words[:many]
        for choice in verb.choices:
            self.answer(choice, part)
        self.settle(part, self.who)

    def _attack(self, part):
        """`attack NAME`: the only attack that can be made so; TableError when there are several, or the word is another."""
        if part.words[0] not in ATTACK:
            raise unknown_verb(self.position, part.words[0])
        able = [
            verb
            for verb in verbs(self.position)
            if verb.deed != k.NONE
            and verb.why == k.OK
            and self.position.tables.deeds[verb.deed]["kind"] == k.ATTACK
            and verb.choices[0] == k.A_MENU + k.DEED
        ]
        fit = [verb for verb in able if self._fits(verb.choices, part)] or able
        if len(fit) != 1:
            name = name_of(self.position.scenario, self.who)
            which = f"name one of {', '.join(verb.names[0] for verb in fit)}" if fit else "it has no attack to make now"
            raise TableError(f"which attack of {name}? {which}")
        return fit[0]

    def _lose(self, part, before):
        """The first target has lost as much as the Judge says."""
        after, wanted = int(self.state.combatants[self.hit]["vigor"]), before - part.loss
        part.loss = None
        if after == wanted:
            return
        if self.state.ask == k.OVER:
            raise TableError("by the rules that ends the fight; write the line without 'for', then correct the vigor with an edit")
        text = edits.apply(self.position, f"vigor {self.position.scenario.keys[self.hit]} {wanted}")
        self.moves.append(Move(edit=text))
        self.answer(k.NONE)

    # -- walking ---------------------------------------------------------------------------------------------------------------
    def _walk(self, part):
        """Legs of a walk to the squares at the front of a part; Move is taken where the points do not reach, with as few extra points as will do."""
        while part.words and SQUARE.fullmatch(part.words[0]):
            square = part.words.pop(0)
            for choice in self._way_to(self.square_choice(square), square, part.extra):
                self.answer(choice, part)
            part.extra = None
            self.settle(part, self.who)

    def _way_to(self, target, square, extra):
        walk = [k.A_MENU + k.WALK, target]
        ways = [walk] if extra is None else []
        ways += [[k.A_MENU + k.MOVE, k.A_AMOUNT + n, *walk] for n in (range(k.AMOUNT_SIZE) if extra is None else [extra])]
        why = k.OK
        for way in ways:
            clone, at = self.position.clone(), 0
            while clone.mask[way[at]]:
                if at + 1 == len(way):
                    return way
                clone.step(way[at])
                at += 1
                if clone.ask not in (k.ASK_ACTION, k.ASK_POINTS, k.ASK_WALK):
                    break
            if at + 1 == len(way) or why == k.OK:
                why = clone.why(way[at])
        raise TableError(f"{name_of(self.position.scenario, self.who)} cannot walk to {square}: {k.WHY_TEXTS[why]}")
