"""How the commands print: a title, the odds of a turn, a fight round by round, a training run's scores. Rich draws; nothing is computed here."""

from rich.table import Table
from rich.text import Text

from envs.objective import is_plain, objective_text
from envs.render import ground_legend, render_rich, rich_legend, rich_map

from .naming import number, percent


def odds_table(suggestion):
    """A Rich table of the rolls of a suggestion."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for title in ("roll", "on", "fail", "conflict", "triumph", "damage", "because"):
        table.add_column(title, justify="right" if title in ("fail", "conflict", "triumph", "damage") else "left")
    for roll in suggestion.odds:
        chances = [percent(p) for p in (roll.fail, roll.conflict, roll.triumph)]
        table.add_row(Text(roll.title), Text(roll.on), *chances,
                      number(roll.expected_damage) if roll.expected_damage else "-", Text("; ".join(roll.reasons)))
    return table


def show_title(console, scenario, state):
    """What the fight is called and, where it is not only to eliminate the other side, what a side is after."""
    console.print(Text(scenario.title, style="bold"))
    if not is_plain(scenario.tables[0]):
        console.print(Text(f"Objective: {objective_text(scenario, state)}."))
    console.print()


def ending(fight):
    """How a Fight ended, as one Rich line."""
    ends = {"draw": "Nobody is left standing: a draw", "cut-off": "The last round is over and no side has won"}
    text = ends.get(fight.winner) or f"The {fight.winner} have won"
    return Text(f"{text} after {fight.rounds} rounds and {len(fight.choices)} choices (seed {fight.seed}).", style="bold")


class Narrator:
    """Prints a fight as it goes."""

    def __init__(self, console, scenario):
        self.console, self.scenario = console, scenario
        show_title(console, scenario, scenario.initial[0])
        console.print(render_rich(scenario, scenario.initial[0]))
        self.last = scenario.initial[0]

    def tell(self, number, paragraphs, state):
        """One round: what happened, then the map and how everybody is."""
        self.last = state
        self.console.print()
        for paragraph in paragraphs:
            self.console.print(Text(paragraph, style="bold" if paragraph.startswith(f"Round {number}:") else ""))
        self.console.print()
        self.console.print(rich_map(self.scenario, state))
        self.console.print(rich_legend(self.scenario, state))

    def end(self, fight):
        """Who won."""
        self.console.print()
        self.console.print(ending(fight))
        legend = ground_legend(self.scenario, self.last)
        if legend:
            self.console.print(Text(f"Map: {legend}", style="grey62"))


def show_scores(console, summary, out):
    """What a finished training run wins, and where it is."""
    console.print(f"{summary['decisions']:,} decisions at {summary['decisions_per_second']:,.0f} a second; run kept in {out}")
    for kind, opponents in summary.get("scores", {}).items():
        for opponent, table in opponents.items():
            total = table["total"]
            won = f"{total['win_rate']:.1%} of {total['games']} fights won"
            console.print(f"{kind} encounters against {opponent}: {won} (95 % interval {total['low']:.1%} to {total['high']:.1%})")
    if summary.get("stopped"):
        console.print("stopped before its time; go on with --resume")
