"""A fight under way for generated encounters: wounds, states, the clock, the turn, who holds and taunts whom, and what the fight is about."""

from envs.core import codes as k
from envs.tables.words import square_name
from generated_deeds import chance

OPPOSITES = {"protected": "exposed", "soothed": "suffering", "strong": "weak", "hastened": "hindered"}
ACTIONS = ("move", "deed", "maneuver", "defend", "aim", "help", "jump", "prevail", "catch breath", "interact", "throw", "ready items")
KINDS = ("deed", "maneuver", "prevail", "interact", "tenacity")  # checks that help is for


def hands_of(item):
    """Hands that an item fills; things on the belt fill none."""
    return item.get("hands", 0 if "concoction" in item.get("use", ()) else 1)


# -- the moment --------------------------------------------------------------------------------------------------------------
def draw_moment(rng, roster, bodies, gear, rules):
    """The [fight] table; what differs from a fresh fight is also written into the roster's entries."""
    under_way = chance(rng, 40)
    for entry in roster.values():
        if chance(rng, 50):
            draw_wounds(rng, entry, bodies[entry["creature"]], rules)
        if chance(rng, 30):
            draw_states(rng, entry, rules.get("potency_cap", 20))
        if chance(rng, 20):
            draw_supply(rng, entry, bodies[entry["creature"]], gear)
        if chance(rng, 10):
            entry["arrives"] = rng.randint(1, 4)
        if under_way and chance(rng, 40):
            draw_reactions(rng, entry, bodies[entry["creature"]])
    for side in k.SIDE_NAMES:
        own = [entry for entry in roster.values() if entry["side"] == side]
        if all(entry.get("defeated") for entry in own):
            own[0].pop("defeated")
    if under_way:
        return draw_fight(rng, roster, bodies, rules)
    out = {"first_coin": rng.choice(k.SIDE_NAMES)} if chance(rng, 20) else {}
    return out | ({"ambushed": rng.choice(k.SIDE_NAMES)} if chance(rng, 20) else {})


