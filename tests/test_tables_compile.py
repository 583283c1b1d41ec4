"""From text to records: a drawn fight, and every value that it puts into the tables and the first record."""

import numpy as np
import pytest

import envs.tables as tables
from envs.core import codes as k
from envs.core.record import ENCOUNTER, TABLES
from envs.core.sight import look

DRAWN = '''
title = "Drawn"
text = "For the test."

map = """
#.,=....
.GG..W..
.GG#.V..
...~....
"""

[legend]
"~" = "difficult ground"

[rules]
max_rounds = 12
great_focus = 3
prevail_fellow_range = 6

[roster.W]
creature = "ward"
side = "companions"
name = "Mira Vell"
vigor = -2
endurance = 1
states = { exposed = 2, strong = 1 }
ground = "difficult ground"

[roster.V]
creature = "ward"
side = "companions"
injuries = 2
guard_spent = [2]
reactions = 1
defend = 2
supply = { club = 6 }

[roster.G]
creature = "great_toad"
side = "enemies"
vigor = 11

[roster.T]
creature = "great_toad"
side = "enemies"
at = "g3"

[fight]
round = 3
first_side = "companions"
acted = ["V"]
turn = { of = "G", points = 1, taken = ["move", "deed"], move_points = 2 }

[creatures.ward]
name = "Ward"
virtues = { might = 2, grace = -1, wits = 3, spirit = 5 }
key = "spirit"
max_vigor = 20
speed = 5
focus = 3
endurance = 4
recoveries = 2
guard_dice = [8, 4]
bare = { weapon = 1, spell = 2 }
endures = true
held = ["club", "lamp"]
deeds = ["tap", "song"]

[creatures.great_toad]
name = "Great Toad"
virtues = { might = 3, grace = 0, wits = 0, spirit = 0 }
key = "might"
max_vigor = 15
speed = 6
size = 2
reach = 2
hands = 1
bare = { weapon = 3, spell = 2 }
extra_deeds = 1
deeds = ["tap", "croak"]

[gear.club]
name = "Club"
use = ["melee"]
weapon = 4
supply = 8

[gear.lamp]
name = "Cold lamp"
use = ["catalyst"]
spell = 3
range = 7

[deeds.tap]
name = "Tap"
kind = "attack"
instrument = "melee"
targets = "creature"
size_limit = 1
conflict = [{ damage = "†" }]
triumph = [{ damage = "†+2" }, { state = "weak", potency = 2 }]
spark = [{ state = "hindered" }]

[deeds.song]
name = "Song"
kind = "gambit"
tier = "great"
instrument = "spell"
virtue = "wits"
targets = "companion"
before = [{ state = "protected", potency = 1, who = "self" }]
conflict = [{ recover = 2 }, { end = "exposed" }, { end = "weak", potency = 1 }]
after = [{ state = "strong", potency = 1, who = "fellows" }]

[deeds.croak]
name = "Croak"
kind = "attack"
instrument = "innate"
targets = "creatures"
n_targets = 3
range = 4
conflict = [{ damage = "weapon + 2 spell + 1" }]
'''


MANEUVERS = ["shove", "grab", "trip", "escape"]


@pytest.fixture
def drawn(tmp_path):
    path = tmp_path / "drawn.toml"
    path.write_text(DRAWN, encoding="utf-8")
    return tables.load_encounter(path)


def test_names_keys_letters(drawn):
    assert drawn.title == "Drawn" and drawn.name == "drawn"
    assert drawn.letters == ["W", "V", "G", "T"]
    assert drawn.names == ["Mira Vell", "Ward", "Great Toad G", "Great Toad T"]
    assert drawn.keys == ["vell", "ward", "toad-g", "toad-t"]
    assert drawn.deed_names[:3] == ["Tap", "Song", "Croak"] and drawn.deed_keys == ["tap", "song", "croak", *MANEUVERS]
    assert drawn.gear_names == ["Club", "Cold lamp"] and drawn.gear_keys == ["club", "lamp"]
    assert drawn.texts["encounter"] == "For the test." and {"creature:ward", "deed:croak"} <= set(drawn.texts)
    assert [drawn.slot(x) for x in ("T", "toad-g", "Mira Vell", "mira vell")] == [3, 2, 0, 0]
    with pytest.raises(KeyError, match="Mira Vell, Ward"):
        drawn.slot("nobody")


def test_dtypes_and_shapes(drawn):
    assert drawn.tables.dtype.fields.keys() == TABLES.fields.keys() and drawn.tables.shape == (1,)
    assert drawn.initial.dtype.fields.keys() == ENCOUNTER.fields.keys() and drawn.initial.shape == (1,)


