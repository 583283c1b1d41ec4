"""Names of what is generated: creatures by role, deeds by what they do, gear, places. All of our own invention."""

FIRST = ("Ash", "Bog", "Chalk", "Dusk", "Ember", "Fen", "Flint", "Gall", "Hollow", "Iron", "Kiln", "Lantern", "Mire", "Moss", "Nettle", "Ochre", "Pale",
         "Quarry", "Reed", "Rime", "Rust", "Salt", "Sedge", "Silt", "Slate", "Soot", "Tallow", "Thorn", "Umber", "Weir", "Withy", "Wrack")
ROLES = {
    "brute": ("Breaker", "Ogre", "Hauler", "Ram", "Crusher", "Hulk", "Lump", "Drover"),
    "skirmisher": ("Runner", "Cutter", "Fox", "Darter", "Reaver", "Dancer", "Hound", "Sickle"),
    "artillery": ("Slinger", "Archer", "Spitter", "Hurler", "Fowler", "Piper", "Sprayer", "Caster"),
    "controller": ("Witch", "Binder", "Weaver", "Hexer", "Warden", "Netter", "Mumbler", "Warper"),
    "leader": ("Herald", "Captain", "Matron", "Crier", "Elder", "Banner", "Canon", "Reeve"),
    "lurker": ("Lurker", "Stalker", "Shade", "Snatcher", "Creeper", "Spider", "Thief", "Moth"),
    "swarm": ("Rat", "Gnat", "Imp", "Crab", "Hatchling", "Crow", "Leech", "Whelp"),
    "solo": ("Colossus", "Tyrant", "Wyrm", "Behemoth", "Ancient", "Knight", "Mother", "Sovereign"),
    "vanguard": ("Shield", "Porter", "Sentry", "Mason", "Carter", "Smith", "Squire", "Warder"),
    "archer": ("Hunter", "Fletcher", "Poacher", "Scout", "Forester", "Marksman", "Warrener", "Gamekeeper"),
    "duellist": ("Blade", "Duelist", "Fencer", "Knife", "Swordsman", "Bravo", "Rover", "Gambler"),
    "mender": ("Healer", "Almoner", "Cantor", "Nurse", "Brewer", "Pilgrim", "Friar", "Midwife"),
    "hexer": ("Scribe", "Seer", "Tinker", "Charmer", "Reader", "Chanter", "Augur", "Inker")}
DEEDS = {
    "strike": ("Blow", "Cut", "Lash", "Bite", "Stroke", "Thrust", "Rake", "Chop"),
    "volley": ("Volley", "Flurry", "Hail", "Salvo", "Double", "Scatter", "Fan", "Rush"),
    "burst": ("Sweep", "Burst", "Wave", "Spray", "Rain", "Furrow", "Storm", "Gust"),
    "hex": ("Curse", "Jeer", "Snare", "Grasp", "Glare", "Howl", "Murmur", "Knot"),
    "aid": ("Call", "Blessing", "Song", "Draught", "Banner", "Word", "Hand", "Vigil"),
    "self": ("Stance", "Guard", "Breath", "Rage", "Poise", "Vow", "Hide", "Focus"),
    "ground": ("Pall", "Mist", "Ring", "Veil", "Bramble", "Slick", "Glow", "Shroud"),
    "move": ("Step", "Slip", "Leap", "Dash", "Turn", "Drift", "Swap", "Fade"),
    "free": ("Wrench", "Twist", "Squirm", "Shrug", "Tear", "Break", "Slide", "Kick"),
    "trick": ("Trip", "Feint", "Tackle", "Hook", "Barge", "Clinch", "Sling", "Haul")}
GEAR = {"blade": ("Blade", "Sickle", "Club", "Hook"), "long": ("Pike", "Glaive", "Boathook", "Rake"), "great": ("Maul", "Cleaver", "Beam", "Pick"),
        "bow": ("Bow", "Arbalest", "Sling", "Thrower"), "dagger": ("Dagger", "Dart", "Hatchet", "Spike"), "wand": ("Wand", "Bell", "Rod", "Charm"),
        "staff": ("Staff", "Crook", "Candlestick", "Stilt"), "torch": ("Torch", "Brand", "Censer", "Cresset"),
        "drink": ("Draught", "Cordial", "Broth", "Tincture"), "bomb": ("Pot", "Flask", "Jar", "Bladder"), "kit": ("Net", "Rope", "Bellows", "Snare")}
PLACES = {"rooms": ("rooms", "cellars", "tollhouse", "granary"), "cave": ("cave", "hollow", "quarry hole", "burrow"),
          "open": ("field", "orchard", "yard", "common"), "bridge": ("bridge", "ford", "weir", "causeway"),
          "hall": ("hall", "chapel", "undercroft", "cistern")}


class Names:
    """Names and ids that are handed out once each. taken: ids that are in use already (those of the library)."""

    def __init__(self, draw, taken=()):
        self.draw, self.taken = draw, dict.fromkeys(taken)

    def name(self, words):
        """(name, id): a first word and one of `words`; the id is free."""
        for tries in range(400):
            name = f"{self.draw.pick(FIRST)} {self.draw.pick(words)}"
            key = name.lower().replace(" ", "_") + (f"_{tries // 40 + 1}" if tries >= 40 else "")
            if key not in self.taken:
                break
        self.taken[key] = None
        return name, key
