"""A suggestion as the page draws it."""


def plan_entries(scenario, suggestion):
    """The entries of a PlanView, plain values."""
    slots = {key: slot for slot, key in enumerate(scenario.keys)}
    told = suggestion.as_dict()
    targets = dict.fromkeys(slots[roll["target"]] for roll in told["odds"] if roll["target"])
    return {
        "who": slots[suggestion.combatant], "way": [tuple(map(int, square)) for square in suggestion.squares], "targets": list(targets), "areas": [],
        **{name: told[name] for name in ("agent", "sentences", "notes", "odds", "expected_damage", "seconds")},
    }
