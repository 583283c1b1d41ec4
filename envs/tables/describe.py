"""What every key of a content file means, in a few words: an editor shows them while a file is written (`json_schema.py`).

They stand beside the models, not in them, so that a model stays a list of keys and their kinds. A test holds the two together.
"""

KIND = "what the file describes; seen from its keys when left out"
PROSE = "for people; it changes nothing in the fight"
GIVES = "a state that it gives"
SQUARE = "a square: column letter from the left, row number from the top, 'c4'"

LEVEL = {
    "virtues": "might, grace, wits and spirit, from -1 to 5", "vigor": "maximum vigor", "weapon": "weapon rating: what † is worth",
    "spell": "spell rating: what Ω is worth", "speed": "squares for each move", "focus": "focus at the start", "endurance": "endurance at the start",
    "recoveries": "recoveries at the start", "guard_dice": "up to four dice, [8, 6]", "bare": "† and Ω of the bare hand beside those of its gear",
    "held": "ids of gear in its hands", "carried": "ids of gear stowed away or on its belt", "deeds": "ids of its deeds, twelve at most",
}
STATE = {
    "opposite": "the state that cancels it point for point", "common": "1: it can be prevailed against", "good": "1: it helps its bearer",
    "damage_dealt": "damage that attacks of its bearer gain", "damage_taken": "damage that attacks on its bearer gain",
    "vigor_at_start": "vigor regained at the start of a turn", "move_points": "movement points that a move gains", "sight_adjacent": "1: sees adjacent squares only",
    "move_pain": "vigor lost with each portion of movement", "burns": "1: it burns and grows", "cuts_deeds": "cuts on every deed of its bearer",
    "points_lost": "action points lost at the start of a turn", "no_reactions": "1: no reactions", "taunts": "1: cuts on deeds that leave the taunter out",
    "half_speed": "1: moves at half speed", "edge_melee_against": "edges of melee deeds against its bearer",
}

