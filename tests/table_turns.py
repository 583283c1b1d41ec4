"""Random turns of the rules and how a Judge would write them: the grammar must be able to say whatever can be done."""

from envs.core import codes as k
from envs.notation import square_text
from judge.naming import deed_name
from judge.table.options import choice_names, shown
from judge.table.play import RESTING, Play


class RandomPlay(Play):
    """Plays a random turn; `parts` is what a line says of it, `by_index` the words of every answer, by its place among the moves.

    clear: False when a square that a line says would answer an earlier question of the same action, which the line leaves to be asked.
    """

    def __init__(self, position, rng):
        super().__init__(position, None)
        self.rng, self.parts, self.by_index = rng, [], {}
        self.unsaid, self.clear = False, True

    def turn(self):
        """One whole turn; the text of its line."""
        name = None
        while name is None or self.state.ask == k.ASK_ACTION:
            if self.state.ask == k.ASK_COMBATANT:
                legal = [choice for choice in self.position.legal() if choice < k.A_MENU]
                choice = int(self.rng.choice(legal))
                name = shown(self.position, choice)
                self.answer(choice)
                if self.state.ask != k.ASK_ACTION:
                    break
            before = int(self.state.turn_of)
            self._act()
            if int(self.state.turn_of) != before or len(self.parts) > 12:
                break
        return f"{name} {', '.join(self.parts)}", name

    def _act(self):
        legal = self.position.legal()
        weights = [0.2 if choice == k.A_MENU + k.END_TURN else 4 if choice in (k.A_MENU + k.DEED, k.A_MENU + k.MANEUVER) else 1 for choice in legal]
        choice = legal[int(self.rng.choice(len(legal), p=[w / sum(weights) for w in weights]))]
        entry, words, user = choice - k.A_MENU, [], int(self.state.turn_of)
        if k.OWN_ACTION <= entry:
            words.append(self.position.scenario.action_names[user][entry - k.OWN_ACTION])
        elif entry not in (k.DEED, k.MANEUVER):
            words.append(k.MENU_NAMES[entry])
        self.answer(choice)
        self.unsaid = False
        while self.state.ask not in RESTING:
            self._question(words, user)
        self.parts.append(" ".join(words))

    def _question(self, words, user):
        legal, state = self.position.legal(), self.state
        seen, distinct = set(), []
        for choice in legal:  # of two that have one name a Judge can only say the first
            name = choice_names(self.position, choice)[:1]
            if name not in seen:
                distinct.append(choice)
                seen.add(name)
        choice, ask = int(self.rng.choice(distinct)), int(state.ask)
        mine = int(state.asked) == self.side_of(user)
        self.by_index[len(self.moves)] = shown(self.position, choice) if choice != k.A_OPTION + k.PASS else "no"
        if mine and ask not in (k.ASK_GUARD, k.ASK_COUNTER, k.ASK_CATCH):
            said = self._words(choice, ask)
            self.clear = self.clear and not (said and self.unsaid and choice >= k.A_SQUARE)
            self.unsaid = self.unsaid or (not said and any(answer >= k.A_SQUARE for answer in legal))
            words += said
        self.answer(choice)

    def _words(self, choice, ask):
        """What a line says of an answer; nothing where the question is to be answered when it is asked."""
        if ask == k.ASK_DEED:
            return [deed_name(self.position.scenario, int(self.position.tables.roster[int(self.state.asker)]["deeds"][choice - k.A_DEED]))]
        if ask == k.ASK_POINTS:
            return [f"extra {choice - k.A_AMOUNT}"]
        if ask in (k.ASK_TARGET, k.ASK_INSTRUMENT, k.ASK_KIND, k.ASK_STATE, k.ASK_ITEM, k.ASK_EFFECT) and choice != k.A_OPTION + k.PASS:
            return [shown(self.position, choice)]
        if choice >= k.A_SQUARE and ask in (k.ASK_WALK, k.ASK_AREA, k.ASK_PATH, k.ASK_JUMP, k.ASK_PLACE):
            side = int(self.position.tables.side)
            return [square_text((choice - k.A_SQUARE) % side, (choice - k.A_SQUARE) // side)]
        return []

    def _dice(self, throw, part):
        return [int(d) for d in self.rng.integers(1, throw.sides + 1, throw.n)]


def enter(table, line, play):
    """Enter a line that a RandomPlay made, answering what is asked as it did; the table."""
    made, plays = table._new_play, []
    table._new_play = lambda answers: plays.append(made(answers)) or plays[-1]
    throws = [(n, throw) for n, move in enumerate(play.moves) for throw in move.dice]
    thrown = 0
    table.apply_line(line)
    while table.pending is not None:
        if table.need.kind == "dice":
            answer = " ".join(map(str, throws[thrown][1]))
            if table.need.text.endswith("companions or enemies?"):
                answer = "companions" if throws[thrown][1] == (1,) else "enemies"
            thrown += 1
        else:
            answer = play.by_index[len(plays[-1].moves)]
        table.apply_line(answer)
    table._new_play = made
    return table
