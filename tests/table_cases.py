"""What the tests of the table share: a fight of four against four at arm's length, and how to play it."""

from functools import lru_cache
from pathlib import Path

from envs.tables import load_encounter
from judge.table import Table

FILE = Path(__file__).resolve().parent / "data" / "table_round.toml"


@lru_cache(maxsize=1)
def yard():
    """The Scenario of `table_round.toml`."""
    return load_encounter(FILE)


def at_table(*lines, agent="greedy", roll="small", seed=1, scenario=None):
    """A Table whose coin fell for the companions, after some lines."""
    table = Table(scenario or yard(), seed, agent, roll)
    if table.pending is not None:
        table.apply_line("companions")
    return say(table, *lines)


def say(table, *lines):
    """The table after some lines."""
    for line in lines:
        table.apply_line(line)
    return table


def fighter(table, letter):
    """The record of a combatant by its letter."""
    return table.state.combatants[table.scenario.letters.index(letter)]


def told(table):
    """What came of the last line, one text."""
    return " ".join(table.steps[-1].told)


def to_the_companions(table):
    """Press Enter until the companions are asked for a line, or it is over; how many times."""
    pressed = 0
    while not (table.need.kind == "turn" and table.need.side == "companions") and table.need.kind != "over":
        table.apply_line("")
        pressed += 1
    return pressed
