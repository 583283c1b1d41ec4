"""Advice for a position: whole turns ranked by win chance, who goes next, answers to what interrupts. `suggest(scenario)`, `foemind suggest`."""

import time

from agents import agent_for
from envs.core import codes as k
from envs.notation import square_text
from envs.objective import objective_text

from .advice import SuggestError, find_combatant, open_battle, trail, whose_turn
from .asking import question_text
from .chances import win_chances
from .marks import read_mark
from .naming import name_of, number, percent
from .plan_model import Advice, Mover, Plan
from .plan_numbers import areas_of, fallen, loss, risk_of, targets_of
from .plan_reason import Reasons
from .plan_results import Results
from .planning import SAMPLES, OnCourse, Planning, Turn, quick_of
from .read_aloud import read_aloud
from .why_not import barred, notable
from .words import Teller

MOST = 8  # plans that can be asked for


def suggest(scenario, combatant=None, agent="policy", seed=0, top=1, exclude=()):
    """The Advice for the position that an encounter starts in.

    combatant: name, key, letter or slot; None ranks who may act and plans for the first. agent: a name for `agent_for`, or an agent. seed: of all
    chance. top: how many clearly different plans, 1 to 8. exclude: marks of plans that were given already, none of which is given again.
    SuggestError when it cannot act now, or no other plan is left; AgentError (PolicyError) when the agent cannot be had.
    """
    agent = agent_for(scenario, agent)
    slot = find_combatant(scenario, combatant) if isinstance(combatant, str) else combatant
    return advice_for(open_battle(scenario, seed, slot), slot, agent, seed, top, exclude)


def advice_for(battle, combatant=None, agent=None, seed=0, top=1, exclude=()):
    """The Advice for the question that a Battle is at; the battle is not changed. Other arguments as for `suggest`."""
    if not 1 <= top <= MOST:
        raise SuggestError(f"--top {top} is not possible; ask for 1 to {MOST} plans")
    return _Adviser(battle, agent, seed).advice(combatant, top, [_mark(text) for text in exclude])


def own_plan(battle, who, agent, seed=0):
    """The Plan of the turn that an agent takes with slot `who`, who can act now, worth as in `advice_for`; not compared with others and without
    what to do on other results (`reason` and `on_fail` to `on_triumph` are empty). The battle is not changed."""
    return _Adviser(battle, agent, seed).own(who)


def _mark(text):
    try:
        return read_mark(text)
    except ValueError as error:
        raise SuggestError(str(error)) from error


