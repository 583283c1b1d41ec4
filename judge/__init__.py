"""The Judge's assistant: suggestions, whole fights, forecasts, cards of tactics, the `foemind` command. Imports neither torch nor Stable-Baselines3.

`from judge import suggest` is all that a program needs; the names are imported when they are first used.
"""

_HOMES = {"suggest": "advising", "advice_for": "advising", "Advice": "plan_model", "Plan": "plan_model",
          "advise": "advice", "Suggestion": "advice", "Roll": "advice", "SuggestError": "advice",
          "play": "fight", "Fight": "fight", "Table": "table", "TableError": "table", "forecast": "forecasting", "Forecast": "forecast_model",
          "ForecastError": "forecasting", "make_cards": "cards", "Card": "card_model"}
__all__ = list(_HOMES)


def __getattr__(name):
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
