"""From text to records, what stands and lasts on the map: features, objectives, effects, things, light, grabs; and every verb of a deed."""

import pytest

import envs.tables as tables
from envs.core import codes as k
from envs.core.record import NEEDS_GRAB_ON_USER, NEEDS_HAND

HEAD = '''
title = "Drawn"
{top}
map = """
#########>
#W.+..^..#
#.k...*..#
#...~~*..#
#.....T!.#
##########
"""

[legend]
"!" = "darkness + difficult ground"

[features.gate]
kind = "door"
sign = "+"
{gate}

[features.thorns]
kind = "hazard"
{thorns}

[roster.W]
creature = "gate_warden"
side = "companions"
{w}

[roster.k]
creature = "hook_runner"
side = "enemies"

[roster.T]
creature = "thing"
side = "enemies"

[creatures.thing]
name = "Thing"
virtues = {{ might = 2, grace = 1, wits = 0, spirit = 0 }}
key = "might"
max_vigor = 12
speed = 4
bare = {{ weapon = 3, spell = 2 }}
deeds = ["hop"]
{thing}

[deeds.hop]
name = "Hop"
kind = "gambit"
instrument = "innate"
targets = "personal"
conflict = [{{ teleport = 4 }}]
{tail}
'''
PARTS = {"top": "", "gate": "", "thorns": 'sign = "*"\ndamage = "3"', "w": "", "thing": "", "tail": ""}


@pytest.fixture
def drawn(tmp_path):
    """A function from parts of HEAD to a Scenario."""
    def load(**parts):
        path = tmp_path / "drawn.toml"
        path.write_text(HEAD.format(**(PARTS | parts)), encoding="utf-8")
        return tables.load_encounter(path)
    return load


def squares(rows, height=6):
    """{(x, y)} of bit rows."""
    return {(x, y) for y in range(height) for x in range(32) if int(rows[y]) >> x & 1}


# -- the ground --------------------------------------------------------------------------------------------------------------
def test_signs_and_joined_words_of_the_ground(drawn):
    t = drawn().tables[0]
    ground = {place: int(t.terrain[place[1] * 10 + place[0]]) for place in ((6, 1), (4, 3), (9, 0), (7, 4), (3, 1), (6, 2), (1, 1))}
    assert ground == {(6, 1): k.PIT, (4, 3): k.DARK, (9, 0): k.EXIT, (7, 4): k.DARK | k.DIFFICULT, (3, 1): 0, (6, 2): 0, (1, 1): 0}
    assert (t.darkness, t.changing, t.plain_sight) == (1, 1, 0)


def test_a_dark_map_is_dark_everywhere_and_lights_shine(drawn):
    light = '[features.torch]\nkind = "light"\nat = "f5"\nlight = 1\n'
    scenario = drawn(top="dark = true", tail=light)
    t, s = scenario.tables[0], scenario.initial[0]
    assert all(int(bits) & k.DARK for bits in t.terrain[:60])
    lit = {place for place in squares(s.lit) if not t.terrain[place[1] * 10 + place[0]] & k.WALL}
    assert lit == {(4, 3), (5, 3), (6, 3), (4, 4), (5, 4), (6, 4)}
    out = drawn(top="dark = true", tail=light + 'state = "off"\n')
    assert squares(out.initial[0].lit) == set() and out.initial[0].feature_state[2] == k.OFF


# -- features ----------------------------------------------------------------------------------------------------------------
def feature(scenario, n):
    row = scenario.tables[0].features[n]
    return {name: int(row[name]) for name in row.dtype.names}


def test_a_door_from_its_sign(drawn):
    scenario = drawn(gate='state = "locked"\nmaterial = "wood"\ncheck = "wits"')
    t, s = scenario.tables[0], scenario.initial[0]
    assert scenario.feature_names == ["gate", "thorns"] and t.n_features == 2
    assert feature(scenario, 0) == {"kind": k.DOOR_FEATURE, "x": 3, "y": 1, "state": k.LOCKED, "material": 2, "check": 1, "virtue": k.WITS, "light": 0,
                                    "link": k.NONE, "die": 0, "plus": 0, "minor": 1, "condition": k.NONE, "potency": 0, "blocks": k.WALL}
    assert s.feature_state[0] == k.LOCKED and t.feature_at[1 * 10 + 3] == 0 and squares(s.shut) == {(3, 1)}
    assert t.features[2].kind == k.NONE


