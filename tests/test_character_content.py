"""Characters and dials in files: what a role gives, who goes before whom, faults, schema, commands; and that they change neither tables nor signatures."""

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

import envs.tables as tables
from envs.tables.json_schema import json_schema
from envs.tables.schema import MONSTER_ROLES
from envs.tables.schema_character import DEFAULTS, PLAIN, Persona
from judge import forecast, make_cards, suggest
from judge.cli import app
from judge.table.session import Table

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "cellar_tonight.toml"
FIGHT = EXAMPLE.read_text(encoding="utf-8")
WITCH = 'character = { prefers = ["healer", "wounded"], flees_at = 40, style = "cautious" }'


def written(tmp_path, old="", new="", name="fight.toml"):
    """The example with one text for another, as a file."""
    assert old in FIGHT
    path = tmp_path / name
    path.write_text(FIGHT.replace(old, new, 1) if old else FIGHT, encoding="utf-8")
    return path


def of(scenario, letter):
    return scenario.characters[scenario.letters.index(letter)]


# -- what is read ----------------------------------------------------------------------------------------------------------------
def test_the_example_is_read():
    scenario = tables.load_encounter(EXAMPLE)
    assert (scenario.dials.difficulty, scenario.dials.mercy) == (3, 1)
    assert of(scenario, "S") == Persona(3, ("healer", "wounded"), 40, "cautious") and of(scenario, "R").cunning == 0 and of(scenario, "W") is None
    assert [scenario.letters[i] for i in scenario.played()] == ["R", "T", "U", "S"]


def test_what_is_left_out_is_the_roles(tmp_path):
    assert set(DEFAULTS) == set(MONSTER_ROLES)
    assert of(tables.load_encounter(written(tmp_path, WITCH, "character = { }")), "S") == DEFAULTS["controller"]
    assert of(tables.load_encounter(written(tmp_path, WITCH, 'character = { flees_at = "never" }')), "S") == DEFAULTS["controller"]._replace(flees_at=0)
    path = written(tmp_path, 'companion = { calling = "mender", level = 1 }', 'companion = { calling = "mender", level = 1 }\ncharacter = { }')
    assert of(tables.load_encounter(path), "M") == PLAIN


def test_a_roster_entry_goes_before_its_creature_and_that_before_its_role(tmp_path):
    (tmp_path / "hag.toml").write_text('name = "Hag"\nrole = "controller"\nvirtues = { might = 0, grace = 2, wits = 4, spirit = 2 }\nkey = "wits"\nmax_vigor = 9\n'
                                       'speed = 5\nbare = { weapon = 1 }\ndeeds = ["steady_blow"]\n[character]\ncunning = 1\nprefers = ["caster"]\n', encoding="utf-8")
    text = FIGHT.replace('creature = "mire_witch"', 'creature = "hag"').replace("\nmap =", '\ninclude = ["hag.toml"]\nmap =')
    (tmp_path / "own.toml").write_text(text.replace(WITCH, "character = { cunning = 2 }"), encoding="utf-8")
    (tmp_path / "hers.toml").write_text(text.replace(WITCH, ""), encoding="utf-8")
    assert of(tables.load_encounter(tmp_path / "own.toml"), "S") == Persona(2, ("caster",), 25, "cautious")
    assert of(tables.load_encounter(tmp_path / "hers.toml"), "S") == Persona(1, ("caster",), 25, "cautious")


def test_they_change_neither_tables_nor_record_nor_signatures(tmp_path):
    bare = FIGHT.replace('difficulty = "hard"\nmercy = "some"', "")
    bare = "\n".join(line for line in bare.splitlines() if not line.startswith("character"))
    (tmp_path / "cellar_tonight.toml").write_text(bare, encoding="utf-8")
    one, other = tables.load_encounter(EXAMPLE), tables.load_encounter(tmp_path / "cellar_tonight.toml")
    assert other.played() == [] != one.played()
    assert (one.signature, one.rules_signature) == (other.signature, other.rules_signature)
    assert one.tables.tobytes() == other.tables.tobytes() and one.initial.tobytes() == other.initial.tobytes()


