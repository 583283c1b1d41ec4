"""Random deeds and gear for generated encounters, from the whole vocabulary of lines, targets and areas; always valid.

Every function draws from `rng` (random.Random) alone. A deed or an item is a dict as its TOML table would be read.
"""

from envs.core import codes as k

SQUARE_AREAS = ("blast", "close blast", "burst", "melee burst")  # areas that a lasting effect can fill
SIZES = {"blast": (1, 5), "close blast": (1, 4), "burst": (1, 4), "aura": (1, 3), "path": (1, 12), "close path": (1, 16)}
NO_RANGE = ("close blast", "burst", "melee burst", "aura", "close path")  # areas that lie at their user and use no range
DAMAGES = ("†", "††", "Ω", "ΩΩ", "†+1", "†+3", "Ω+2", "†+Ω", "1", "4", "0", "2†+5")


def weighted(rng, weights):
    """A key of {value: weight}."""
    return rng.choices(list(weights), list(weights.values()))[0]


def chance(rng, percent):
    return rng.random() * 100 < percent


# -- lines -----------------------------------------------------------------------------------------------------------------
def state_line(rng):
    return {"state": rng.choice(k.STATE_NAMES), "potency": rng.choice((1, 1, 2, 3, 6))}


def end_line(rng):
    line = {"end": rng.choice(k.STATE_NAMES)}
    return line | {"potency": rng.randint(1, 3)} if chance(rng, 50) else line


def gain_line(rng):
    return {"gain": rng.choice(k.GAINS), "amount": rng.randint(1, 4)}


def lose_line(rng):
    return {"lose": rng.choice(("focus", "vigor")), "amount": rng.randint(1, 4)}


def effect_line(rng, area):
    """A lasting effect; on an area deed it fills the area and is its user's."""
    name = rng.choice(k.EFFECT_NAMES)
    line = {"effect": name, "potency": rng.randint(1, 4)}
    if area is None and chance(rng, 70):
        line["radius"] = rng.randint(0, 3)
    if chance(rng, 50):
        line["decay"] = rng.randint(0, 2)
    if name == "aura" or name == "hazard" and chance(rng, 70):
        line["gives"] = rng.choice(k.STATE_NAMES)
        line["whom"] = rng.choice(k.WHOMS)
    if area is not None:
        line["who"] = "self"
    return line


def received(rng, line, whos):
    """The line with a receiver; `target` may stay unsaid."""
    who = rng.choice(whos)
    return line if who == "target" and chance(rng, 70) else line | {"who": who}


def own_line(rng, whos):
    """A line that any receiver can get."""
    kind = weighted(rng, {"state": 8, "end": 3, "recover": 2, "gain": 3, "lose": 2, "walk": 3, "teleport": 2})
    if kind == "teleport":
        own = [who for who in whos if who != "target"]
        return {"teleport": rng.randint(1, 5), "who": rng.choice(own)} if own else received(rng, state_line(rng), whos)
    lines = {"state": state_line, "end": end_line, "gain": gain_line, "lose": lose_line}
    plain = lines[kind](rng) if kind in lines else {kind: rng.randint(1, 3)}
    return received(rng, plain, whos)


def target_line(rng):
    """A line that only a target can get: forced movement, a grab, what it may do about it."""
    kind = weighted(rng, {"force": 6, "grab": 3, "end_grab": 1, "may_counter": 1, "no_counter": 1})
    return {rng.choice(k.FORCES): rng.randint(1, 5)} if kind == "force" else {kind: True}


def damage_line(rng, who="target"):
    line = {"damage": rng.choice(DAMAGES)}
    return line if who == "target" else line | {"who": who}


def draw_line(rng, when, shape):
    """One line. shape: {damaging, personal, area} of its deed."""
    whos = ("self", "fellows") if when == "before" else k.WHOS
    has_target = when != "before" and not shape["personal"]
    if shape["lasting"] and chance(rng, 20) and (when != "before" or shape["area"] is None):
        line = effect_line(rng, shape["area"])
        return line if shape["area"] is not None else received(rng, line, [who for who in whos if who != "fellows"])
    if shape["damaging"] and when not in ("before", "after") and chance(rng, 35):
        return damage_line(rng)
    if shape["damaging"] and chance(rng, 4):
        return damage_line(rng, rng.choice(("self", "fellows")))
    if has_target and chance(rng, 40):
        return target_line(rng)
    return own_line(rng, whos)


def draw_lines(rng, kind, shape, checked):
    """{when: [lines]}, at least one line and at most MAX_LINES."""
    odds = {"before": (15, 2), "fail": (15, 2), "conflict": (95, 3), "triumph": (70, 3), "spark": (70, 2), "after": (20, 2)}
    never = ("spark",) if kind == "maneuver" else ()
    never = never if checked else ("fail", "triumph", "spark")
    out = {when: [draw_line(rng, when, shape) for _ in range(rng.randint(1, most))] for when, (percent, most) in odds.items()
           if chance(rng, percent) and when not in never}
    if kind == "attack" and chance(rng, 70):
        out["conflict"] = [damage_line(rng)] + out.get("conflict", [])
    if not out:
        out["conflict"] = [draw_line(rng, "conflict", shape)]
    while sum(len(lines) for lines in out.values()) > k.MAX_LINES:
        out.popitem()
    return out


