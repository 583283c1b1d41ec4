"""Small fights for tests of what is counted over many: `from fights import fight`."""

from envs.tables.load import build_encounter

BODY = {"virtues": {"might": 1, "grace": 1, "wits": 0, "spirit": 0}, "key": "might", "speed": 6, "hands": 1}
DEEDS = {
    "bite": {"name": "Bite", "kind": "attack", "instrument": "melee", "targets": "creature", "fail": [{"damage": "2"}], "conflict": [{"damage": "4"}],
             "triumph": [{"damage": "4"}]},
    "stare": {"name": "Stare", "kind": "gambit", "harmful": True, "instrument": "spell", "targets": "creature", "range": 6,
              "triumph": [{"state": "weak", "potency": 1}], "conflict": [{"state": "weak", "potency": 1}]},
}
MAP = """
........
.A....X.
.B....Y.
.C....Z.
........
"""


def creature(name, vigor, deeds):
    """A stat block with nothing but vigor and deeds."""
    return {**BODY, "name": name, "max_vigor": vigor, "deeds": deeds}


def fight(party=("wolf",), enemies=("wolf",), names=None, **rest):
    """A Scenario of up to three creatures a side; wolf and cub bite, sheep only stares. names: {creature: name}."""
    names = names or {}
    creatures = {"wolf": creature(names.get("wolf", "Grey Wolf"), 24, ["bite"]), "cub": creature(names.get("cub", "Wolf Cub"), 6, ["bite"]),
                 "sheep": creature(names.get("sheep", "Old Sheep"), 12, ["stare"])}
    roster = {letter: {"creature": kind, "side": side} for side, letters, kinds in (("companions", "ABC", party), ("enemies", "XYZ", enemies))
              for letter, kind in zip(letters, kinds)}
    sketch = "".join(c if c in roster or not c.isalpha() else "." for c in MAP)
    used = {kind: creatures[kind] for kind in {*party, *enemies}}
    data = {"title": "A small fight", "map": sketch, "creatures": used, "deeds": DEEDS, "roster": roster}
    return build_encounter({**data, **rest}, "small", "small.toml")
