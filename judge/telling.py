"""The sentences of a stretch of events: steps of one movement are told as one, and what the next sentence says anyway is left out."""

from envs.core import codes as k

from .explain import event_sentence

_TOLD_BY_NEXT = {k.CONCOCTION, k.HELP, k.JUMP, k.PREVAIL, k.DISRUPT, k.DRAW_ITEM, k.SHEATHE, k.PICK_UP, k.RELEASE, k.LEAVE}  # actions
_TOLD_BY_STEPS = {k.DRAG, k.SHOVE_ALONG}


class Telling:
    """Collects [event code, sentence] in `lines`; `add` takes events in order, with the positions around the answer that led to them."""

    def __init__(self, scenario):
        self.scenario, self.deed = scenario, None
        self.lines = []
        self.runs = {}  # combatant: [index of its line, square where it began, square where it is, kind] of forced movement that may go on
        self.setting_out = None  # index of the line of a grappler that has not moved yet

    def add(self, event, state, before=None, follows=False):
        """Tell one event. follows: whether another one came of the same answer."""
        code = event[0]
        if code == k.E_DEED:
            self.deed = tuple(int(v) for v in event[1:])
        if code in (k.E_DEED, k.E_ACTION, k.E_ROLL, k.E_TURN, k.E_ROUND):
            self.runs, self.setting_out = {}, None
        if code == k.E_ACTION and follows and event[2] in _TOLD_BY_NEXT:
            return
        if code == k.E_FORCED:
            self._step(event, state, before)
            return
        if code == k.E_ACTION and event[2] in _TOLD_BY_STEPS:
            self.setting_out = len(self.lines)
        self.lines.append([code, self.sentence(event, state, before)])

    def sentence(self, event, state, before=None):
        """The sentence of one event as it stands."""
        return event_sentence(self.scenario, state, event, self.deed, before)

    def _step(self, event, state, before):
        """One square of forced movement: it lengthens the sentence of the squares before it."""
        code, who, start, end, kind = (int(v) for v in event)
        run = self.runs.get(who)
        if run is not None and run[2] == start and run[3] == kind:
            run[2] = end
            self.lines[run[0]][1] = self.sentence((code, who, run[1], end, kind), state, before)
            return
        text = self.sentence(event, state, before)
        place = len(self.lines)
        if self.setting_out is not None:
            place, self.setting_out = self.setting_out, None
            self.lines[place] = [code, text]
        else:
            self.lines.append([code, text])
        self.runs[who] = [place, start, end, kind]

    def clear(self):
        """Forget the lines; what comes next begins anew."""
        self.lines, self.runs, self.setting_out = [], {}, None
