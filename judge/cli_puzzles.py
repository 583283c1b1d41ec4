"""The command on tactics puzzles: an agent's score by mechanic, and the proof of the answers."""

from typing import Annotated

import typer

from .cli_base import AGENT_HELP, AsJson, Seed, UserError, app, new_console, plain_faults, print_json


def _show_score(console, found):
    """The score as a table by mechanic, then the puzzles that were not solved."""
    from rich.table import Table
    table = Table(title=f"{found['agent']}: {found['solved']} of {found['total']} puzzles solved")
    for name, justify in (("mechanic", "left"), ("solved", "right"), ("of", "right"), ("best answers", "right"), ("by chance", "right")):
        table.add_column(name, justify=justify)
    for mechanic, group in [*found["by_mechanic"].items(), ("all", found)]:
        style = "bold" if mechanic == "all" else None
        table.add_row(mechanic, str(group["solved"]), str(group["total"]), f"{group['share']:.0%}", f"{group['chance']:.0%}", style=style)
    console.print(table)
    for row in found["puzzles"]:
        if not row["solved"]:
            console.print(f"not solved: {row['name']} ({row['mechanic']}): best {' or '.join(row['best'])}, played most {row['played']}; "
                          f"{row['share']:.0%} of its answers were best ones")


def _prove(only, as_json):
    """Prove the puzzles anew and write the answers; those that are not asked for keep theirs."""
    from agents.puzzles import load_answers, load_puzzles, prove_puzzle, write_answers
    puzzles = load_puzzles()
    asked = [p for p in puzzles if only in (None, p.name, p.mechanic)]
    if not asked:
        raise UserError(f"there is no puzzle or mechanic {only!r}; leave --only out to prove all {len(puzzles)}")
    answers = {} if only is None else load_answers()
    report = {}
    for puzzle in asked:
        answer, proof = prove_puzzle(puzzle)
        answers[puzzle.name] = answer
        report[puzzle.name] = {"best": list(answer.best), "value": answer.value, "margin": answer.margin, "choices": answer.choices,
                               "positions": proof.positions, "outcomes": proof.outcomes}
        if not as_json:
            typer.echo(f"{puzzle.name}: {' or '.join(answer.best)} is worth {answer.value:.3f}, {answer.margin:.3f} more than the next of "
                       f"{answer.choices} ({proof.positions:,} positions)")
    write_answers({p.name: answers[p.name] for p in puzzles if p.name in answers})
    if as_json:
        print_json(report)
    else:
        typer.echo(f"{len(asked)} puzzles proved; the answers are written")


def _show(name, as_json):
    """One puzzle: what led here, the choices, and what was proved of them; for people with the map."""
    from rich.text import Text

    from agents.puzzles import best_choices, load_answers, load_puzzles, position, text_of
    from envs.core import codes as k
    from envs.render import render_rich

    from .show import show_title
    known = load_puzzles()
    puzzle = next((p for p in known if p.name == name), None)
    if puzzle is None:
        from envs.tables.words import remedy_for
        raise UserError(f"there is no puzzle {name!r}; {remedy_for(name, [p.name for p in known], 12)}")
    battle, answers = position(puzzle), load_answers()
    best, answer = best_choices(puzzle, battle, answers), answers[name]
    if as_json:
        print_json({"name": name, "mechanic": puzzle.mechanic, "encounter": battle.scenario.title, "lead": list(puzzle.lead),
                    "side": k.SIDE_NAMES[battle.asked], "question": k.QUESTION_NAMES[battle.ask], "choices": [text_of(battle, c) for c in battle.legal()],
                    "best": [text_of(battle, c) for c in sorted(best)], "value": answer.value, "margin": answer.margin})
        return
    console = new_console()
    show_title(console, battle.scenario, battle.state)
    console.print(render_rich(battle.scenario, battle.state))
    if puzzle.lead:
        console.print(Text("So far: " + "; ".join(puzzle.lead) + "."))
    who = battle.scenario.names[battle.asker] if battle.asker != k.NONE else f"the {k.SIDE_NAMES[battle.asked]}"
    console.print(Text(f"Question for {who}: {k.QUESTION_NAMES[battle.ask]} ({', '.join(text_of(battle, c) for c in battle.legal())})"))
    console.print(Text(f"Best: {' or '.join(text_of(battle, c) for c in sorted(best))}, worth {answer.value:.3f} to the {k.SIDE_NAMES[battle.asked]}, "
                       f"{answer.margin:.3f} more than the next ({puzzle.mechanic})"))


@app.command()
@plain_faults
def puzzles(agent: Annotated[str, typer.Option("--agent", help="Who is asked: human (you, once each), " + AGENT_HELP)] = "policy",
            seeds: Annotated[int, typer.Option("--seeds", min=1, max=1000, help="How often each puzzle is asked, each time with other chance.")] = 8,
            seed: Seed = 0,
            only: Annotated[str | None, typer.Option("--only", metavar="NAME", help="One puzzle, or the puzzles of one mechanic.")] = None,
            show: Annotated[str | None, typer.Option("--show", metavar="NAME", help="Show one puzzle with its answer; no agent is asked.")] = None,
            prove: Annotated[bool, typer.Option("--prove", help="Prove the answers anew by exact expectimax and write them; no agent is asked.")] = False,
            as_json: AsJson = False):
    """Score an agent on small positions whose best answers are proved, by mechanic.

    A puzzle is solved when at least three of four answers are best ones. `human` puts them to you at the terminal, each once.
    """
    from agents import layer_for, make_agent
    from envs.core import jit

    from .firstrun import ensure_warm
    if show is not None and (prove or only is not None):
        raise UserError(f"--show prints one puzzle; leave {'--prove' if prove else '--only'} out, or --show")
    if agent.strip() == "human":
        from .human import Solver, Terminal
        player, seeds = Solver(Terminal(new_console(stderr=as_json))), 1
    else:
        player = None if prove or show is not None else make_agent(agent)
    ensure_warm(jit.TREE if prove else layer_for(agent))
    if show is not None:
        _show(show, as_json)
        return
    if prove:
        _prove(only, as_json)
        return
    from agents.puzzles import score
    found = score(player, seeds, seed, only=only)
    if as_json:
        print_json(found)
    else:
        _show_score(new_console(), found)
