"""The arena: agents meet in pairs on a suite of encounters, from both seats; ratings, a report, replays. `judge.cli_arena` is its command.

`plan_contest(...)` plans one, `hold(contest, folder)` plays what is left of it and writes the results, `verify(path)` plays a sample again.
"""

_HOMES = {"ArenaError": "errors", "Contest": "contest", "hold": "contest", "plan_contest": "contest", "verify": "verification"}
__all__ = sorted(_HOMES)  # noqa: PLE0605


def __getattr__(name):
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