class _Adviser:
    """Makes the Advice for one position."""

    def __init__(self, battle, agent, seed):
        self.started = time.perf_counter()
        self.battle, self.agent, self.seed = battle.clone(seed), agent, seed
        self.scenario, self.state, self.tables = battle.scenario, self.battle.state, battle.scenario.tables

    def advice(self, combatant, top, exclude):
        state = self.state
        if not self.battle.over and int(state.ask) not in (k.ASK_COMBATANT, k.ASK_ACTION):
            return self._interrupted(combatant)
        planning, movers = self._who(combatant)
        founds, left = planning.plans(top, exclude)
        if not founds:
            given = "it was given already" if len(exclude) == 1 else f"all {len(exclude)} were given already"
            name = name_of(self.scenario, planning.who)
            raise SuggestError(f"{name} has no other clearly different plan: {given}; leave --another out to begin again")
        return self._advice(planning, movers, founds, top, left)

    def own(self, who):
        turn = Turn(self.battle, who, self.agent, self.seed)
        return self._plan(turn, turn.own(), 1, self._win_before(turn.side), "", dict.fromkeys(("fail", "conflict", "triumph"), ""))

    def _win_before(self, side):
        return float(win_chances(self.tables, self.battle.record(), side)[0])

    def _common(self, side, asker):
        who = self.scenario.keys[asker] if asker < len(self.scenario.keys) else ""
        return {"encounter": self.scenario.name, "title": self.scenario.title, "objective": objective_text(self.scenario, self.state),
                "position": position_text(self.scenario, self.state), "round_no": int(self.state.round_no), "side": k.SIDE_NAMES[side],
                "question": question_text(self.scenario, self.state), "combatant": who, "agent": self.agent.name, "seed": self.seed,
                "notes": list(self.agent.notes(self.scenario)) if hasattr(self.agent, "notes") else [],
                "win_before": self._win_before(side)}

    # -- a question that interrupts -------------------------------------------------------------------------------------------
    def _interrupted(self, combatant):
        state = self.state
        asker, side = int(state.asker), int(state.asked)
        if combatant not in (None, asker):
            asked = name_of(self.scenario, asker) if asker < len(self.scenario.names) else f"the {k.SIDE_NAMES[side]}"
            raise SuggestError(f"{name_of(self.scenario, combatant)} is not asked now: {asked} must answer first; leave --for out")
        from .answers import answers
        found = answers(self.battle, self.agent, self.seed)
        advice = Advice(**self._common(side, asker), next=[], plans=[], answers=found, left=0, why_not=[], samples=SAMPLES,
                        seconds=time.perf_counter() - self.started)
        advice._before = advice._after = self.battle.record().copy()
        return advice

    # -- who acts -----------------------------------------------------------------------------------------------------------------
    def _who(self, combatant):
        """(Planning of the one whose turn is suggested, [Mover])."""
        if self.state.ask != k.ASK_COMBATANT or combatant is not None or self.battle.over:
            who = whose_turn(self.battle, combatant)
            planning = self._planning(who)
            return planning, [self._mover(planning, 1)]
        able = [choice - k.A_COMBATANT for choice in self.battle.legal() if choice < k.A_MENU]
        ranked = sorted((self._planning(who, len(able)) for who in able), key=lambda planning: -planning.outlook)
        return ranked[0], [self._mover(planning, rank) for rank, planning in enumerate(ranked, 1)]

    def _planning(self, who, able=1):
        return Planning(self.battle, who, self.agent, self.seed, able)

    def _mover(self, planning, rank):
        i = planning.who
        return Mover(rank=rank, key=self.scenario.keys[i], name=name_of(self.scenario, i), win_after=planning.outlook,
                     reason=self._why_next(planning))

    def _why_next(self, planning):
        """`its best turn drops Mira in 62 %`."""
        side, best = planning.side, None
        for i in range(len(self.scenario.names)):
            if int(self.tables[0].roster[i]["side"]) == side:
                continue
            lost, drops = loss(planning.ends, planning.start, i)
            if best is None or (drops, lost) > best[:2]:
                best = (drops, lost, name_of(self.scenario, i))
        if best is not None and best[0] >= 0.05:
            return f"its best turn drops {best[2]} in {percent(best[0])}"
        if best is not None and best[1] >= 0.5:
            return f"its best turn takes {number(best[1])} vigor from {best[2]}"
        return "its best turn strikes nobody, but stands or helps better"

    # -- plans ---------------------------------------------------------------------------------------------------------------------
    def _advice(self, planning, movers, founds, top, left):
        who, told = planning.who, founds[:top]
        common = self._common(planning.side, who)
        reasons = Reasons(self.scenario, who, planning.start)
        results = Results(self.battle, who, self.seed, OnCourse, quick_of(self.agent))
        plans = [self._plan(planning, found, n + 1, common["win_before"], reasons.line(founds, n), results.lines(found)) for n, found in enumerate(told)]
        movers = [mover.model_copy(update={"win_after": plans[0].win_after}) if mover.key == plans[0].combatant and len(movers) == 1 else mover
                  for mover in movers]
        why_not = notable(planning.begun, planning.searcher) if planning.searcher is not None else []
        why_not += barred(self.scenario, self.state, planning.side) if self.state.ask == k.ASK_COMBATANT else []
        advice = Advice(**common, next=movers, plans=plans, answers=[], left=left + len(founds) - len(told), why_not=why_not, samples=SAMPLES,
                        seconds=time.perf_counter() - self.started)
        advice._before, advice._after = told[0].steps[0].before, told[0].steps[-1].after
        advice._squares = trail(self.tables[0], told[0].steps, who)
        return advice

    def _plan(self, turn, found, rank, before, reason, lines):
        scenario, who = self.scenario, turn.who
        rolls = [roll for step in found.steps for roll in step.rolls]
        roster = self.tables[0].roster
        expected = sum(roll.expected_damage for roll in rolls if roll.target and roster[scenario.keys.index(roll.target)]["side"] != turn.side)
        return Plan(rank=rank, combatant=scenario.keys[who], name=scenario.names[who], own=found.own, purpose=found.mark.purpose,
                    mark=found.mark.text(), choices=[step.text for step in found.steps if step.asked],
                    sentences=Teller(scenario, who).tell(found.steps),
                    way=[square_text(x, y) for x, y in trail(self.tables[0], found.steps, who)], end=found.mark.end,
                    targets=targets_of(scenario, who, found, turn.start), areas=areas_of(scenario, found), odds=rolls, expected_damage=expected,
                    risk=risk_of(found, who), win_before=before, win_after=found.mean, win_error=found.error,
                    reason=reason, read_aloud=read_aloud(scenario, who, found, self.seed),
                    on_fail=lines["fail"], on_conflict=lines["conflict"], on_triumph=lines["triumph"])


def position_text(scenario, state):
    """`Round 2, the enemies act; companions 3 of 4 up, 41 of 60 vigor; enemies 4 of 4 up, 120 of 131 vigor.`"""
    t, parts = scenario.tables[0], []
    for side, name in enumerate(k.SIDE_NAMES):
        own = [i for i in range(int(t.n_combatants)) if int(t.roster[i]["side"]) == side]
        up = [i for i in own if state.combatants[i]["status"] == k.STANDING and not fallen(state.combatants[i])]
        vigor, most = sum(int(state.combatants[i]["vigor"]) for i in up), sum(int(state.combatants[i]["max_vigor"]) for i in own)
        parts.append(f"{name} {len(up)} of {len(own)} up, {vigor} of {most} vigor")
    who = int(state.turn_of)
    turn = f"{name_of(scenario, who)}'s turn" if who < len(scenario.names) else f"the {k.SIDE_NAMES[int(state.asked)]} act"
    return f"Round {max(1, int(state.round_no))}, {turn}; {'; '.join(parts)}."