WORDS = {
    "Encounter": {
        "type": KIND, "title": "what the fight is called", "text": PROSE, "ruleset": "id of a ruleset; 'trespasser' when left out",
        "rules": "numbers of the ruleset that this encounter changes", "objective": "what a side is after; 'eliminate' when left out",
        "hidden_numbers": "true: the other side's vigor and focus are told in bands only",
        "include": "creature, deed, gear, companion and ruleset files beside this one; a file's name is its id and goes before the library's",
        "creatures": "creatures that only this encounter needs, by id", "deeds": "deeds that only this encounter needs, by id",
        "gear": "gear that only this encounter needs, by id",
        "map": "one sign a square: # wall, . floor, = low obstacle, ',' difficult ground, ^ pit, > exit, ~ darkness, a letter for a combatant",
        "dark": "true: every square is dark", "legend": "further signs, or other meanings: terrain words joined by +",
        "features": "doors, levers, objects, lights and hazards, by id", "effects": "clouds, auras and the like that last already",
        "items": "things on the ground", "roster": "the combatants, by their letter on the map; at least one on each side",
        "fight": "a fight already under way", "dials": "how hard the enemies make it, and how far they spare those who are down",
    },
    "RosterEntry": {
        "creature": "id of a creature", "companion": "a player's character from five numbers, instead of a creature", "side": "whose it is",
        "name": "its own name", "at": f"its upper left square, instead of a letter on the map; {SQUARE}", "ground": "the terrain under its letter",
        "vigor": "vigor now", "focus": "focus now", "endurance": "endurance now", "recoveries": "recoveries now",
        "injuries": "injuries; each lowers its maximum vigor by 1", "states": "potency by state, { weak = 2 }", "acted": "it has had its turn this round",
        "defeated": "it lies defeated (only with vigor 0 or below, and only one that endures)", "guard_spent": "guard dice used this round; 1 is the first",
        "reactions": "reactions taken this round", "defend": "cuts from defend this round", "aim": "squares that aim adds this round",
        "helped": "checks that it is helped with", "grabbed_by": "letters of those who hold it", "taunted_by": "letter of its taunter, with the state taunted",
        "arrives": "of a newcomer: the first round in which it acts", "supply": "supply dice now by id of gear, { bow = 6 }; 0 is used up",
        "character": "how this one is played; what it leaves out is its creature's",
    },
    "Companion": {
        "calling": "what the character is by trade: the name of a file in companions/", "name": "the character's name", "level": "1 to 9; 1 when left out",
        "vigor": "maximum vigor; the calling's when left out", "weapon": "weapon rating, what † is worth; the calling's when left out",
        "spell": "spell rating, what Ω is worth; the calling's when left out",
    },
    "Calling": {
        "type": KIND, "name": "what one of the calling is called", "text": PROSE, "key": "the virtue that its deeds roll",
        "light_dependent": "true: it needs light to see foes by", "level_1": "everything at level 1", "level_2": "what is different at level 2",
        "level_3": "what is different at level 3 and above",
    },
    "FirstLevel": LEVEL,
    "LaterLevel": LEVEL,
    "Fight": {
        "round": "the round; 0, the default, is before the first coin", "first_side": "the side that acted first this round", "next_side": "the side that is on",
        "turn": "the turn under way", "acted": "letters of those who have had their turn this round", "ambushed": "a side that takes no turns in round 1",
        "first_coin": "the side that will act first, before the fight", "held_rounds": "rounds that the objective hold has counted",
    },
    "Turn": {
        "of": "letter of the one whose turn it is", "points": "action points left", "move_points": "movement points left", "taken": "actions taken in this turn",
        "lifted": "true: 2 focus lifted the limit of a deed and a maneuver", "free_used": "free actions used",
    },
    "Feature": {
        "kind": "what it is", "at": SQUARE, "squares": "squares of a hazard, ['c4', 'c5']", "sign": "its sign on the map; floor lies below it",
        "state": "its state now; closed, off, whole, on when left out", "material": "what Might it takes to break; left out, it cannot be broken",
        "check": "a virtue: working it takes a check", "light": "radius of a light in squares", "link": "id of a feature that changes with it",
        "blocks": "what an object is while whole; a wall when left out", "damage": "of a hazard: '1d6+2', 'd4' or '3'",
        "minor": "false: the hazard hurts the defeated too", "gives": GIVES, "potency": "potency of that state",
    },
    "Objective": {
        "kind": "what must be done", "side": "the side that is after it", "who": "a letter of the roster", "squares": "squares to hold or reach",
        "rounds": "rounds to hold or to protect for", "count": "how many must escape",
        "survivors": "percent of the result that is decided by who is left, 0 to 100", "escaped": "what one that left counts beside one that stands, in percent",
    },
    "EffectEntry": {
        "kind": "what lasts", "owner": "letter of its owner", "at": "its upper left square; none for an aura", "size": "squares along its side; of an aura its radius",
        "potency": "its potency; 1 when left out", "decay": "potency lost at each turn of its owner", "gives": f"{GIVES}; auras and hazards",
        "whom": "whom it reaches; auras, hazards, sanctuaries",
    },
    "ItemEntry": {"gear": "id of gear", "at": SQUARE},
    "Creature": {
        "type": KIND, "name": "what it is called", "text": PROSE, "role": "the part it plays, a monster's or a companion's; it changes nothing in the fight",
        "threat": "how dangerous a monster is, 1 to 3; for people who balance a fight", "level": "how far a companion has come, 1 to 3; likewise",
        "virtues": "might, grace, wits and spirit, from -1 to 5", "key": "the virtue that its deeds roll", "max_vigor": "vigor at the start",
        "speed": "squares for each move", "size": "squares a side, 1 to 3", "focus": "focus at the start; 0 when left out",
        "endurance": "endurance at the start; 0 when left out", "recoveries": "recoveries at the start; 0 when left out", "guard_dice": "up to four dice, [8, 6]",
        "bare": "worth of † and Ω with a bare hand (claws, teeth)", "reach": "of the bare hand in squares; 1 when left out", "hands": "hands; 2 when left out",
        "endures": "true: at 0 vigor it is dying, not dead", "light_dependent": "true: it needs light to see foes by",
        "extra_deeds": "deeds a turn beyond the first", "held": "ids of gear in its hands", "carried": "ids of gear stowed away or on its belt; seven with those held",
        "actions": "actions that only it has, eight at most", "deeds": "ids of its deeds, twelve at most", "own_deeds": "deeds that come with it, by id",
        "own_gear": "gear that comes with it, by id", "character": "how it is played; what it leaves out is its role's",
    },
    "Character": {
        "cunning": "0 mindless, 1 dull, 2 clever, 3 masterful", "prefers": "whom it is after, the dearest first",
        "flees_at": "percent of its vigor at which it flees, or 'never'", "style": "its manner",
    },
    "Dials": {
        "difficulty": "how well the enemies play: 0 tame, 1 easy, 2 fair, 3 hard, 4 full; full when left out",
        "mercy": "0 none; 1 some: those who are down are spared; 2 much: nobody is singled out either",
    },
    "Virtues": {"might": "strength and stamina", "grace": "quickness", "wits": "sense and learning", "spirit": "will"},
    "Bare": {"weapon": "what † is worth", "spell": "what Ω is worth"},
    "OwnAction": {"name": "what the action is called", "deed": "id of the deed that it does", "cost": "action points; 0 is a free action"},
    "Deed": {
        "type": KIND, "name": "what it is called", "text": PROSE, "kind": "attack, gambit or maneuver", "tier": "common is free, great and mythic cost focus",
        "focus": "a focus cost of its own", "instrument": "what it is done with", "virtue": "the virtue it rolls, when it is not the key virtue",
        "targets": "whom or what it is aimed at", "n_targets": "how many creatures", "area": "shape of the area, with targets = 'area'",
        "area_size": "size of the area in squares", "range": "squares; left out, the instrument's (an innate deed must name one)",
        "size_limit": "how many sizes larger than its user a target may be", "harmful": "left out, an attack is and a gambit is not",
        "check": "false: no roll, always a conflict", "before": "lines before targets are chosen", "fail": "lines of a failure", "conflict": "lines of a conflict",
        "triumph": "lines of a triumph, read after those of a conflict", "spark": "what a spark may be spent on", "after": "lines at the very end",
    },
    "Line": {
        "damage": "symbols and numbers: † the weapon's rating, Ω the catalyst's", "state": "a state that it gives, with potency",
        "end": "a state that it ends, or lowers by potency", "recover": "a recovery of that potency", "push": "forced movement away, in squares",
        "pull": "forced movement nearer, in squares", "sweep": "forced movement at equal distance, in squares", "shove": "a push that the user may follow, in squares",
        "drag": "the user steps and the target follows, in squares", "teleport": "a teleport of the target, or with who = 'self' one's own, in squares",
        "walk": "movement of one's own, in squares", "grab": "the target is grabbed", "end_grab": "a grab on the user ends", "may_counter": "the target may counter",
        "no_counter": "the target may not counter", "effect": "a lasting effect", "gain": "something gained, with amount", "lose": "something lost, with amount",
        "potency": "of a state or an effect; 1 when left out", "amount": "of what is gained or lost; 1 when left out",
        "radius": "of an effect in squares; 1 when left out", "decay": "potency that an effect loses at each turn of its owner",
        "gives": f"{GIVES}; auras and hazards", "whom": "whom an effect reaches", "who": "to whom it happens: the target, the user, its fellows in range",
    },
    "Gear": {
        "type": KIND, "name": "what it is called", "text": PROSE, "use": "what it serves as; nothing for a shield", "weapon": "weapon rating: what † is worth",
        "spell": "spell rating: what Ω is worth", "reach": "squares in melee; 1 when left out", "range": "squares of a ranged weapon or catalyst",
        "hands": "hands that it fills; 1 when left out, 0 for a concoction", "supply": "size of its supply die; left out, it never runs low",
        "light": "radius of its light in squares", "deed": "id of what a concoction does, or of a tool deed that its holder gains",
    },
    "Ruleset": {
        "type": KIND, "name": "what it is called", "text": PROSE, "numbers": "every number that the rules leave open",
        "states": "what each state does for a point of potency", "actions": "what each action of the menu costs",
        "maneuvers": "ids of the maneuvers that everybody can attempt, eight at most",
    },
    "StateColumns": STATE,
    "ActionRow": {
        "used": "true: the menu has it", "cost": "action points", "flexible": "true: it may take more points",
        "free": "true: it counts as one of the free actions of a turn",
    },
}