def test_map(drawn):
    t, s = drawn.tables[0], drawn.initial[0]
    assert (t.width, t.height, t.side) == (8, 4, 16)
    expected = np.zeros((4, 8), int)
    expected[0, 0] = expected[2, 3] = k.WALL
    expected[0, 2] = expected[3, 3] = expected[1, 5] = k.DIFFICULT
    expected[0, 3] = k.LOW
    assert (t.terrain[:32].reshape(4, 8) == expected).all() and not t.terrain[32:].any()
    occupant = np.full((4, 8), k.EMPTY)
    occupant[1, 5], occupant[2, 5] = 0, 1
    occupant[1:3, 1:3] = 2
    occupant[2:4, 6:8] = 3
    assert (s.occupant[:32].reshape(4, 8) == occupant).all() and (s.occupant[32:] == k.EMPTY).all()
    assert (s.lit[:4] == 255).all() and not s.lit[4:].any()
    assert t.plain_sight == 0  # large creatures stand about (G10.6)
    assert (t.feature_at == k.EMPTY).all() and (t.n_features, t.changing, t.darkness) == (0, 0, 0)


def test_sight_plane_is_filled(drawn):
    t, s = drawn.tables[0], drawn.initial[0]
    assert look(t, s, 2, 1) != k.BLOCKED  # the upper squares of the toad see past the wall
    assert look(t, s, 0, 1) == k.CLEAR


def test_roster(drawn):
    t = drawn.tables[0]
    ward, toad = t.roster[0], t.roster[2]
    assert (ward.side, ward.bulk, ward.key, ward.max_vigor, ward.speed, ward.endures) == (k.COMPANIONS, 1, k.SPIRIT, 20, 5, 1)
    assert ward.virtues.tolist() == [2, -1, 3, 5] and ward.guard_dice.tolist() == [8, 4, 0, 0]
    assert (ward.bare_weapon, ward.bare_spell, ward.reach, ward.hands, ward.extra_deeds) == (1, 2, 1, 2, 0)
    assert ward.deeds.tolist() == [0, 1] + [k.NONE] * 10 + [3, 4, 5, 6] + [k.NONE] * 4
    assert (toad.side, toad.bulk, toad.reach, toad.hands, toad.extra_deeds, toad.endures) == (k.ENEMIES, 2, 2, 1, 1, 0)
    assert toad.deeds.tolist()[:3] == [0, 2, k.NONE]
    assert t.roster[0].creature == t.roster[1].creature != t.roster[2].creature == t.roster[3].creature
    assert t.roster[4].deeds.tolist() == [k.NONE] * 20 and t.n_combatants == 4


def test_combatants_of_a_fight_under_way(drawn):
    s = drawn.initial[0]
    mira, ward, toad, other = (s.combatants[i] for i in range(4))
    assert (mira.x, mira.y, mira.vigor, mira.max_vigor, mira.status) == (5, 1, -2, 20, k.STANDING)
    assert (mira.focus, mira.endurance, mira.recoveries) == (3, 1, 2)
    assert mira.states[k.EXPOSED] == 2 and mira.states[k.STRONG] == 1 and mira.states.sum() == 3
    assert (ward.vigor, ward.max_vigor, ward.injuries, ward.acted) == (18, 18, 2, 1)
    assert (ward.guard_spent, ward.reactions, ward.defend) == (0b10, 1, 2)
    assert (toad.x, toad.y, toad.vigor, toad.points, toad.move_points, toad.deeds_taken) == (1, 1, 11, 1, 2, 1)
    assert toad.taken == 1 << k.MOVE | 1 << k.DEED
    assert (other.x, other.y, other.vigor, other.acted, other.points) == (6, 2, 15, 0, 0)
    assert (s.combatants[4].status, s.combatants[15].status) == (k.ABSENT, k.ABSENT)
    assert all(c.taunter == k.NONE and c.prevail_open == c.grabbed_by == c.arrives == 0 for c in s.combatants)


def test_clock(drawn):
    t, s = drawn.tables[0], drawn.initial[0]
    assert (s.round_no, s.first_side, s.turn_side, s.turn_of) == (3, k.COMPANIONS, k.ENEMIES, 2)
    assert (s.winner, s.ask, s.depth) == (k.NONE, k.NO_QUESTION, 0)
    assert t.first_coin == k.NONE and t.ambushed == k.NONE
    assert s.dice.state.sum() == 0 and s.dice.n_forced == 0


