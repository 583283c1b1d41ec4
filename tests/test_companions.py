"""Companions from five numbers: what a calling makes, whose numbers the deeds use, and what is told where something is wrong."""

import pytest
from typer.testing import CliRunner

import envs.tables as tables
from envs.core import codes as k
from envs.core.instruments import spell_rating, suits, weapon_rating
from envs.tables.companion import build
from envs.tables.errors import Faults
from envs.tables.library import Shelf, library_item
from envs.tables.schema import COMPANION_ROLES
from envs.tables.schema_companion import MAX_LEVEL, MORE_VIGOR, Companion
from judge.cli import app
from judge.companion import make

CALLINGS = tables.library_names("companion")
MAP = 'title = "A short quarrel"\n{head}map = """\n################\n#ABCDEFGHIJKLMN#\n#..............#\n#......Z.......#\n################\n"""\n'
FOE = '[roster.Z]\ncreature = "hook_runner"\nside = "enemies"\n'
ONE = '[roster.A]\nside = "companions"\ncompanion = { calling = "vanguard", level = 2, vigor = 18, weapon = 4, spell = 0 }\n'


def fight(tmp_path, *entries, head=""):
    """The path of an encounter file with these roster entries and a foe."""
    letters = [entry.partition("]")[0][-1] for entry in entries]
    rows = "".join(c if c in letters or c not in "ABCDEFGHIJKLMN" else "." for c in MAP.format(head=head).partition('"""')[2])
    path = tmp_path / "quarrel.toml"
    path.write_text(MAP.format(head=head).partition('"""')[0] + '"""' + rows + "\n".join(entries) + FOE, encoding="utf-8")
    return path


def entry(letter, text):
    return f'[roster.{letter}]\nside = "companions"\ncompanion = {{ {text} }}\n'


def block(**numbers):
    """The Built of a companion whose calling is fine."""
    faults = Faults()
    built = build(Companion(**numbers), Shelf(faults), "here", "", faults)
    assert faults == []
    return built


def best(scenario, slot, symbol):
    """{key of a deed: the most that its symbol is worth in any way that is open} of those deeds that have the symbol."""
    t, s = scenario.tables[0], scenario.initial[0]
    rating = weapon_rating if symbol == "weapon" else spell_rating
    out = {}
    for deed in t.roster[slot].deeds:
        if deed != k.NONE and any(line[symbol] for line in t.deeds[deed].lines[:t.deeds[deed].n_lines]):
            out[scenario.deed_keys[deed]] = max(int(rating(t, s, slot, way)) for way in range(k.ITEM_SLOTS) if suits(t, s, slot, int(deed), way))
    return out


def test_there_are_callings_enough():
    assert len(CALLINGS) >= 10 and {"vanguard", "archer", "mender", "hexer", "guardian", "shifter", "tinker"} <= set(CALLINGS)
    blocks = [block(calling=c, level=2).creature for c in CALLINGS]
    assert len({(b.key, *b.deeds) for b in blocks}) == len(CALLINGS)
    assert all(b.endures and b.text.endswith(".") for b in blocks)


@pytest.mark.parametrize("calling", CALLINGS)
def test_levels_grow(calling):
    """Each level is at least what the one before is; above level 3 only vigor grows."""
    levels = [block(calling=calling, level=n).creature for n in range(1, MAX_LEVEL + 1)]
    for low, high in zip(levels, levels[1:]):
        assert high.max_vigor > low.max_vigor and high.focus >= low.focus and set(low.deeds) <= set(high.deeds)
        assert sum(high.guard_dice) >= sum(low.guard_dice)
    third, ninth = levels[2], levels[-1]
    assert ninth.max_vigor == third.max_vigor + 6 * MORE_VIGOR
    assert ninth.model_dump(exclude={"max_vigor"}) == third.model_dump(exclude={"max_vigor"})
    assert max(getattr(third.virtues, v) for v in k.VIRTUES) == getattr(third.virtues, third.key)


def test_the_entry_of_the_readme(tmp_path):
    path = fight(tmp_path, ONE)
    assert tables.check_file(path) == []
    scenario = tables.load_encounter(path)
    t = scenario.tables[0]
    assert scenario.names == ["Vanguard", "Hook Runner"] and t.roster[0].max_vigor == 18 and t.roster[0].side == k.SIDE_NAMES.index("companions")
    assert best(scenario, 0, "weapon") == {"steady-blow": 4, "shield-press": 4, "break-open": 4, "bar-the-way": 4}
    assert scenario.gear_names[:2] == ["Sword", "Shield"] and scenario.gear_keys[:2] == ["sword", "shield"]


