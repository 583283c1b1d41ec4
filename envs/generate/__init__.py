"""Random encounters: `generate_encounter(seed)` gives a Scenario, `encounter_toml(seed)` the file of the same. The same seed, the same bytes."""

_HOMES = {"generate_encounter": "encounter", "encounter_toml": "encounter", "encounter_data": "encounter", "Options": "options",
          "Generated": "source", "KINDS": "maps"}
__all__ = sorted(_HOMES)


def __getattr__(name):
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
