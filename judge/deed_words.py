"""What a deed does, in a few words from its rows in the tables: `conflict †; triumph ††, weak 1; spark push 2`."""

from envs.core import codes as k

_PLAIN = {k.V_GRAB: "grab", k.V_END_GRAB: "end a grab", k.V_MAY_COUNTER: "may be countered", k.V_NO_COUNTER: "no counter"}


def _damage(line):
    signs = "†" * int(line["weapon"]) + "Ω" * int(line["spell"])
    plus = int(line["plus"])
    return f"{signs}+{plus}" if signs and plus else signs or f"{plus} damage"


def line_text(line):
    """One line of a deed without when it happens: `††`, `weak 1`, `push 2`, with its receiver where that is not the target."""
    verb, potency, kind = int(line["verb"]), int(line["potency"]), int(line["kind"])
    if verb == k.V_DAMAGE:
        text = _damage(line)
    elif verb in (k.V_STATE, k.V_END_STATE):
        state = k.STATE_NAMES[int(line["state"])] if line["state"] < len(k.STATE_NAMES) else "a state"
        text = f"{state} {potency}" if verb == k.V_STATE else f"{state} ends" if potency in (0, k.NONE) else f"{state} less by {potency}"
    elif verb == k.V_RECOVER:
        text = f"recovery {potency}"
    elif verb == k.V_FORCE:
        text = f"{k.FORCES[kind]} {potency}"
    elif verb == k.V_MOVE:
        text = f"{k.MOVES[kind]} {potency}"
    elif verb in (k.V_GAIN, k.V_LOSE):
        text = f"{'gain' if verb == k.V_GAIN else 'lose'} {potency} {k.GAINS[kind]}"
    elif verb == k.V_EFFECT:
        text = f"{k.EFFECT_NAMES[kind]} {potency}"
    else:
        text = _PLAIN[verb]
    return text if line["who"] == k.WHO_TARGET else f"{text} ({k.WHOS[int(line['who'])]})"


def deed_text(scenario, deed):
    """`attack, melee, 1 focus: conflict †; triumph ††` for row `deed` of the deeds table."""
    row = scenario.tables[0].deeds[deed]
    kind = "maneuver" if row.kind == k.MANEUVER_DEED else k.DEED_KINDS[int(row.kind)]
    parts = [kind if row.tier == k.COMMON else f"{k.TIERS[int(row.tier)]} {kind}", k.INSTRUMENTS[int(row.instrument)]]
    parts += [f"{k.AREAS[int(row.area)]} {int(row.area_size)}"] if row.targets == k.T_AREA else []
    parts += [f"{int(row.focus)} focus"] if row.focus else []
    lines = row.lines[:int(row.n_lines)]
    results = []
    for code, when in enumerate(k.WHENS):
        said = [line_text(line) for line in lines if line["when"] == code]
        results += [f"{when} {', '.join(said)}"] if said else []
    return ", ".join(parts) + (f": {'; '.join(results)}" if results else "")
