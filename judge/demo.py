"""What `make demo` runs: an encounter file is read and checked, and the shipped policy suggests a monster's turn, as `foemind suggest` does."""

import sys

from .light import start_light

ENCOUNTER = "roofless_hall"


def main():
    """Run the demo; exit code 1 with one sentence when something is missing."""
    start_light()
    from agents import AgentError, make_agent
    from envs.tables import ContentError, check_file, load_encounter
    from envs.tables.library import library_path

    from .firstrun import ensure_warm
    path = library_path("encounter", ENCOUNTER)
    print(f"== Foemind: what would the monsters do in {path.name}?", flush=True)
    try:
        faults = check_file(path)
        if faults:
            raise ContentError(*faults)
        print("== The file is checked: all well.", flush=True)
        policy = make_agent("policy")
        ensure_warm()
        _suggest(load_encounter(path), policy)
    except (AgentError, ContentError) as error:
        print(f"foemind: {error}", file=sys.stderr)
        return 1
    print(f"\n== Try next:\n  .venv/bin/foemind suggest {ENCOUNTER} --top 3    (clearly different plans)\n"
          f"  .venv/bin/foemind play {ENCOUNTER} --enemies policy --companions greedy\n"
          "  .venv/bin/foemind --help\n  make train    (trains a policy of your own)")
    return 0


def _suggest(scenario, policy):
    from .advising import suggest
    from .cli_base import new_console
    from .show_advice import show_advice
    print(f"== The shipped policy is asked, which command would be: foemind suggest {ENCOUNTER}\n", flush=True)
    show_advice(new_console(), scenario, suggest(scenario, agent=policy))


if __name__ == "__main__":
    sys.exit(main())
