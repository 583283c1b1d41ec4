"""What deeds, lines and items say of themselves in an observation: every verb, every receiver, own actions, concoctions."""

import pytest

from envs.core import codes as k
from envs.encoding import layout
from envs.tables.features import DEED_STATIC
from rules.drawn import STRIKE, fight
from seen import present, said, seen

HEAD = {"gambit": 'kind = "gambit"\ninstrument = "innate"\ntargets = "creature"\nrange = 5\n',
        "attack": 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 5\n'}
BRAWL = 'kind = "maneuver"\n'
FRIEND = 'kind = "gambit"\ninstrument = "innate"\ntargets = "companion"\nrange = 5\ncheck = false\n'


def deed_of(lines, head=HEAD["gambit"], name="deed", slot=0):
    """Static features that are not 0 of a deed of those lines; a maneuver takes the place of one of everybody's."""
    f = fight("A..x", {name: head + lines})
    values = f.observe()["deeds"][slot]
    return {feature.name: int(values[n]) for n, feature in enumerate(DEED_STATIC) if values[n]}


@pytest.mark.parametrize("lines, expected", [
    ('conflict = [{ state = "dazed", potency = 2 }]\ntriumph = [{ state = "dazed" }]', {"conflict:dazed": 2, "triumph:dazed": 1}),
    ('conflict = [{ state = "strong", who = "self" }]\nspark = [{ state = "hastened", who = "fellows", potency = 3 }]',
     {"self:strong": 1, "fellows:hastened": 3}),
    ('before = [{ state = "protected", who = "self" }]\nfail = [{ state = "weak", potency = 2 }, { lose = "focus", amount = 2, who = "self" }]',
     {"self:protected": 1, "fail:bad_state": 2, "self:lose": 2, "lose:focus": 2, "fail:self": 2}),
    ('conflict = [{ end = "burning" }, { end = "weak", potency = 2 }]', {"ends:burning": 6, "ends:weak": 2, "conflict:end_state": 8}),
    ('conflict = [{ state = "weak" }]\nafter = [{ end = "strong" }, { state = "soothed" }]',
     {"conflict:weak": 1, "always:end_state": 6, "always:good_state": 1, "ends:strong": 6}),
    ('conflict = [{ push = 2 }]\ntriumph = [{ drag = 3 }]\nspark = [{ teleport = 1 }]',
     {"conflict:force": 2, "triumph:force": 3, "spark:force": 1, "force:push": 2, "force:drag": 3, "force:teleport": 1}),
    ('conflict = [{ pull = 1 }, { sweep = 2 }, { shove = 3 }]', {"conflict:force": 6, "force:pull": 1, "force:sweep": 2, "force:shove": 3}),
    ('conflict = [{ walk = 3, who = "self" }]\ntriumph = [{ teleport = 2, who = "self" }]', {"self:move": 5, "move:walk": 3, "move:teleport": 2}),
    ('conflict = [{ gain = "movement", amount = 4 }]\ntriumph = [{ gain = "guard die" }, { gain = "vigor", amount = 5, who = "self" }]\n'
     'spark = [{ lose = "vigor", amount = 2 }]',
     {"conflict:gain": 4, "gain:movement": 4, "triumph:gain": 1, "gain:guard_die": 1, "self:gain": 5, "gain:vigor": 5, "spark:lose": 2, "lose:vigor": 2}),
    ('conflict = [{ recover = 1 }]\ntriumph = [{ recover = 2, who = "fellows" }]', {"conflict:recover": 1, "fellows:recover": 2}),
    ('conflict = [{ effect = "aura", potency = 2, decay = 1, radius = 3, gives = "bleeding", whom = "foes", who = "self" }]',
     {"self:effect": 2, "effect:aura": 2, "effect:decay": 1, "effect:radius": 3, "effect:for:foes": 1, "gives:bleeding": 2}),
    ('conflict = [{ effect = "dense cloud" }]\nspark = [{ effect = "sanctuary", whom = "fellows", who = "self" }]',
     {"conflict:effect": 1, "effect:dense_cloud": 1, "effect:radius": 2, "self:effect": 1, "effect:sanctuary": 1, "effect:for:anyone": 1,
      "effect:for:fellows": 1}),
])
def test_what_a_deed_does_stands_in_its_row(lines, expected):
    """T5.5, T5.6, T8.4, G12.3: verb, receiver, result and kind of every line; nothing else is said than that."""
    found = deed_of(lines)
    heads = {"present", "unlimited_size", "n_targets"} | {f.name for f in DEED_STATIC if f.name.partition(":")[0] in ("kind", "instrument", "targets", "area")}
    assert {name: value for name, value in found.items() if name not in heads} == expected


def test_T7_1_symbols_stand_by_result_and_receiver():
    found = deed_of('fail = [{ damage = "1" }]\n'
                    'conflict = [{ damage = "††+2" }]\ntriumph = [{ damage = "Ω" }]\nspark = [{ damage = "3", who = "self" }]', HEAD["attack"])
    expected = {"fail:flat": 1, "conflict:weapon": 2, "conflict:flat": 2, "triumph:spell": 1, "self:flat": 3, "harmful": 1}
    assert expected.items() <= found.items() and not {"fellows:flat", "spark:flat", "conflict:spell"} & set(found)


def test_T9_3_G9_6_grabs_and_who_may_counter():
    found = deed_of('conflict = [{ grab = true }, { may_counter = true }]\ntriumph = [{ no_counter = true }]', BRAWL, "grab", k.OWN_DEEDS + 1)
    expected = {"conflict:grab": 1, "conflict:may_counter": 1, "triumph:no_counter": 1, "needs:hand": 1, "size_limit": 1, "kind:maneuver": 1}
    assert expected.items() <= found.items()
    found = deed_of('conflict = [{ end_grab = true }]\nsize_limit = 3', BRAWL, "escape", k.OWN_DEEDS + 3)
    assert {"conflict:end_grab": 1, "needs:grabbed": 1, "size_limit": 3}.items() <= found.items() and "unlimited_size" not in found


def test_a_deed_without_a_check_says_so():
    assert deed_of('conflict = [{ recover = 1 }]', FRIEND)["sure"] == 1 and "sure" not in deed_of('conflict = [{ recover = 1 }]')


def test_every_deed_of_the_library_says_something_of_each_of_its_lines():
    """No line of a shipped deed is lost: without it the row would be another one."""
    from envs.scenarios import TRAINING
    from envs.tables import load_library_encounter
    from envs.tables.compile import PlainDeed, PlainLine
    from envs.tables.features import deed_features

    lines = 0
    for name in TRAINING:
        t = load_library_encounter(name).tables[0]
        good = t.states["good"].tolist()
        for row in t.deeds[:t.n_deeds].tolist():
            deed = PlainDeed(*row)
            rows = [PlainLine(*line) for line in deed.lines[:deed.n_lines]]
            whole = deed_features(deed._replace(lines=rows), good)
            for n in range(len(rows)):
                less = deed_features(deed._replace(lines=rows[:n] + rows[n + 1:], n_lines=len(rows) - 1), good)
                assert less != whole
                lines += 1
    assert lines > 100


# -- now ---------------------------------------------------------------------------------------------------------------------
def test_foes_and_fellows_that_a_deed_could_be_done_to():
    """T11.2: the most foes that one blast could hold are told from all that lie within its reach."""
    blast = 'kind = "attack"\ninstrument = "innate"\ntargets = "area"\narea = "blast"\narea_size = 2\nrange = 6\nconflict = [{ damage = "3" }]'
    f = fight("A....x.\n.B..y..\n.......\nz......", {"blast": blast, "mend": FRIEND + "conflict = [{ recover = 1 }]"})
    assert seen(f, "deeds", 0, "legal_foes", "legal_fellows", "most_foes") == [3, 2, 2]
    assert seen(f, "deeds", 1, "legal_foes", "legal_fellows", "most_foes") == [0, 2, 0]


def test_the_deed_in_progress_is_marked():
    f = fight("A.xy", {"hex": HEAD["gambit"] + 'conflict = [{ state = "weak" }]', "other": STRIKE}).attempt("hex")
    assert f.asks() == "target" and [seen(f, "deeds", n, "in_progress") for n in (0, 1)] == [1, 0]


ACTIONS = ('deeds = ["strike"]\nactions = [{ name = "Howl", deed = "howl" }, { name = "Dart", deed = "dart", cost = 0 }]\n'
           'virtues = { might = 2, grace = 1, wits = 0, spirit = 0 }\n')
HOWL = 'kind = "gambit"\ninstrument = "innate"\ntargets = "area"\narea = "burst"\narea_size = 3\nharmful = true\nconflict = [{ state = "dazed", potency = 2 }]'
DART = 'kind = "gambit"\ninstrument = "innate"\ntargets = "personal"\ncheck = false\nconflict = [{ walk = 2, who = "self" }]'


def test_T2_9_an_own_action_shows_its_deed_and_cost():
    f = fight("A..x...y", {"strike": STRIKE, "howl": HOWL, "dart": DART}, A=ACTIONS)
    rows = [layout.ACTION_ROW, layout.ACTION_ROW + 1]
    assert set(rows) <= set(present(f, "deeds")) and layout.ACTION_ROW + 2 not in present(f, "deeds")
    assert [seen(f, "deeds", n, "own_action", "cost", "usable", "concoction") for n in rows] == [[1, 1, 1, 0], [1, 0, 1, 0]]
    assert seen(f, "deeds", rows[0], "area:burst", "conflict:dazed", "legal_foes", "virtue") == [1, 2, 1, 2]
    assert seen(f, "deeds", rows[1], "sure", "move:walk", "self:move") == [1, 2, 2]
    assert seen(f, "deeds", 0, "own_action", "cost") == [0, 1]


FLASK = {"flask": 'use = ["concoction"]\ndeed = "burst"', "sword": 'use = ["melee"]\nweapon = 6'}
BURST = 'kind = "attack"\ninstrument = "tool"\ntargets = "creature"\nconflict = [{ damage = "4" }]'


def test_T3_14_a_concoction_shows_its_deed_in_the_row_of_its_slot():
    """No free hand is needed, and the range is the throwing range."""
    body = 'deeds = ["strike"]\nheld = ["sword"]\ncarried = ["flask"]\nhands = 1'
    f = fight("A..x", {"strike": STRIKE, "burst": BURST}, FLASK, A=body, x='deeds = ["strike"]')
    row = layout.CONCOCTION_ROW + 2
    assert present(f, "deeds")[-1] == row
    assert seen(f, "deeds", row, "concoction", "usable", "range", "conflict:flat", "legal_foes") == [1, 1, 4, 4, 1]
    assert seen(f, "deeds", row, "best_damage") > 0
    assert f.can("concoction")
    f.play("concoction", dice=[2, 3])
    assert layout.CONCOCTION_ROW + 2 not in present(f, "deeds")


# -- lines -------------------------------------------------------------------------------------------------------------------
def test_lines_of_the_deed_in_progress_show_their_verbs_and_kinds():
    lines = ('before = [{ gain = "movement", amount = 2, who = "self" }]\n'
             'conflict = [{ effect = "hazard", potency = 2, decay = 1, radius = 2, whom = "foes", gives = "burning" }, '
             '{ sweep = 2 }]\ntriumph = [{ end = "strong" }]\nafter = [{ walk = 1, who = "self" }]')
    f = fight("A.xy", {"deed": HEAD["gambit"] + lines}).attempt("deed")
    verbs = [next(iter(said(f, "lines", n, "verb"))) for n in present(f, "lines")]
    assert f.asks() == "target" and verbs == ["gain", "effect", "force", "end_state", "move"]
    assert [list(said(f, "lines", n, block)) for n, block in ((0, "stock"), (1, "effect"), (2, "force"), (3, "state"), (4, "move"))] == [
        ["movement"], ["hazard"], ["sweep"], ["strong"], ["walk"]]
    assert seen(f, "lines", 1, "potency", "radius", "decay", "for:foes", "state:burning", "good_state") == [2, 2, 1, 1, 1, 0]
    assert seen(f, "lines", 3, "good_state", "who:target", "when:triumph") == [1, 1, 1] and seen(f, "lines", 4, "who:self", "when:after") == [1, 1]


def test_T7_6_a_spark_that_raises_a_line_is_seen():
    lines = 'n_targets = 2\nconflict = [{ state = "weak" }, { state = "dazed" }]'
    f = fight("A.xy", {"hex": HEAD["gambit"].replace('"creature"', '"creatures"') + lines}).attempt("hex", "x", "y", dice=[8, 8])
    assert f.asks() == "spark"
    f.play("line 2")
    assert f.asks() == "spark target" and [seen(f, "lines", n, "raised") for n in (0, 1)] == [0, 1]
    assert seen(f, "question", None, "spark_for_line", "spark_effect", "spark_damage") == [1, 0, 0]


# -- items -------------------------------------------------------------------------------------------------------------------
THINGS = {"spear": 'use = ["melee", "throwing"]\nweapon = 5\nreach = 2\nsupply = 6', "wand": 'use = ["catalyst"]\nspell = 7\nrange = 6\nhands = 0',
          "bow": 'use = ["ranged"]\nweapon = 4\nrange = 8\nhands = 2', "lamp": 'use = ["light"]\nlight = 3'}


def test_the_askers_items_stand_in_the_rows_of_their_slots():
    f = fight("A..x", gear=THINGS, A='held = ["spear", "wand"]\ncarried = ["bow", "lamp"]\nbare = { weapon = 2, spell = 1 }')
    assert present(f, "items") == [0, 1, 2, 3, 4]
    assert seen(f, "items", 0, "held", "weapon", "spell", "reach") == [1, 2, 1, 1]
    assert seen(f, "items", 1, "held", "melee", "throwing", "ranged", "weapon", "reach", "supply", "hands") == [1, 1, 1, 0, 5, 2, 6, 1]
    assert seen(f, "items", 2, "held", "catalyst", "spell", "range") == [1, 1, 7, 6] and seen(f, "items", 3, "held", "ranged", "range", "hands") == [0, 1, 8, 2]
    assert seen(f, "items", 4, "light", "light_radius", "held") == [1, 3, 0]
    f.state.items[f["A"].items[0]].supply = 0
    assert seen(f, "items", 1, "weapon", "supply") == [0, 0], "G7.5: with its supply used up it is worth nothing"


def test_T4_4_a_counter_shows_what_each_armament_would_deal():
    f = fight("Ax", {"strike": STRIKE}, THINGS, x='held = ["spear"]\nbare = { weapon = 1 }').attempt("strike", "x", dice=[3, 3])
    assert f.asks() == "counter"
    assert seen(f, "items", 0, "may_counter", "counter_damage") == [1, 20] and seen(f, "items", 1, "may_counter", "counter_damage") == [1, 100]
    assert seen(f, "items", 2, "may_counter", "present") == [0, 0]


def test_T3_13_the_thrown_item_is_marked_and_seen_by_who_may_catch_it():
    f = fight("A...x\nB....", gear=THINGS, A='held = ["spear", "lamp"]').play("throw", "with spear")
    assert f.asks() == "place" and [seen(f, "items", n, "chosen") for n in (1, 2)] == [1, 0]
    f.play("at e1")
    assert f.asks() == "catch" and seen(f, "question", None, "thing_weapon", "thing_spell", "thing_light") == [5, 0, 0]


def test_T5_4_the_chosen_instrument_is_marked():
    deed = 'kind = "attack"\ninstrument = "versatile"\ntargets = "creature"\nconflict = [{ damage = "†" }]'
    f = fight("Axy", {"stab": deed}, THINGS, A='held = ["spear"]', x='deeds = ["idle"]', y='deeds = ["idle"]').attempt("stab", way="as melee")
    assert f.asks() == "target" and seen(f, "items", 1, "chosen") == 1 and k.BARE_HAND == 0 and seen(f, "items", 0, "chosen") == 0
