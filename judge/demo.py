"""What `make demo` runs: an encounter file is read and checked, and the shipped policy suggests a monster's turn."""

import sys

from agents import AgentError, make_agent
from envs.core import jit
from envs.tables import ContentError, check_file
from envs.tables.library import library_path

from .firstrun import ensure_warm

ENCOUNTER = "roofless_hall"


def main():
    """Run the demo; exit code 1 with one sentence when something is missing."""
    path = library_path("encounter", ENCOUNTER)
    print(f"== Foemind: what would the monsters do in {path.name}?", flush=True)
    try:
        faults = check_file(path)
        if faults:
            raise ContentError(*faults)
        print("== The file is checked: all well.", flush=True)
        policy = make_agent("policy")
        ensure_warm(jit.RULES)
        _suggest(path, policy)
    except (AgentError, ContentError) as error:
        print(f"foemind: {error}", file=sys.stderr)
        return 1
    print(f"\n== Try next:\n  .venv/bin/foemind play {ENCOUNTER} --enemies policy --companions greedy\n"
          f"  .venv/bin/foemind suggest {ENCOUNTER} --json\n  .venv/bin/foemind --help\n  make train    (trains a policy of your own)")
    return 0


def _suggest(path, policy):
    from rich.console import Console

    from envs.tables import load_encounter

    from .advice import advise, open_battle
    from .show import show_suggestion
    scenario = load_encounter(path)
    print(f"== The shipped policy is asked, which command would be: foemind suggest {ENCOUNTER}\n", flush=True)
    show_suggestion(Console(highlight=False, soft_wrap=True), scenario, advise(open_battle(scenario), agent=policy))


if __name__ == "__main__":
    sys.exit(main())