@pytest.mark.parametrize("weapon, spell", [(7, 9), (1, 2), (20, 20)])
def test_the_ratings_given_are_those_that_deeds_use(weapon, spell, tmp_path):
    """Of every calling, for every deed that deals † or Ω: the best instrument in hand is worth the number of the sheet."""
    letters = "ABCDEFGHIJKLMN"[:len(CALLINGS)]
    entries = [entry(letter, f'calling = "{c}", level = 3, weapon = {weapon}, spell = {spell}') for letter, c in zip(letters, CALLINGS)]
    scenario = tables.load_encounter(fight(tmp_path, *entries))
    used = {"weapon": 0, "spell": 0}
    for slot, calling in enumerate(CALLINGS):
        for symbol, given in (("weapon", weapon), ("spell", spell)):
            worth = best(scenario, slot, symbol)
            used[symbol] += len(worth)
            assert set(worth.values()) <= {given}, (calling, worth)
        assert best(scenario, slot, "weapon") or best(scenario, slot, "spell")
    assert used["weapon"] >= 10 and used["spell"] >= 8


def test_what_is_left_out_is_the_callings():
    calling = library_item("companion", "mender").model
    built = block(calling="mender", level=2)
    assert built.creature.max_vigor == calling.level_2.vigor and built.creature.held == ["staff"] and not built.creature.own_gear  # the library's staff fits
    assert block(calling="mender").creature.max_vigor == calling.level_1.vigor


def test_two_of_a_calling_keep_their_own_numbers(tmp_path):
    scenario = tables.load_encounter(fight(tmp_path, entry("A", 'calling = "vanguard", weapon = 3'), entry("B", 'calling = "vanguard", weapon = 8')))
    assert scenario.names[:2] == ["Vanguard A", "Vanguard B"]
    assert [set(best(scenario, slot, "weapon").values()) for slot in (0, 1)] == [{3}, {8}]


def test_a_bare_hand_is_never_better_than_the_weapon():
    assert block(calling="vanguard", weapon=1).creature.bare.weapon == 1 and block(calling="vanguard", weapon=9).creature.bare.weapon == 2
    assert block(calling="wrestler", weapon=9).creature.bare.weapon == 9  # no weapon: the hands are meant


def test_a_rating_of_nothing_leaves_out_the_deeds_that_need_it(tmp_path):
    """A mender without † keeps the staff as a catalyst, not as a weapon to counter with."""
    built = block(calling="mender", level=2, weapon=0)
    assert built.dropped == ["staff_rap"] and "staff_rap" not in built.creature.deeds
    staff = built.creature.own_gear[built.creature.held[0]]
    assert (staff.use, staff.weapon, staff.range) == (["catalyst"], 0, 6)
    path = fight(tmp_path, entry("A", 'calling = "mender", level = 2, weapon = 0'))
    assert tables.check_file(path) == []
    assert block(calling="archer", level=1, spell=0).dropped == []


def test_other_keys_of_the_entry_override(tmp_path):
    text = ONE + 'name = "Ilse"\nvigor = 5\nfocus = 1\nstates = { weak = 1 }\nsupply = { sword = 6 }\n'
    path = fight(tmp_path, text)
    assert tables.check_file(path) == []
    scenario = tables.load_encounter(path)
    c, s = scenario.initial[0].combatants[0], scenario.initial[0]
    assert scenario.names[0] == "Ilse" and (c.vigor, c.max_vigor, c.focus, c.states[k.STATE_NAMES.index("weak")]) == (5, 18, 1, 1)
    assert s.items[c.items[0]].supply == 6
    named = fight(tmp_path, entry("A", 'calling = "archer", name = "Odd"'))
    assert tables.load_encounter(named).names[0] == "Odd"


def test_callings_are_the_companions_of_the_library():
    """Of a role and level for which the library has a companion, the calling is that companion in all that the rules look at."""
    shown = {"name", "text", "own_gear"}
    seen = set()
    for name in tables.library_names("creature"):
        creature = library_item("creature", name).model
        if creature.level is not None and creature.role in CALLINGS:
            seen.add(creature.role)
            made = block(calling=creature.role, level=creature.level).creature
            assert made.model_dump(exclude=shown) == creature.model_dump(exclude=shown), name
    assert seen == set(COMPANION_ROLES)


def test_a_judge_may_write_a_calling(tmp_path):
    text = (tables.library.CONTENT / "companions" / "archer.toml").read_text(encoding="utf-8")
    (tmp_path / "fowler.toml").write_text(text.replace("Archer", "Fowler"), encoding="utf-8")
    assert tables.check_file(tmp_path / "fowler.toml") == []
    path = fight(tmp_path, entry("A", 'calling = "fowler", level = 3, weapon = 5'), head='include = ["fowler.toml"]\n')
    assert tables.load_encounter(path).names[0] == "Fowler"


@pytest.mark.parametrize("text, code, where, part", [
    ('calling = "vangard"', "C212", "roster.A.companion.calling", "did you mean 'vanguard'?"),
    ('calling = "bard"', "C212", "roster.A.companion.calling", "archer, captain"),
    ('calling = "archer", level = 10', "C108", "roster.A.companion.level", "at most 9"),
    ('calling = "archer", level = 0', "C108", "roster.A.companion.level", "at least 1"),
    ('calling = "archer", vigor = 0', "C108", "roster.A.companion.vigor", "at least 1"),
    ('calling = "archer", weapon = 21', "C108", "roster.A.companion.weapon", "at most 20"),
    ('calling = "archer", spell = -1', "C108", "roster.A.companion.spell", "at least 0"),
    ('calling = "archer", weapon = "5"', "C107", "roster.A.companion.weapon", "whole number"),
    ('calling = "archer", hp = 5', "C105", "roster.A.companion.hp", "vigor"),
    ('level = 2', "C106", "roster.A.companion.calling", "add calling"),
    ('calling = "archer", weapon = 0', "C441", "roster.A.companion", "no attack left")])
