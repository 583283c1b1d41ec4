"""Whole random encounters from the whole vocabulary: boards, features, bodies, gear, deeds, rulesets, objectives, fights under way.

`encounter_text(seed)` is the TOML of one, always valid and always the same for a seed; `scenario(seed)` loads it as a user's file.
"""

import random
import tempfile
from functools import lru_cache
from pathlib import Path

from envs.core import codes as k
from envs.tables import load_encounter
from generated_board import Board, draw_effects, draw_features, draw_items, find_place, put
from generated_deeds import chance, draw_deed, draw_gear, focus_of, weighted
from generated_moment import draw_moment, draw_objective, draw_ties, hands_of
from rules.drawn import inline, table

LETTERS = ("ABCDEFGH", "stuvwxyz")  # of companions and of enemies
DICE = (4, 6, 8, 10, 12)
NUMBERS = {  # ruleset numbers that an encounter may change, and from what to what
    "points": (2, 6), "max_rounds": (4, 30), "lift_cost": (0, 3), "free_actions": (0, 5), "aim_range": (0, 6), "aim_extra": (0, 6), "help_range": (1, 8),
    "throw_range": (1, 8), "hand_range": (1, 8), "counter_shadows_free": (0, 2), "max_targets": (1, 8), "spark_force": (0, 3), "spark_potency": (0, 3),
    "potency_cap": (2, 30), "great_focus": (0, 3), "mythic_focus": (0, 5), "burning_die": (2, 10), "burning_growth": (0, 3), "elusive_edges": (0, 3),
    "elusive_dependent": (0, 2), "elusive_cut": (0, 3), "prevail_fellow_range": (1, 8), "prevail_conflict": (0, 4), "recovery_divisor": (1, 6),
    "tenacity_fail": (0, 3), "tenacity_conflict": (0, 2), "pit_die": (2, 10), "pit_toppled": (0, 3), "reaction_focus": (0, 2), "mobility_min": (0, 4),
    "arm_reach": (1, 2), "hard_cost": (1, 4), "bloodied_divisor": (1, 5), "injury_vigor": (0, 3)}
CHOICES = {"attack_targets": ("any", "foes"), "prevail_variant": ("states", "actions"), "recovery_pool": ("recoveries", "endurance"),
           "prevail_fellow_range": ("unlimited",)}


def encounter_text(seed):
    """TOML of the encounter of a seed."""
    rng = random.Random(seed)
    rules, arms = draw_rules(rng), draw_arms(rng)
    bodies = {f"body_{n}": draw_body(rng, f"Body {n}", arms, rules) for n in range(rng.randint(2, 6))}
    bodies["plain"] = draw_body(rng, "Plain", {"deeds": {"rest": arms["deeds"]["rest"]}, "gear": {}}, rules) | {"size": 1}
    board = Board(rng)
    roster = draw_roster(rng, board, bodies)
    head = {"title": f"Generated {seed}", "hidden_numbers": chance(rng, 20), "dark": chance(rng, 10)}
    fight = draw_moment(rng, roster, bodies, arms["gear"], rules)
    features = draw_features(rng, board)
    standing = [letter for letter in roster if not roster[letter].get("defeated")]
    cap = rules.get("potency_cap", 20)
    head["effects"] = draw_effects(rng, board, standing, cap)
    head["items"] = draw_items(rng, board, list(arms["gear"]), k.MAX_ITEMS - count_items(roster, bodies))
    draw_ties(rng, board, roster, bodies, arms["gear"])
    head["objective"] = draw_objective(rng, board, roster, standing, rules)
    if head["objective"]["kind"] == "hold" and fight.get("round", 0) > 1:
        fight["held_rounds"] = rng.randint(0, 3)
    return write(head, rules, arms, bodies, board, roster, features, fight)


def write(head, rules, arms, bodies, board, roster, features, fight):
    """The TOML text of all parts."""
    parts = [f"{key} = {inline(value)}\n" for key, value in head.items() if value not in ([], False)]
    parts += ['map = """\n' + board.text() + '\n"""\n', table("legend", board.legend), table("rules", rules), table("fight", fight)]
    for kind, rows in (("deeds", arms["deeds"]), ("gear", arms["gear"]), ("creatures", bodies), ("features", features), ("roster", roster)):
        parts += [table(f"{kind}.{name}", row) for name, row in rows.items()]
    return "\n".join(parts)


@lru_cache(maxsize=64)
def scenario(seed):
    """The Scenario of a seed, through a file as a user's encounter comes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"generated_{seed}.toml"
        path.write_text(encounter_text(seed), encoding="utf-8")
        return load_encounter(path)


# -- rules, deeds, gear, bodies ----------------------------------------------------------------------------------------------
def draw_rules(rng):
    """Some overrides of the ruleset's numbers."""
    if chance(rng, 30):
        return {}
    out = {name: rng.randint(*NUMBERS[name]) for name in rng.sample(sorted(NUMBERS), rng.randint(1, 10))}
    out |= {name: rng.choice(words) for name, words in CHOICES.items() if chance(rng, 40)}
    if chance(rng, 30):
        out["fail_max"] = rng.randint(5, 12)
        out["conflict_max"] = rng.randint(out["fail_max"] + 1, 18)
    return out