# -- faults ------------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("old, new, code, entry, part", [
    ('"mindless"', '"stupid"', "C109", "roster.R.character.cunning", "use clever, dull, masterful or mindless"),
    ('"mindless"', '"mindles"', "C109", "roster.R.character.cunning", "did you mean 'mindless'?"),
    ('"mindless"', "4", "C108", "roster.R.character.cunning", "use 0 (mindless), 1 (dull), 2 (clever) or 3 (masterful)"),
    ('"mindless"', "true", "C109", "roster.R.character.cunning", "use clever"),
    ('["healer", "wounded"]', '["healer", "tasty"]', "C109", "roster.S.character.prefers[2]", "'tasty' is not a known preference"),
    ('["healer", "wounded"]', '["healer", "healer"]', "C516", "roster.S.character.prefers", "prefers 'healer' twice"),
    ("flees_at = 40", "flees_at = 140", "C108", "roster.S.character.flees_at", "at most 100"),
    ("flees_at = 40", 'flees_at = "always"', "C109", "roster.S.character.flees_at", "use 'never', or the percent"),
    ("flees_at = 40", "flees = 40", "C105", "roster.S.character.flees", "did you mean 'flees_at'?"),
    ('style = "cautious"', 'style = "brave"', "C109", "roster.S.character.style", "not a known style"),
    ('"hard"', '"brutal"', "C109", "dials.difficulty", "use easy, fair, full, hard or tame"),
    ('mercy = "some"', "mercy = 3", "C108", "dials.mercy", "0 (none), 1 (some) or 2 (much)"),
    ('mercy = "some"', 'mercy = "some"\nobjective = "eliminate"', "C119", "dials", "'objective' stood below [dials]")])
def test_a_fault_names_entry_and_remedy(old, new, code, entry, part, tmp_path):
    path = written(tmp_path, old, new)
    faults = tables.check_file(path)
    assert [(f.code, f.entry) for f in faults] == [(code, entry)] and part in str(faults[0])
    if code != "C516" and code != "C119":
        assert list(Draft202012Validator(json_schema("encounter")).iter_errors(tomllib.loads(path.read_text(encoding="utf-8")))), "an editor shows it too"


def test_an_editor_takes_words_and_numbers():
    validator = Draft202012Validator(json_schema("encounter"))
    for old, new in (("40", '"never"'), ('"hard"', "3"), ('"mindless"', "0"), ("40", "0")):
        assert not list(validator.iter_errors(tomllib.loads(FIGHT.replace(old, new, 1)))), new


# -- where they are heard --------------------------------------------------------------------------------------------------------------
def test_everything_that_plays_or_advises_a_fight_hears_them():
    scenario = tables.load_encounter(EXAMPLE)
    notes = suggest(scenario, "S", "greedy").notes
    assert "Note: the enemies play at difficulty 3 (hard) with mercy 1 (some)." in notes
    assert "Note: Mire Witch: masterful (cunning 3), after the healer then the wounded, cautious, flees at 40 % of its vigor." in notes
    assert not any("difficulty" in note for note in suggest(tables.load_library_encounter("duel"), None, "greedy").notes)
    assert type(Table(scenario, agent="greedy").agent).__name__ == "CharacterAgent"
    duel = tables.load_library_encounter("duel")
    wins = [forecast(duel.with_dials(level), 40, "greedy", "greedy", changes=False).enemies_win.chance for level in ("tame", "full")]
    assert wins[0] + 0.2 < wins[1]


def test_a_card_says_how_its_monster_is_played():
    rat, witch = make_cards(tables.load_encounter(EXAMPLE), 20)
    assert rat.facts[-1] == "Played mindless (cunning 0), after the nearest, aggressive" and "flees at 40 %" in witch.facts[-1]


def test_a_forecast_with_a_monster_more_gives_it_the_same_character():
    from judge.roster_change import kinds, one_fewer, one_more
    scenario = tables.load_encounter(EXAMPLE)
    rats = next(slots for name, slots in kinds(scenario).items() if "Rat" in name)
    more = one_more(scenario, rats)
    assert more.characters[-1] == of(scenario, "R") and len(more.characters) == len(more.names) == len(scenario.names) + 1
    assert len(one_fewer(scenario, rats).characters) == len(scenario.characters)


def command(*words):
    result = CliRunner().invoke(app, [*map(str, words)])
    return result.exit_code, result.output


def test_the_commands_take_the_dials():
    code, out = command("suggest", "duel", "--agent", "greedy", "--difficulty", "2", "--mercy", "some", "--json")
    assert code == 0 and "Note: the enemies play at difficulty 2 (fair) with mercy 1 (some)." in json.loads(out)["notes"]
    games = [command("play", "duel", "--enemies", "greedy", "--difficulty", level, "--seed", 3, "--json")[1] for level in ("0", "tame", "4")]
    assert games[0] == games[1] != games[2] == command("play", "duel", "--enemies", "greedy", "--seed", 3, "--json")[1]


@pytest.mark.parametrize("words, part", [
    (("suggest", "duel", "--difficulty", "5"), "--difficulty: 5 is out of range; use 0 (tame)"),
    (("play", "duel", "--mercy", "kind"), "--mercy: 'kind' is not a known mercy; use much, none or some"),
    (("play", "--replay", "some.json", "--mercy", "1"), "leave out --difficulty and --mercy")])
def test_a_dial_that_cannot_be_ends_in_a_sentence(words, part):
    code, out = command(*words)
    assert code == 1 and part in out and len(out.strip().splitlines()) == 1
