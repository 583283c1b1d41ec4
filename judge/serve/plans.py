"""Advice as the page draws it: slots for combatants, [x, y] for squares."""

from envs.core import codes as k
from envs.notation import parse_choice, parse_square

from ..table.course import course_line
from ..table.options import shown


def advice_entries(position, advice):
    """The entries of an AdviceView but its version, plain values. position: the Position that the advice is for."""
    scenario = position.scenario
    slots = {key: slot for slot, key in enumerate(scenario.keys)}
    told = advice.as_dict()
    return {
        "agent": told["agent"],
        "win_before": told["win_before"],
        "left": told["left"],
        "notes": told["notes"],
        "seconds": told["seconds"],
        "movers": [{"who": slots[mover["key"]], "win_after": mover["win_after"], "reason": mover["reason"]} for mover in told["next"]],
        "plans": [_plan(slots, plan, position.state.ask == k.ASK_COMBATANT) for plan in told["plans"]],
        "answers": [_answer(position, answer) for answer in told["answers"]],
        "why_not": [f"{entry['what']}: {entry['reason']}" for entry in told["why_not"]],
    }


def _plan(slots, plan, begins):
    """begins: whether the turn is still to be taken; a plan does not say so where nobody else could."""
    same = (
        "own",
        "purpose",
        "mark",
        "sentences",
        "odds",
        "expected_damage",
        "win_before",
        "win_after",
        "win_error",
        "reason",
        "read_aloud",
        "on_fail",
        "on_conflict",
        "on_triumph",
    )
    return {name: plan[name] for name in same} | {
        "who": slots[plan["combatant"]],
        "line": course_line(([f"take {plan['combatant']}"] if begins else []) + [c for c in plan["choices"] if not c.startswith("take ")]),
        "way": [parse_square(square) for square in plan["way"]],
        "targets": [{"who": slots[target["key"]]} | {name: target[name] for name in ("foe", "loses", "drops")} for target in plan["targets"]],
        "areas": [[parse_square(square) for square in area["squares"]] for area in plan["areas"]],
        "risk_loses": plan["risk"]["loses"],
        "risk_drops": plan["risk"]["drops"],
    }


def _answer(position, answer):
    choice = parse_choice(position.scenario, position.state, answer["choice"], int(position.tables.side))
    return {"word": shown(position, choice)} | {name: answer[name] for name in ("text", "odds", "own", "win_after")}