# -- deeds -----------------------------------------------------------------------------------------------------------------
def draw_targets(rng, kind):
    if kind == "attack":
        return weighted(rng, {"creature": 5, "creatures": 3, "area": 6})
    return weighted(rng, {"personal": 2, "creature": 3, "creatures": 2, "companion": 2, "ally": 2, "area": 4})


def draw_area(rng, instrument):
    """{area, area_size, n_targets} of an area deed, as far as they belong."""
    fits = {"melee burst": ("melee", "versatile"), "spell burst": ("spell",)}
    area = rng.choice([name for name in k.AREAS[1:] if instrument in fits.get(name, k.INSTRUMENTS)])
    out = {"area": area}
    if area in SIZES:
        out["area_size"] = rng.randint(*SIZES[area])
    if area == "spell burst" and chance(rng, 50):
        out["n_targets"] = rng.randint(1, 6)
    return out


def deed_head(rng, kind, instrument, targets):
    """All of a deed but its lines."""
    deed = {"kind": kind, "instrument": instrument, "targets": targets}
    deed |= draw_area(rng, instrument) if targets == "area" else {}
    if targets == "creatures":
        deed["n_targets"] = rng.randint(2, 5)
    reaching = targets != "personal" and deed.get("area") not in NO_RANGE + ("spell burst",)
    if reaching and (instrument == "innate" or instrument == "tool" and chance(rng, 40)):
        deed["range"] = rng.randint(1, 10)
    if targets in ("creature", "creatures") and chance(rng, 15):
        deed["size_limit"] = rng.randint(0, 3)
    if kind != "maneuver":
        deed["tier"] = weighted(rng, {"common": 6, "great": 2, "mythic": 1})
    if chance(rng, 10):
        deed["focus"] = rng.randint(0, 3)
    if chance(rng, 25):
        deed["virtue"] = rng.choice(k.VIRTUES)
    if chance(rng, 10):
        deed["check"] = False
    if chance(rng, 15):
        deed["harmful"] = kind == "attack" or targets in ("creature", "creatures", "area")
    return deed


def draw_deed(rng, name, kind=None, instrument=None, targets=None):
    """A deed; what is not given is drawn."""
    kind = kind or weighted(rng, {"attack": 6, "gambit": 4})
    instrument = instrument or weighted(rng, {"melee": 5, "ranged": 4, "spell": 4, "innate": 3, "tool": 2, "versatile": 3})
    targets = targets or draw_targets(rng, kind)
    deed = deed_head(rng, kind, instrument, targets)
    area = deed.get("area")
    shape = {"damaging": kind == "attack", "personal": targets == "personal", "area": area,
             "lasting": kind != "maneuver" and (area is None or area in SQUARE_AREAS + ("aura",))}
    return {"name": name} | deed | draw_lines(rng, kind, shape, deed.get("check", True))


def focus_of(deed, rules):
    """Focus that a deed costs under the ruleset's numbers (G5.2a); `rules` holds the encounter's overrides."""
    tiers = {"common": 0, "great": rules.get("great_focus", 2), "mythic": rules.get("mythic_focus", 4)}
    return deed.get("focus", tiers[deed.get("tier", "common")])


# -- gear ------------------------------------------------------------------------------------------------------------------
KINDS_OF_GEAR = {"blade": 5, "bow": 4, "dagger": 4, "wand": 4, "staff": 2, "torch": 3, "potion": 3, "bomb": 2, "shield": 1, "rope": 2}


def armament(rng, use, hands=(1, 1, 2)):
    """A weapon or catalyst with the numbers that its uses need."""
    item = {"use": use, "hands": rng.choice(hands)}
    if {"melee", "ranged", "throwing"} & set(use):
        item["weapon"] = rng.randint(1, 8)
    if "catalyst" in use:
        item["spell"] = rng.randint(1, 8)
    if {"ranged", "catalyst"} & set(use) or "throwing" in use and chance(rng, 30):
        item["range"] = rng.randint(2, 12)
    if "melee" in use and chance(rng, 30):
        item["reach"] = rng.randint(1, 3)
    if chance(rng, 60):
        item["supply"] = rng.choice((4, 6, 8, 10, 12))
    return item


def draw_gear(rng, name, deeds):
    """An item; `deeds`: {"drink", "bomb", "tool": ids of deeds that items give}."""
    kind = weighted(rng, KINDS_OF_GEAR)
    uses = {"blade": ["melee"], "bow": ["ranged"], "dagger": ["melee", "throwing"], "wand": ["catalyst"], "staff": ["catalyst", "melee"]}
    if kind in uses:
        item = armament(rng, uses[kind])
        return {"name": name} | (item | {"use": [*item["use"], "light"], "light": rng.randint(1, 4)} if chance(rng, 8) else item)
    if kind == "torch":
        return {"name": name, "use": ["light"], "light": rng.randint(1, 5), "hands": rng.choice((0, 1))}
    if kind in ("potion", "bomb"):
        return {"name": name, "use": ["concoction"], "deed": rng.choice(deeds["drink" if kind == "potion" else "bomb"])}
    if kind == "rope":
        return {"name": name, "hands": rng.choice((0, 1)), "deed": rng.choice(deeds["tool"])}
    return {"name": name, "hands": rng.choice((1, 1, 0))}