def test_items(drawn):
    t, s = drawn.tables[0], drawn.initial[0]
    club, lamp = t.gear[0], t.gear[1]
    assert (club.kinds, club.weapon, club.spell, club.reach, club.range, club.hands, club.supply) == (k.G_MELEE, 4, 0, 1, 0, 1, 8)
    assert (lamp.kinds, lamp.weapon, lamp.spell, lamp.reach, lamp.range, lamp.supply) == (k.G_CATALYST, 0, 3, 0, 7, 0)
    assert s.combatants[0].items.tolist()[:3] == [0, 1, k.NONE] and s.combatants[1].items.tolist()[:3] == [2, 3, k.NONE]
    assert [(int(i.gear), int(i.held), int(i.supply)) for i in s.items[:4]] == [(0, 1, 8), (1, 1, 0), (0, 1, 6), (1, 1, 0)]
    assert all(i.gear == k.NONE for i in s.items[4:]) and all(i.place == k.NONE for i in s.items)
    assert s.combatants[2].items.tolist() == [k.NONE] * 7
    assert all(e.kind == e.owner == e.state == k.NONE for e in s.effects) and s.deed.place == k.NONE


def test_deeds(drawn):
    t = drawn.tables[0]
    tap, song, croak = t.deeds[0], t.deeds[1], t.deeds[2]
    assert t.n_deeds == 3 + len(MANEUVERS)
    assert (tap.kind, tap.tier, tap.focus, tap.instrument, tap.virtue, tap.targets, tap.n_targets) == (
        k.ATTACK, k.COMMON, 0, k.MELEE, k.KEY_VIRTUE, k.T_CREATURE, 1)
    assert (tap.range, tap.size_limit, tap.harmful, tap.area, tap.n_lines) == (k.NONE, 1, 1, k.NO_AREA, 4)
    assert (song.kind, song.tier, song.focus, song.virtue, song.targets, song.harmful) == (k.GAMBIT, k.GREAT, 3, k.WITS, k.T_COMPANION, 0)
    assert (croak.instrument, croak.targets, croak.n_targets, croak.range, croak.size_limit) == (k.INNATE, k.T_CREATURES, 3, 4, k.NONE)


def line_values(line):
    return tuple(int(line[n]) for n in ("when", "verb", "who", "state", "potency", "weapon", "spell", "plus"))


def test_lines_stand_in_the_order_of_the_rules(drawn):
    t = drawn.tables[0]
    none = k.NONE
    assert [line_values(x) for x in t.deeds[0].lines[:4]] == [
        (k.ON_CONFLICT, k.V_DAMAGE, k.WHO_TARGET, none, 0, 1, 0, 0),
        (k.ON_TRIUMPH, k.V_DAMAGE, k.WHO_TARGET, none, 0, 1, 0, 2),
        (k.ON_TRIUMPH, k.V_STATE, k.WHO_TARGET, k.WEAK, 2, 0, 0, 0),
        (k.ON_SPARK, k.V_STATE, k.WHO_TARGET, k.HINDERED, 1, 0, 0, 0)]
    assert [line_values(x) for x in t.deeds[1].lines[:5]] == [
        (k.ON_BEFORE, k.V_STATE, k.WHO_SELF, k.PROTECTED, 1, 0, 0, 0),
        (k.ON_CONFLICT, k.V_RECOVER, k.WHO_TARGET, none, 2, 0, 0, 0),
        (k.ON_CONFLICT, k.V_END_STATE, k.WHO_TARGET, k.EXPOSED, 0, 0, 0, 0),
        (k.ON_CONFLICT, k.V_END_STATE, k.WHO_TARGET, k.WEAK, 1, 0, 0, 0),
        (k.ON_AFTER, k.V_STATE, k.WHO_FELLOWS, k.STRONG, 1, 0, 0, 0)]
    assert line_values(t.deeds[2].lines[0])[5:] == (1, 2, 1)


def test_rules_and_overrides(drawn):
    rules = drawn.tables[0].rules
    assert (rules.points, rules.max_rounds, rules.fail_max, rules.conflict_max, rules.attack_targets) == (3, 12, 10, 15, 1)
    assert (rules.great_focus, rules.prevail_fellow_range, rules.prevail_variant, rules.recovery_pool) == (3, 6, 0, 0)
    duel = tables.load_library_encounter("duel").tables[0].rules
    assert (duel.max_rounds, duel.great_focus, duel.prevail_fellow_range) == (20, 2, k.NONE)