def draw_arms(rng):
    """{"deeds", "gear"} of a scene, each {id: row}; "rest" is there for those that could do nothing else."""
    deeds = {f"deed_{n}": draw_deed(rng, f"Deed {n}") for n in range(rng.randint(6, 20))}
    deeds |= {f"trick_{n}": draw_deed(rng, f"Trick {n}", "maneuver") for n in range(2)}  # maneuvers can only be actions of one's own
    deeds["rest"] = draw_deed(rng, "Rest", "gambit", "innate", "personal")
    given = {"drink": [("gambit", "innate", "personal"), ("gambit", "innate", "companion")],
             "bomb": [("attack", "tool", "area"), ("attack", "tool", "creature")],
             "tool": [("gambit", "tool", "creature"), ("attack", "tool", None)]}
    for kind, shapes in given.items():
        for n, shape in enumerate(shapes):
            deeds[f"{kind}_{n}"] = free_of_focus(draw_deed(rng, f"{kind.title()} {n}", *shape))
    deeds["rest"] = free_of_focus(deeds["rest"])
    ids = {kind: [f"{kind}_{n}" for n in range(len(shapes))] for kind, shapes in given.items()}
    return {"deeds": deeds, "gear": {f"item_{n}": draw_gear(rng, f"Item {n}", ids) for n in range(rng.randint(2, 14))}}


def free_of_focus(deed):
    return {key: value for key, value in deed.items() if key not in ("focus", "tier")}


def draw_kit(rng, gear, hands):
    """(held, carried) ids of items."""
    held, carried = [], []
    for name in rng.sample(sorted(gear), min(len(gear), rng.randint(0, 5))):
        if hands_of(gear[name]) <= hands and chance(rng, 75):
            held.append(name)
            hands -= hands_of(gear[name])
        elif chance(rng, 60):
            carried.append(name)
    return held, carried


def fits(deed, gear, items, hands):
    """Whether a creature with these items and so many hands can ever attempt a deed (T5.3)."""
    uses = {use for name in items for use in gear[name].get("use", ())}
    bare = {"innate": True, "tool": hands > 0, "melee": hands > 0, "spell": hands > 0}.get(deed["instrument"], False)
    armed = {"melee": {"melee"}, "ranged": {"ranged", "throwing"}, "spell": {"catalyst"}, "versatile": {"melee", "ranged", "throwing"}}
    return bare or bool(armed.get(deed["instrument"], set()) & uses)


def draw_body(rng, name, arms, rules):
    """A stat block that can do all of its deeds."""
    hands = weighted(rng, {2: 8, 1: 1, 0: 1, 4: 1})
    held, carried = draw_kit(rng, arms["gear"], hands)
    can = [deed for deed, row in arms["deeds"].items() if fits(row, arms["gear"], held + carried, hands)]
    plain = [deed for deed in can if arms["deeds"][deed]["kind"] != "maneuver"]
    deeds = rng.sample(plain, min(len(plain), rng.randint(1, 8)))
    actions = [{"name": f"Act {n}", "deed": rng.choice(can), "cost": rng.randint(0, 2)} for n in range(rng.choice((0, 0, 0, 1, 2, k.OWN_ACTIONS)))]
    cost = max(focus_of(arms["deeds"][deed], rules) for deed in deeds + [action["deed"] for action in actions])
    body = {"name": name, "virtues": {virtue: rng.randint(-1, 5) for virtue in k.VIRTUES}, "key": rng.choice(k.VIRTUES),
            "max_vigor": rng.choice((rng.randint(1, 9), rng.randint(8, 30), rng.randint(20, 80))), "speed": rng.randint(0, 8),
            "size": weighted(rng, {1: 8, 2: 3, 3: 1}), "focus": cost + rng.randint(0, 6), "endurance": rng.randint(0, 5), "recoveries": rng.randint(0, 5),
            "guard_dice": [rng.choice(DICE) for _ in range(rng.randint(0, k.GUARD_DICE))], "bare": {"weapon": rng.randint(1, 6), "spell": rng.randint(1, 6)},
            "reach": rng.choice((1, 1, 1, 2, 3)), "hands": hands, "endures": chance(rng, 50), "light_dependent": chance(rng, 50),
            "extra_deeds": rng.choice((0, 0, 0, 1, 2)), "held": held, "carried": carried, "deeds": deeds}
    return body | ({"actions": actions} if actions else {})


# -- the roster --------------------------------------------------------------------------------------------------------------
def count_items(roster, bodies):
    """Items that the combatants carry."""
    return sum(len(bodies[entry["creature"]]["held"]) + len(bodies[entry["creature"]]["carried"]) for entry in roster.values())


def draw_roster(rng, board, bodies):
    """The roster of both sides, {letter: entry}: the first of each, then as many as there is room for."""
    roster, more = {}, []
    for side in rng.sample((k.COMPANIONS, k.ENEMIES), 2):
        letters = LETTERS[side][:weighted(rng, {1: 1, 2: 3, 3: 4, 4: 4, 5: 2, 8: 2})]
        add(rng, board, bodies, roster, letters[0], side)
        more += [(letter, side) for letter in letters[1:]]
    for letter, side in rng.sample(more, len(more)):
        add(rng, board, bodies, roster, letter, side)
    return roster


def add(rng, board, bodies, roster, letter, side):
    """Stand one more combatant on the board; without room only the first of a side comes, on a square that is made floor for it."""
    name = rng.choice(sorted(bodies))
    if count_items(roster, bodies) + len(bodies[name]["held"]) + len(bodies[name]["carried"]) > k.MAX_ITEMS:
        name = "plain"
    place = find_place(rng, board, bodies[name]["size"])
    if place is None:
        name, place = "plain", find_place(rng, board, bodies["plain"]["size"])
    if place is None and letter == LETTERS[side][0]:
        place = x, y = next(q for q in board.squares() if q not in board.taken)
        board.rows[y][x] = "."
    if place is not None:
        roster[letter] = {"creature": name, "side": k.SIDE_NAMES[side]} | put(rng, board, letter, place, bodies[name]["size"])