@pytest.mark.parametrize("word, state, shut", [("open", k.OFF, False), ("closed", k.ON, True), ("broken", k.BROKEN, False), (None, k.ON, True)])
def test_states_of_a_door(word, state, shut, drawn):
    s = drawn(gate=f'state = "{word}"' if word else "").initial[0]
    assert s.feature_state[0] == state and (squares(s.shut) == {(3, 1)}) == shut


@pytest.mark.parametrize("damage, die, plus", [("1d6+2", 6, 2), ("d4", 4, 0), ("3", 0, 3), ("D20 + 11", 20, 11)])
def test_a_hazard_on_several_squares(damage, die, plus, drawn):
    scenario = drawn(thorns=f'sign = "*"\ndamage = "{damage}"\ngives = "bleeding"\nminor = false')
    t, row = scenario.tables[0], feature(scenario, 1)
    assert (row["kind"], row["die"], row["plus"], row["minor"], row["condition"], row["potency"]) == (k.HAZARD_FEATURE, die, plus, 0, k.BLEEDING, 1)
    assert [int(t.feature_at[y * 10 + x]) for x, y in ((6, 2), (6, 3), (6, 1))] == [1, 1, k.EMPTY] and t.features[1].state == k.ON


def test_levers_objects_and_links(drawn):
    scenario = drawn(tail='[features.bar]\nkind = "lever"\nat = "a2"\nlink = "gate"\n\n[features.crate]\nkind = "object"\nat = "b4"\nblocks = "low"\n'
                          'material = "plant"\n\n[features.stone]\nkind = "object"\nat = "b5"\nmaterial = "solid stone"\n\n[features.rug]\nkind = "object"\n'
                          'at = "c5"\nblocks = "none"\nstate = "broken"\n')
    s = scenario.initial[0]
    bar, crate, stone, rug = (feature(scenario, n) for n in (2, 3, 4, 5))
    assert (bar["kind"], bar["state"], bar["link"], bar["blocks"]) == (k.LEVER, k.OFF, 0, 0)
    assert [(f["kind"], f["state"], f["blocks"], f["material"]) for f in (crate, stone, rug)] == [
        (k.OBJECT, k.ON, k.LOW, 1), (k.OBJECT, k.ON, k.WALL, 4), (k.OBJECT, k.BROKEN, 0, 0)]
    assert squares(s.shut) == {(3, 1), (1, 4)} and squares(s.thin) == squares(s.hard) == {(1, 3)}


# -- effects, things, ties ---------------------------------------------------------------------------------------------------
def test_lasting_effects(drawn):
    s = drawn(tail='[[effects]]\nkind = "aura"\nowner = "T"\nsize = 2\ngives = "weak"\nwhom = "foes"\npotency = 3\n\n'
                   '[[effects]]\nkind = "dense cloud"\nowner = "k"\nat = "i2"\nsize = 2\ndecay = 1\n').initial[0]
    aura, cloud = ([int(v) for v in s.effects[n].tolist()] for n in (0, 1))
    assert aura == [k.EF_AURA, 2, 3, 0, 0, 2, 0, k.WEAK, k.FOES] and cloud == [k.EF_DENSE_CLOUD, 1, 1, 8, 1, 2, 1, k.NONE, k.ANYONE]
    assert squares(s.dense) == {(8, 1), (9, 1), (8, 2), (9, 2)} and s.effects[2].kind == k.NONE


def test_darkness_that_lasts(drawn):
    scenario = drawn(tail='[[effects]]\nkind = "darkness"\nowner = "k"\nat = "b2"\nsize = 1\n')
    assert scenario.tables[0].darkness == 1 and (1, 1) not in squares(scenario.initial[0].lit)