def test_states_and_actions():
    t = tables.load_library_encounter("duel").tables[0]
    for one, other, column in ((k.EXPOSED, k.PROTECTED, "damage_taken"), (k.SOOTHED, k.SUFFERING, "vigor_at_start"),
                               (k.STRONG, k.WEAK, "damage_dealt"), (k.HASTENED, k.HINDERED, "move_points")):
        assert t.states[one].opposite == other and t.states[other].opposite == one
        assert (t.states[one][column], t.states[other][column]) == (1, -1)
    assert [int(t.states[m].used) for m in range(k.MAX_STATES)] == [1] * 15 + [0]
    assert [k.MENU_NAMES[m] for m in range(k.MENU_SIZE) if not t.actions[m].used] == [f"feature {n}" for n in range(1, 9)]
    assert {k.MENU_NAMES[m] for m in range(k.MENU_SIZE) if t.actions[m].free} == {"draw", "sheathe", "door", "pick up", "release"}
    assert [int(t.actions[m].cost) for m in (k.END_TURN, k.MOVE, k.WALK, k.DEED)] == [0, 1, 0, 1]
    assert t.actions[k.MOVE].flexible == 1 and t.actions[k.HELP].flexible == 0 and t.actions[k.DOOR].free == 1


def test_ambush_coin_and_plain_sight(tmp_path):
    path = tmp_path / "coin.toml"
    path.write_text('title = "Coin"\nmap = """\n.W.\n.R.\n"""\n[roster.W]\ncreature = "gate_warden"\nside = "companions"\n'
                    '[roster.R]\ncreature = "hook_runner"\nside = "enemies"\n[fight]\nfirst_coin = "enemies"\nambushed = "companions"\n')
    scenario = tables.load_encounter(path)
    t, s = scenario.tables[0], scenario.initial[0]
    assert (t.first_coin, t.ambushed, t.plain_sight) == (k.ENEMIES, k.COMPANIONS, 1)
    assert (s.round_no, s.turn_of) == (0, k.NONE)


def test_next_side_without_a_turn(tmp_path):
    path = tmp_path / "next.toml"
    path.write_text(DRAWN.replace('turn = { of = "G", points = 1, taken = ["move", "deed"], move_points = 2 }', 'next_side = "enemies"'))
    s = tables.load_encounter(path).initial[0]
    assert (s.round_no, s.turn_side, s.turn_of) == (3, k.ENEMIES, k.NONE)


def test_signatures(tmp_path, drawn):
    """The content signature follows what decides the play; the rules signature only the rules; prose changes neither."""
    def load(text):
        path = tmp_path / "other.toml"
        path.write_text(text, encoding="utf-8")
        return tables.load_encounter(path)

    same = load(DRAWN.replace("For the test.", "Other prose."))
    assert (same.signature, same.rules_signature) == (drawn.signature, drawn.rules_signature)
    for change in ({"vigor = 11": "vigor = 12"}, {'"†+2"': '"†+3"'}, {'at = "g3"': 'at = "g2"'}, {"..~.": "...."}, {"points = 1,": "points = 0,"}):
        (old, new), = change.items()
        assert old in DRAWN
        other = load(DRAWN.replace(old, new, 1))
        assert other.signature != drawn.signature and other.rules_signature == drawn.rules_signature
    rules = load(DRAWN.replace("max_rounds = 12", "max_rounds = 13"))
    assert rules.signature != drawn.signature and rules.rules_signature != drawn.rules_signature
    assert len(drawn.signature) == 64 and int(drawn.signature, 16) >= 0


def test_loading_twice_gives_equal_records():
    one, other = (tables.load_library_encounter("bench") for _ in range(2))
    assert one.initial.tobytes() == other.initial.tobytes() and one.tables.tobytes() == other.tables.tobytes()
    assert one.signature == other.signature
    one.initial[0].combatants[0].vigor = 1
    assert other.initial[0].combatants[0].vigor != 1  # nothing is shared


def test_pack():
    scenarios = [tables.load_library_encounter(n) for n in ("duel", "ford", "bench")]
    packed, initials = tables.pack(scenarios)
    assert packed.shape == initials.shape == (3,) and initials.scenario.tolist() == [0, 1, 2]
    for row, scenario in enumerate(scenarios):
        assert packed[row].tobytes() == scenario.tables[0].tobytes()
        assert initials[row].occupant.tobytes() == scenario.initial[0].occupant.tobytes()
    initials[0].round_no = 5
    assert scenarios[0].initial[0].round_no == 0
    with pytest.raises(ValueError, match="give at least one"):
        tables.pack([])
