"""How `foemind suggest` prints advice: the map with the first plan's way, who goes next, plans with what they are worth, answers, what cannot be."""

from rich.table import Table
from rich.text import Text

from envs.render import render_rich

from .naming import listed, number, percent
from .show import odds_table, show_title

GREY = "grey62"


def show_advice(console, scenario, advice):
    """All of an Advice."""
    start = advice.before[0]
    show_title(console, scenario, start)
    console.print(render_rich(scenario, start, advice.squares))
    console.print()
    if len(advice.next) > 1:
        _next(console, advice)
    if advice.answers:
        _answers(console, advice)
    for plan in advice.plans:
        _plan(console, advice, plan)
    _rest(console, advice)


def _next(console, advice):
    console.print(Text(f"Who goes next: {advice.next[0].name}", style="bold"))
    for mover in advice.next:
        console.print(Text(f"{mover.rank:>2}. {mover.name}: {percent(mover.win_after)} to win; {mover.reason}."))
    console.print()


def _answers(console, advice):
    console.print(Text(f"{advice.question} Suggested by {advice.agent}", style="bold"))
    for answer in advice.answers:
        odds = f"; {answer.odds}" if answer.odds else ""
        own = "" if not answer.own else f" ({advice.agent}'s own answer)"
        console.print(Text(f"{answer.rank:>2}. {answer.text}: {percent(answer.win_after)} to win{odds}{own}."))


def _plan(console, advice, plan):
    many = len(advice.plans) > 1
    head = f"{plan.name}'s turn, suggested by {advice.agent}"
    if many:
        foes = [target.name for target in plan.targets if target.foe]
        whom = f" {listed(foes)}" if foes and plan.purpose in ("strike", "finish", "hinder") else ""
        head = f"Plan {plan.rank}: {plan.name} is to {_PURPOSE[plan.purpose]}{whom}"
    console.print(Text(head, style="bold"))
    for n, sentence in enumerate(plan.sentences, 1):
        console.print(Text(f"{n:>2}. {sentence}"))
    if plan.odds and not many:
        console.print()
        console.print(odds_table(plan))
    console.print()
    console.print(figures(plan))
    console.print()


_PURPOSE = {"strike": "strike", "finish": "finish", "hinder": "hinder", "help": "help its side", "heal": "heal", "objective": "go for the objective",
            "defend": "defend", "withdraw": "withdraw", "approach": "come closer", "wait": "wait"}


def figures(plan):
    """Two columns of a Plan: what it is worth, what decided it, what to do on each result, as far as it says so."""
    rows = [("win chance", f"{percent(plan.win_before)} before, {percent(plan.win_after)} after")]
    if plan.reason:
        rows.append(("because", plan.reason))
    if plan.expected_damage > 0:
        rows.append(("damage", f"{number(plan.expected_damage)} to expect (before guard, without sparks)"))
    drops = [f"{target.name} in {percent(target.drops)}" for target in plan.targets if target.foe and target.drops > 0]
    if drops:
        rows.append(("drops", ", ".join(drops)))
    rows.append(("risk", f"loses {number(max(0.0, plan.risk.loses))} vigor until its next turn"
                 + (f", drops in {percent(plan.risk.drops)}" if plan.risk.drops > 0 else "")))
    rows += [(f"on {name}", text) for name, text in (("fail", plan.on_fail), ("conflict", plan.on_conflict), ("triumph", plan.on_triumph)) if text]
    rows.append(("read aloud", plan.read_aloud))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for name, text in rows:
        table.add_row(Text(name, style=GREY), Text(text))
    return table


def _rest(console, advice):
    for entry in advice.why_not:
        console.print(Text(f"Not possible: {entry.what}: {entry.reason}.", style=GREY))
    if advice.left:
        console.print(Text("There are other plans, clearly different: --another gives one, --top N several.", style=GREY))
    console.print(Text(f"Found in {advice.seconds:.2f} s.", style=GREY))
    for note in advice.notes:
        console.print(Text(note, style=GREY))