def test_things_held_carried_and_on_the_ground(drawn):
    gear = ('[gear.torch]\nname = "Torch"\nuse = ["light"]\nlight = 3\ndeed = "singe"\n\n[gear.bomb]\nname = "Bomb"\nuse = ["concoction"]\ndeed = "hop"\n\n'
            '[deeds.singe]\nname = "Singe"\nkind = "attack"\ninstrument = "tool"\ntargets = "creature"\nconflict = [{ damage = "2" }]\n\n')
    scenario = drawn(thing='held = ["torch"]\ncarried = ["bomb", "knife"]', tail=gear + '[[items]]\ngear = "bomb"\nat = "d3"\n')
    t, s = scenario.tables[0], scenario.initial[0]
    rows = [(scenario.gear_keys[int(s.items[r].gear)], int(s.items[r].held), int(s.items[r].place)) for r in range(7)]
    assert rows == [("sword", 1, k.NONE), ("shield", 1, k.NONE), ("knife", 1, k.NONE), ("torch", 1, k.NONE), ("bomb", 0, k.NONE), ("knife", 0, k.NONE),
                    ("bomb", 0, 23)]
    assert s.combatants[2].items.tolist()[:4] == [3, 4, 5, k.NONE]
    torch, bomb = (t.gear[scenario.gear_keys.index(n)] for n in ("torch", "bomb"))
    assert (torch.kinds, torch.light, scenario.deed_keys[torch.deed], torch.hands) == (k.G_LIGHT, 3, "singe", 1)
    assert (bomb.kinds, scenario.deed_keys[bomb.deed], bomb.hands) == (k.G_CONCOCTION, "hop", 0)
    own = [scenario.deed_keys[d] for d in t.roster[2].deeds if d != k.NONE]
    assert own == ["hop", "singe", "shove", "grab", "trip", "escape"], "a torch adds its deed, a bomb does not"
    assert t.gear[scenario.gear_keys.index("knife")].deed == k.NONE


def test_grabs_taunts_help_and_newcomers(drawn):
    s = drawn(w='grabbed_by = ["k"]\nstates = { taunted = 2 }\ntaunted_by = "T"\nhelped = ["deed", "tenacity"]\naim = 8\narrives = 2').initial[0]
    c = s.combatants[0]
    assert (c.grabbed_by, c.taunter, c.helped, c.aim, c.arrives, c.states[k.TAUNTED]) == (0b10, 2, 0b10001, 8, 2, 2)
    assert s.combatants[1].grabbed_by == 0 and s.combatants[1].taunter == k.NONE


def test_a_turn_under_way(drawn):
    from envs.core.economy import is_taken

    turn = ('[fight]\nround = 2\nfirst_side = "companions"\n'
            'turn = { of = "W", points = 0, taken = ["deed", "maneuver", "concoction"], lifted = true, free_used = 2 }\n')
    s = drawn(tail=turn).initial[0]
    c = s.combatants[0]
    assert (c.deeds_taken, c.maneuvers_taken, c.lifted, c.free_used, s.held_rounds) == (1, 1, 1, 2, 0)
    assert [n for n in range(k.MENU_SIZE) if is_taken(c, n)] == [k.DEED, k.MANEUVER, k.CONCOCTION]


def test_actions_of_its_own(drawn):
    scenario = drawn(thing='actions = [{ name = "Hop about", deed = "hop", cost = 0 }, { name = "Kick", deed = "shove", cost = 2 }]')
    row = scenario.tables[0].roster[2]
    assert [scenario.deed_keys[d] for d in row.own_actions if d != k.NONE] == ["hop", "shove"] and row.own_costs.tolist()[:3] == [0, 2, 0]
    assert scenario.action_names == [[], [], ["Hop about", "Kick"]] and (scenario.tables[0].roster[0].own_actions == k.NONE).all()


# -- objectives --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("text, kind, side, who, number, goal", [
    ('"eliminate"', k.ELIMINATE, k.NONE, k.NONE, 0, set()),
    ('{ kind = "hold", side = "enemies", squares = ["c4", "c5"], rounds = 3 }', k.HOLD, k.ENEMIES, k.NONE, 3, {(2, 3), (2, 4)}),
    ('{ kind = "reach", side = "companions", squares = ["i5"], who = "W" }', k.REACH, k.COMPANIONS, 0, 0, {(8, 4)}),
    ('{ kind = "protect", side = "companions", who = "W", rounds = 4 }', k.PROTECT, k.COMPANIONS, 0, 4, set()),
    ('{ kind = "slay", side = "companions", who = "T" }', k.SLAY, k.COMPANIONS, 2, 0, set()),
    ('{ kind = "escape", side = "enemies", count = 2 }', k.ESCAPE, k.ENEMIES, k.NONE, 2, set())])
