"""Content to tables: `load_encounter`, `load_library_encounter`, `library_names`, `check_file`, `pack`, `Scenario`, `ContentError`.

Names are imported when they are first used, so that importing the package costs nothing.
"""

_HOMES = {"load_encounter": "load", "load_library_encounter": "load", "check_file": "load", "library_names": "library", "pack": "scenario",
          "Scenario": "scenario", "DialError": "scenario", "ContentError": "errors", "Fault": "errors", "CODES": "errors"}
__all__ = sorted(_HOMES)


def __getattr__(name):
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