def test_faults_name_file_entry_and_remedy(text, code, where, part, tmp_path):
    path = fight(tmp_path, entry("A", text))
    faults = tables.check_file(path)
    assert [(f.code, f.entry) for f in faults] == [(code, where)] and part in str(faults[0]) and str(path) in str(faults[0])


def test_a_creature_or_a_companion(tmp_path):
    faults = tables.check_file(fight(tmp_path, ONE + 'creature = "gate_warden"\n'))
    assert [(f.code, f.entry) for f in faults] == [("C440", "roster.A.companion")]
    faults = tables.check_file(fight(tmp_path, '[roster.A]\nside = "companions"\n'))
    assert [(f.code, f.entry) for f in faults] == [("C106", "roster.A.creature")] and "companion" in faults[0].remedy


@pytest.mark.parametrize("supply, code, part", [("sward = 6", "C431", "did you mean 'sword'?"), ("sword = 20", "C505", "used up"), ("shield = 4", "C432", "never runs low")])
def test_gear_keeps_its_name_in_faults(supply, code, part, tmp_path):
    faults = tables.check_file(fight(tmp_path, ONE + f"supply = {{ {supply} }}\n"))
    assert [f.code for f in faults] == [code] and part in str(faults[0]) and "__" not in str(faults[0])


@pytest.mark.parametrize("old, new, code, where", [
    ('"long_shot"', '"long_shott"', "C202", "level_1.deeds[1]"), ('held = ["bow"]', 'held = ["knife"]', "C508", "level_1.deeds[1]"),
    ("[level_2]", "[level_2]\nsped = 3", "C105", "level_2.sped"), ("endurance = 3\n", "", "C106", "level_1.endurance"),
    ("guard_dice = [6, 4]", "guard_dice = [6, 5]", "C505", "level_2.guard_dice[2]"), ("focus = 2", "focus = 1", "C510", "level_1.deeds[3]")])
def test_faults_of_a_calling(old, new, code, where, tmp_path):
    text = (tables.library.CONTENT / "companions" / "archer.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "fowler.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert (code, where) in [(f.code, f.entry) for f in tables.check_file(path)]


def test_a_calling_with_a_fault_is_told_once(tmp_path):
    """What is wrong is in the included file; that its calling is missing follows from it and is no second fault."""
    text = (tables.library.CONTENT / "companions" / "archer.toml").read_text(encoding="utf-8")
    (tmp_path / "fowler.toml").write_text(text.replace("speed", "sped", 1), encoding="utf-8")
    faults = tables.check_file(fight(tmp_path, entry("A", 'calling = "fowler"'), head='include = ["fowler.toml"]\n'))
    assert {f.file for f in faults} == {"fowler.toml"} and [f.code for f in faults] == ["C105"]


# -- the command -------------------------------------------------------------------------------------------------------------
def test_the_command_prints_an_entry_that_loads(tmp_path):
    done = CliRunner().invoke(app, ["companion", "mender", "--level", "2", "--vigor", "16", "--weapon", "3", "--spell", "6", "--name", 'Ilse "Owl"'])
    assert done.exit_code == 0, done.output
    pasted, _, shown = done.stdout.partition("\n\n")
    path = fight(tmp_path, pasted.replace("roster.I", "roster.A") + "\n")
    scenario = tables.load_encounter(path)
    assert scenario.names[0] == 'Ilse "Owl"' and scenario.tables[0].roster[0].max_vigor == 16
    assert best(scenario, 0, "weapon") == {"staff-rap": 3} and best(scenario, 0, "spell") == {"pale-fire": 6}
    assert "vigor 16" in shown and "† 3, Ω 6" in shown and "Mend Wounds (gambit, spell): conflict recovery 1" in shown and "spirit 4 (key)" in shown


@pytest.mark.parametrize("calling", CALLINGS)
def test_every_calling_is_told(calling):
    """Each deed in one line, without a name of the code in it."""
    pasted, lines = make(calling, 3)
    assert pasted.startswith(f"[roster.{calling[0].upper()}]") and calling in pasted
    deeds = [library_item("deed", name).model.name for name in block(calling=calling, level=3).creature.deeds]
    assert all(any(line.strip().startswith(name) for line in lines) for name in deeds)
    assert not any("None" in line or "_" in line or len(line) > 160 for line in lines)


@pytest.mark.parametrize("words, code, part", [
    (["vangard"], 1, "did you mean 'vanguard'?"), (["archer", "--weapon", "0"], 1, "[C441]"), (["archer", "--name", ""], 1, "[C110]"),
    (["archer", "--level", "10"], 2, "--level")])
def test_the_command_ends_in_a_sentence(words, code, part):
    done = CliRunner().invoke(app, ["companion", *words])
    assert done.exit_code == code and part in done.stderr and done.stdout == "" and "Traceback" not in done.stderr
