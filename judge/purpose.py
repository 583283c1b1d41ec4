"""What a turn is for, in a word, from what its plan comes to."""

from envs.core import codes as k
from envs.core.grid import distance


def purpose_of(scenario, who, steps):
    """One of `marks.PURPOSES` for the steps of a plan."""
    t, before, after = scenario.tables[0], steps[0].before[0], steps[-1].after[0]
    side = int(t.roster[who]["side"])
    rolls = [roll for step in steps if step.deed[:1] == (who,) for roll in step.rolls if roll.target]
    foes = [roll for roll in rolls if t.roster[scenario.keys.index(roll.target)]["side"] != side]
    done = {int(event[2]) for step in steps for event in step.events if event[0] == k.E_ACTION and event[1] == who}
    hurt = [scenario.keys.index(roll.target) for roll in foes if roll.expected_damage > 0]
    if hurt:
        fell = any(before.combatants[i]["vigor"] > 0 >= after.combatants[i]["vigor"] for i in hurt)
        return "finish" if fell else "strike"
    if foes or k.DISRUPT in done:
        return "hinder"
    if rolls or done & {k.HELP, k.PREVAIL, k.CATCH_BREATH, k.CONCOCTION}:
        mended = any(event[0] == k.E_RECOVER for step in steps for event in step.events)
        return "heal" if mended or k.CATCH_BREATH in done else "help"
    if done & {k.LEAVE, k.INTERACT} or (_on_goal(t, after, who) and not _on_goal(t, before, who)):
        return "objective"
    if k.DEFEND in done:
        return "defend"
    change = _nearest(t, after, who) - _nearest(t, before, who)
    return "withdraw" if change > 0 else "approach" if change < 0 else "wait"


def _on_goal(t, state, who):
    c = state.combatants[who]
    return bool(int(t.goal[int(c["y"])]) >> int(c["x"]) & 1)


def _nearest(t, state, who):
    """Squares to the nearest standing foe; 0 without one."""
    foes = [i for i in range(int(t.n_combatants))
            if t.roster[i]["side"] != t.roster[who]["side"] and state.combatants[i]["status"] == k.STANDING]
    return min((int(distance(t, state, who, i)) for i in foes), default=0)