EXAMPLES = {  # by model and key, where a value is easier shown than told
    ("Line", "damage"): ["†", "††+2", "Ω", "weapon + 1"], ("Feature", "damage"): ["1d6+2", "d4", "3"], ("Encounter", "map"): ["######\n#.W..#\n#..C.#\n######\n"],
    ("Feature", "squares"): [["c4", "c5"]], ("Feature", "at"): ["c4"], ("RosterEntry", "at"): ["c4"], ("Encounter", "include"): [["crab.toml"]],
    ("RosterEntry", "states"): [{"weak": 2}], ("RosterEntry", "companion"): [{"calling": "vanguard", "level": 2, "vigor": 18, "weapon": 4, "spell": 0}],
    ("Encounter", "dials"): [{"difficulty": "fair", "mercy": "some"}],
    ("Creature", "character"): [{"cunning": "mindless", "prefers": ["nearest"], "flees_at": "never", "style": "aggressive"}],
    ("Character", "prefers"): [["healer", "wounded"]], ("Encounter", "legend"): [{":": "darkness + difficult ground"}], ("Deed", "conflict"): [[{"damage": "†"}, {"state": "weak", "potency": 1}]],
    ("Creature", "actions"): [[{"name": "Howl", "deed": "bellow", "cost": 1}]], ("Encounter", "objective"): ["eliminate", {"kind": "escape", "side": "companions", "count": 3}],
}
LIBRARY = {  # keys that hold ids: an editor offers the library's, and takes others
    ("Creature", "deeds"): "deed", ("Creature", "held"): "gear", ("Creature", "carried"): "gear", ("OwnAction", "deed"): "deed", ("Gear", "deed"): "deed",
    ("FirstLevel", "deeds"): "deed", ("FirstLevel", "held"): "gear", ("FirstLevel", "carried"): "gear", ("LaterLevel", "deeds"): "deed",
    ("LaterLevel", "held"): "gear", ("LaterLevel", "carried"): "gear", ("ItemEntry", "gear"): "gear", ("RosterEntry", "creature"): "creature",
    ("Companion", "calling"): "companion", ("Encounter", "ruleset"): "ruleset", ("Ruleset", "maneuvers"): "deed",
}