def test_objectives(text, kind, side, who, number, goal, drawn):
    t = drawn(top=f"objective = {text}\nhidden_numbers = true").tables[0]
    assert (t.objective, t.objective_side, t.objective_who, t.objective_number) == (kind, side, who, number)
    assert squares(t.goal) == goal and (t.survivor_worth, t.escaped_worth, t.hidden_numbers) == (0, 100, 1)


def test_what_survivors_count(drawn):
    scenario = drawn(top='objective = { kind = "hold", side = "enemies", squares = ["c4"], rounds = 3, survivors = 40, escaped = 50 }',
                     tail='[fight]\nround = 2\nfirst_side = "enemies"\nheld_rounds = 1\n')
    t = scenario.tables[0]
    assert (t.survivor_worth, t.escaped_worth, scenario.initial[0].held_rounds) == (40, 50, 1)


def test_the_signature_follows_what_is_on_the_map(drawn):
    """A feature's state, an effect, a thing and the objective all belong to it; how a square is named does not."""
    plain = drawn().signature
    changes = [{"gate": 'state = "open"'}, {"top": 'objective = { kind = "slay", side = "enemies", who = "W" }'}, {"top": "hidden_numbers = true"},
               {"tail": '[[items]]\ngear = "knife"\nat = "b4"\n'}, {"tail": '[[effects]]\nkind = "light cloud"\nowner = "k"\nat = "b2"\nsize = 1\n'}]
    assert len({plain, *(drawn(**change).signature for change in changes)}) == 6
    assert drawn(gate='check = "wits"').signature == drawn(gate='check = "wits" # a comment').signature != plain


# -- lines and areas of deeds ------------------------------------------------------------------------------------------------
def lines_of(drawn, head, *lines):
    """(deed row, its lines as dicts) of a deed with these conflict lines."""
    text = f'[deeds.deed]\nname = "Deed"\n{head}\nconflict = [{", ".join(lines)}]\n'
    scenario = drawn(thing='actions = [{ name = "Do", deed = "deed" }]', tail=text)
    row = scenario.tables[0].deeds[scenario.deed_keys.index("deed")]
    return row, [{name: int(line[name]) for name in line.dtype.names} for line in row.lines[:row.n_lines]]


GAMBIT = 'kind = "gambit"\ninstrument = "melee"\ntargets = "creature"'
EMPTY_LINE = {"when": k.ON_CONFLICT, "who": 0, "state": k.NONE, "potency": 0, "weapon": 0, "spell": 0, "plus": 0, "kind": 0, "number": 0, "decay": 0, "whom": 0}


@pytest.mark.parametrize("line, expected", [
    ("{ push = 2 }", {"verb": k.V_FORCE, "kind": k.PUSH, "potency": 2}), ("{ pull = 3 }", {"verb": k.V_FORCE, "kind": k.PULL, "potency": 3}),
    ("{ sweep = 1 }", {"verb": k.V_FORCE, "kind": k.SWEEP, "potency": 1}), ("{ shove = 2 }", {"verb": k.V_FORCE, "kind": k.SHOVE, "potency": 2}),
    ("{ drag = 2 }", {"verb": k.V_FORCE, "kind": k.DRAG_ALONG, "potency": 2}), ("{ teleport = 4 }", {"verb": k.V_FORCE, "kind": k.TELEPORT, "potency": 4}),
    ('{ teleport = 4, who = "self" }', {"verb": k.V_MOVE, "kind": k.BY_TELEPORT, "potency": 4, "who": k.WHO_SELF}),
    ('{ teleport = 1, who = "fellows" }', {"verb": k.V_MOVE, "kind": k.BY_TELEPORT, "potency": 1, "who": k.WHO_FELLOWS}),
    ("{ walk = 3 }", {"verb": k.V_MOVE, "kind": k.BY_WALKING, "potency": 3}), ("{ grab = true }", {"verb": k.V_GRAB}),
    ("{ end_grab = true }", {"verb": k.V_END_GRAB}), ("{ may_counter = true }", {"verb": k.V_MAY_COUNTER}), ("{ no_counter = true }", {"verb": k.V_NO_COUNTER}),
    ('{ effect = "dense cloud" }', {"verb": k.V_EFFECT, "kind": k.EF_DENSE_CLOUD, "potency": 1, "number": 1}),
    ('{ effect = "aura", who = "self", radius = 2, potency = 3, decay = 1, gives = "weak", whom = "foes" }',
     {"verb": k.V_EFFECT, "kind": k.EF_AURA, "who": k.WHO_SELF, "potency": 3, "number": 2, "decay": 1, "state": k.WEAK, "whom": k.FOES}),
    ('{ effect = "sanctuary", radius = 0, whom = "fellows" }', {"verb": k.V_EFFECT, "kind": k.EF_SANCTUARY, "potency": 1, "number": 0, "whom": k.FELLOWS}),
    ('{ gain = "focus" }', {"verb": k.V_GAIN, "kind": k.GAIN_FOCUS, "potency": 1}),
    ('{ gain = "guard die", amount = 2 }', {"verb": k.V_GAIN, "kind": k.GAIN_GUARD_DIE, "potency": 2}),
    ('{ lose = "vigor", amount = 3 }', {"verb": k.V_LOSE, "kind": k.GAIN_VIGOR, "potency": 3})])