def draw_wounds(rng, entry, body, rules):
    """Vigor, injuries and counters; one that endures may be dying or defeated (T8.21, T8.22a)."""
    entry["injuries"] = rng.randint(0, min(3, (body["max_vigor"] - 1) // max(1, rules.get("injury_vigor", 1))))
    top = body["max_vigor"] - entry["injuries"] * rules.get("injury_vigor", 1)
    death = -(top // rules.get("bloodied_divisor", 2))
    entry["vigor"] = rng.randint(max(1, top // 3), top)
    if body["endures"] and death < 0 and chance(rng, 30):
        entry["vigor"] = rng.randint(death + 1, 0)
        entry["defeated"] = chance(rng, 30)
    for name in ("focus", "endurance", "recoveries"):
        if chance(rng, 20):
            entry[name] = rng.randint(0, 5)


def draw_states(rng, entry, cap):
    """A few states, no two opposites; who taunts is drawn later."""
    names = rng.sample([name for name in k.STATE_NAMES if name != "taunted"], rng.randint(1, 4))
    entry["states"] = {name: rng.randint(1, min(5, cap)) for name in names
                       if not (name in OPPOSITES and OPPOSITES[name] in names)}


def draw_supply(rng, entry, body, gear):
    """Supply dice that are smaller than at first, or used up (G7.5)."""
    dice = {item: gear[item]["supply"] for item in body["held"] + body["carried"] if "supply" in gear[item]}
    entry["supply"] = {item: rng.choice([size for size in (0, 4, 6, 8, 10, 12) if size <= most]) for item, most in dice.items()}


def draw_reactions(rng, entry, body):
    """What belongs to the round: reactions, guard dice, defend, aim, help."""
    dice = len(body["guard_dice"])
    entry |= {"reactions": rng.randint(0, 2), "defend": rng.randint(0, 2), "aim": rng.choice((0, 4, 8)), "helped": rng.sample(KINDS, rng.randint(0, 2)),
              "guard_spent": rng.sample(range(1, dice + 1), rng.randint(0, dice))}


def draw_fight(rng, roster, bodies, rules):
    """The clock of a fight under way, perhaps with a turn (T1.2, T1.3)."""
    fight = {"round": rng.randint(1, min(4, rules.get("max_rounds", 20))), "first_side": rng.choice(k.SIDE_NAMES)}
    acted = [letter for letter in roster if chance(rng, 40) and roster[letter].get("arrives", 0) <= fight["round"]]
    ready = [letter for letter in roster if letter not in acted and not roster[letter].get("defeated")
             and roster[letter].get("arrives", 0) <= fight["round"]]
    fight |= {"acted": acted} if acted else {}
    if ready and chance(rng, 60):
        letter = rng.choice(ready)
        fight["turn"] = draw_turn(rng, letter, bodies[roster[letter]["creature"]], rules)
    else:
        left = ready or [letter for letter in roster if letter not in acted and not roster[letter].get("defeated")] or list(roster)
        fight["next_side"] = roster[rng.choice(left)]["side"]
    return fight


def draw_turn(rng, letter, body, rules):
    """The turn under way: actions taken, what is left."""
    points = rules.get("points", 3)
    taken = rng.sample(ACTIONS, rng.randint(0, min(2, points)))
    turn = {"of": letter, "points": rng.randint(0, points - len(taken)), "taken": taken, "free_used": rng.randint(0, min(2, rules.get("free_actions", 3)))}
    if "move" in taken:
        turn["move_points"] = rng.randint(0, 6)
    if {"deed", "maneuver"} <= set(taken) or chance(rng, 10):
        turn["lifted"] = True
    return turn


# -- ties --------------------------------------------------------------------------------------------------------------------
def draw_ties(rng, board, roster, bodies, gear):
    """Who grabs and who taunts whom: grabs between standing neighbours across a square's edge, as far as hands go (G8.24a)."""
    hands = {letter: bodies[entry["creature"]]["hands"] - sum(hands_of(gear[item]) for item in bodies[entry["creature"]]["held"])
             for letter, entry in roster.items()}
    standing = {letter for letter in roster if not roster[letter].get("defeated")}
    for letter, entry in roster.items():
        foes = sorted(other for other in standing if roster[other]["side"] != entry["side"])
        if chance(rng, 8) and foes:
            entry.setdefault("states", {})["taunted"] = rng.randint(1, 2)
            entry["taunted_by"] = rng.choice(foes)
        near = [other for other in neighbours(board, letter) if other in foes and hands[other] > 0]
        if near and letter in standing and chance(rng, 15):
            entry["grabbed_by"] = rng.sample(near, rng.randint(1, min(2, len(near))))
            for other in entry["grabbed_by"]:
                hands[other] -= 1


def neighbours(board, letter):
    """Letters that share an edge of a square with one, in order."""
    own = [q for q, who in board.taken.items() if who == letter]
    found = {board.taken.get((x + dx, y + dy)) for x, y in own for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return sorted(found - {None, letter})


# -- the objective -------------------------------------------------------------------------------------------------------------
def draw_objective(rng, board, roster, standing, rules):
    """What the fight is about; nobody has reached it yet."""
    kind = rng.choice(["eliminate"] * 3 + k.OBJECTIVES)
    if kind == "eliminate" or kind == "escape" and not board.has_exit():
        return with_worth(rng, {"kind": "eliminate"})
    side = rng.choice(k.SIDE_NAMES)
    own = [letter for letter in standing if roster[letter]["side"] == side]
    others = [letter for letter in standing if roster[letter]["side"] != side]
    free = [q for q in board.open_squares() if q not in board.taken]
    out = {"kind": kind, "side": side}
    if kind in ("hold", "reach"):
        if not free:
            return {"kind": "eliminate"}
        out["squares"] = [square_name(*q) for q in rng.sample(free, min(len(free), rng.randint(1, 6)))]
    if kind in ("hold", "protect"):
        out["rounds"] = rng.randint(4, min(8, rules.get("max_rounds", 20)))
    if kind == "escape":
        out["count"] = rng.randint(1, len(own))
    if kind == "protect" or kind == "reach" and chance(rng, 50):
        out["who"] = rng.choice(own)
    if kind == "slay":
        out["who"] = rng.choice(others)
    return with_worth(rng, out)


def with_worth(rng, objective):
    """The objective, sometimes with what survivors and those that left count."""
    return objective | {"survivors": 10 * rng.randint(0, 10), "escaped": 10 * rng.randint(0, 10)} if chance(rng, 40) else objective
