"""Generated gear: what a creature needs for the instruments of its deeds, with numbers that suit its threat."""

NEEDS = {"melee": {"blade": 4, "long": 2, "great": 2, "torch": 1}, "ranged": {"bow": 1}, "spell": {"wand": 3, "staff": 2}, "versatile": {"dagger": 1}}
SUPPLY = (6, 8, 10, 12)


def armament(draw, kind, threat):
    """A weapon or catalyst of a kind of `NEEDS`, as its TOML reads."""
    rating = 4 + threat + draw.between(-1, 1)
    item = {"blade": {"use": ["melee"], "weapon": rating}, "long": {"use": ["melee"], "weapon": rating, "reach": 2, "hands": 2},
            "great": {"use": ["melee"], "weapon": rating + 2, "hands": 2},
            "bow": {"use": ["ranged"], "weapon": rating, "range": draw.between(6, 11), "hands": 2},
            "dagger": {"use": ["melee", "throwing"], "weapon": rating} | ({"range": draw.between(4, 6)} if draw.chance(40) else {}),
            "wand": {"use": ["catalyst"], "spell": rating, "range": draw.between(5, 8)},
            "staff": {"use": ["catalyst", "melee"], "weapon": max(2, rating - 1), "spell": max(2, rating - 1), "range": draw.between(5, 7), "hands": 2},
            "torch": {"use": ["melee", "light"], "weapon": max(2, rating - 1), "light": draw.between(3, 5)}}[kind]
    return item | ({"supply": draw.pick(SUPPLY)} if draw.chance(55) and kind not in ("blade", "great") else {})


def concoction(deed):
    """What hangs on the belt and does a deed when it is used (T3.14)."""
    return {"use": ["concoction"], "deed": deed}


def kit(deed, draw):
    """A thing that adds a tool deed to its holder (T5.3)."""
    return {"hands": draw.pick((0, 1)), "deed": deed}


def hands_of(item):
    """Hands that an item fills; what hangs on the belt fills none."""
    return item.get("hands", 0 if "concoction" in item.get("use", ()) else 1)