def test_verbs(line, expected, drawn):
    row, lines = lines_of(drawn, GAMBIT, line)
    assert lines == [EMPTY_LINE | expected]
    assert row.needs == (NEEDS_HAND if "{ grab" in line else NEEDS_GRAB_ON_USER if "end_grab" in line else 0) and row.lasts == ("effect" in line)


@pytest.mark.parametrize("area, size, instrument, more", [
    ("blast", 3, "spell", ""), ("close blast", 2, "innate", ""), ("burst", 2, "innate", ""), ("melee burst", None, "melee", ""), ("spell burst", None, "spell", ""),
    ("spell burst", None, "spell", "n_targets = 3"), ("aura", 2, "innate", ""), ("path", 16, "spell", "range = 4"), ("close path", 5, "innate", "")])
def test_areas(area, size, instrument, more, drawn):
    sized = "" if size is None else f"area_size = {size}"
    row, _ = lines_of(drawn, f'kind = "attack"\ninstrument = "{instrument}"\ntargets = "area"\narea = "{area}"\n{sized}\n{more}', '{ damage = "2" }')
    wanted = 3 if more == "n_targets = 3" else 0 if area == "spell burst" else 1
    assert (row.targets, row.area, row.area_size, row.n_targets, row.harmful) == (k.T_AREA, k.AREAS.index(area), size or 0, wanted, 1)


def test_the_effect_of_an_area_deed_fills_it(drawn):
    head = 'kind = "gambit"\ninstrument = "innate"\ntargets = "area"\narea = "aura"\narea_size = 3\nharmful = true\ncheck = false'
    row, lines = lines_of(drawn, head, '{ effect = "aura", who = "self", gives = "weak" }')
    assert (row.lasts, row.harmful, row.sure, lines[0]["number"], lines[0]["who"]) == (1, 1, 1, 3, k.WHO_SELF)


def test_a_personal_teleport_is_a_move_of_ones_own(drawn):
    scenario = drawn()
    line = scenario.tables[0].deeds[scenario.deed_keys.index("hop")].lines[0]
    assert (line.verb, line.kind, line.potency) == (k.V_MOVE, k.BY_TELEPORT, 4)


def test_maneuvers_of_everybody_G9_5():
    scenario = tables.load_library_encounter("duel")
    t = scenario.tables[0]
    rows = {scenario.deed_keys[d]: t.deeds[d] for d in t.roster[0].deeds[k.OWN_DEEDS:] if d != k.NONE}
    assert list(rows) == ["shove", "grab", "trip", "escape"]
    for name, row in rows.items():
        assert (row.kind, row.instrument, row.virtue, row.targets, row.harmful) == (k.MANEUVER_DEED, k.MELEE, k.MIGHT, k.T_CREATURE, 0)
        assert row.size_limit == (3 if name == "escape" else 1) and row.range == k.NONE
    assert [(rows[n].needs) for n in rows] == [0, NEEDS_HAND, 0, NEEDS_GRAB_ON_USER]
    assert [(int(x.when), int(x.verb)) for x in rows["grab"].lines[:3]] == [(k.ON_CONFLICT, k.V_GRAB), (k.ON_CONFLICT, k.V_MAY_COUNTER), (k.ON_TRIUMPH, k.V_NO_COUNTER)]
    assert [(int(x.when), int(x.verb), int(x.state), int(x.potency)) for x in rows["trip"].lines[:1]] == [(k.ON_TRIUMPH, k.V_STATE, k.TOPPLED, 1)]
