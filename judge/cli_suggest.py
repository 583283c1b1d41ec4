"""The command `suggest`: what a monster does, ranked plans, why something is not possible."""

from pathlib import Path
from typing import Annotated

import typer

from .cli_base import AGENT_HELP, FOR_HELP, AsJson, Difficulty, EncounterFile, Mercy, Seed, UserError, app, load, new_console, plain_faults, print_json

TOP_HELP = "How many clearly different plans, 1 to 8, the best first."
ANOTHER_HELP = "A plan that was not given yet for this position; without it the count begins anew."
WHY_HELP = "Say why something is not possible, or how it is: 'rake on mira', 'ogre c4', 'mira'."
SESSION_HELP = "Advise where a fight of foemind run stands, also in the middle of a turn."


@app.command()
@plain_faults
def suggest(file: EncounterFile,
            combatant: Annotated[str | None, typer.Option("--for", metavar="NAME", help=FOR_HELP)] = None,
            top: Annotated[int, typer.Option("--top", metavar="N", help=TOP_HELP)] = 1,
            another: Annotated[bool, typer.Option("--another", help=ANOTHER_HELP)] = False,
            why: Annotated[str | None, typer.Option("--why", metavar="TEXT", help=WHY_HELP)] = None,
            session: Annotated[Path | None, typer.Option("--session", metavar="PATH", help=SESSION_HELP)] = None,
            agent: Annotated[str, typer.Option("--agent", help=AGENT_HELP)] = "policy", difficulty: Difficulty = None, mercy: Mercy = None,
            seed: Seed = 0, as_json: AsJson = False):
    """Suggest a turn: who acts, what it does with exact odds, what it is worth, what to do on each result, what decided it.

    Each roll is taken to have its most probable result and the other side to decline its reactions; odds, damage and win chances cover every result.
    """
    from .light import start_light
    start_light()
    from agents import agent_for, layer_for
    from envs.core import jit

    from .firstrun import ensure_warm
    scenario = load(file, difficulty, mercy)
    adviser = agent_for(scenario, agent)
    ensure_warm(max(jit.BOTS, layer_for(agent, scenario=scenario)))
    from .advice import find_combatant, open_battle
    slot = None if combatant is None else find_combatant(scenario, combatant)
    battle = open_battle(scenario, seed, slot) if session is None else _of_session(scenario, session, adviser)
    if why is not None:
        if top != 1 or another:
            raise UserError("--why asks after one thing; leave --top and --another out")
        return _explain(battle, slot, why, seed, as_json)
    advice = _advice(scenario, battle, slot, adviser, seed, top, another)
    if as_json:
        return print_json(advice.as_dict())
    from .show_advice import show_advice
    show_advice(new_console(), scenario, advice)


def _of_session(scenario, path, adviser):
    """A Battle where a session stands, also where a line waits for an answer."""
    from envs.battle import Battle

    from .table import Table, TableError
    try:
        table = Table.load(path, scenario, adviser)
    except TableError as error:
        raise UserError(str(error)) from error
    battle = Battle(scenario, side=int(scenario.tables[0].side))
    battle.load(table.view[0] if getattr(table.view, "shape", ()) else table.view)
    return battle


def _advice(scenario, battle, slot, adviser, seed, top, another):
    """The Advice, and its plans added to what was given for the position."""
    from .advising import advice_for
    from .given import Given
    given = Given(scenario, battle.state, slot)
    known = given.marks() if another else []
    advice = advice_for(battle, slot, adviser, seed, top, known)
    if advice.plans:
        try:
            given.keep([*known, *(plan.mark for plan in advice.plans)])
        except OSError:
            if another:
                raise  # else it is only remembered in vain
    return advice


def _explain(battle, slot, text, seed, as_json):
    from envs.core import codes as k

    from .why_asked import WhyError, explain
    if battle.ask not in (k.ASK_COMBATANT, k.ASK_ACTION):
        raise UserError("--why is answered between two actions; a question waits for its answer here, which foemind run explains")
    try:
        found = explain(battle, slot, text, seed)
    except WhyError as error:
        raise UserError(str(error)) from error
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        typer.echo(found.sentence)
