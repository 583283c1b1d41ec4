"""`foemind generate` at the terminal: its options are those of the generator, and no file is lost to it."""

import inspect
import re
import tomllib
from dataclasses import fields
from pathlib import Path

import command
import pytest

from envs.generate import Options, encounter_toml
from judge.cli_content import generate

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "generate.md").read_text(encoding="utf-8")


def run(*words, code=0):
    return command.run("generate", *words, code=code)


# -- options -----------------------------------------------------------------------------------------------------------------
def test_the_command_has_every_option_that_is_a_plain_value():
    plain = {field.name for field in fields(Options)} - {"withhold"}
    assert set(inspect.signature(generate).parameters) - {"seed", "count", "out", "force"} == plain


def test_the_page_has_every_option():
    assert set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?`) \|", PAGE, flags=re.M)))) == {field.name for field in fields(Options)}
    assert [row for row in re.findall(r"^\| `(\w+)` \| Python only", PAGE, flags=re.M)] == ["withhold"]


@pytest.mark.parametrize("words, options", [
    (["--party", 2], {"party": 2}), (["--objective", "escape"], {"objective": "escape"}), (["--under-way"], {"under_way": True}),
    (["--from-start"], {"under_way": False}), (["--odds", 150], {"odds": 150}), (["--creatures", "reserved"], {"creatures": "reserved"}),
    (["--kind", "hall", "--level", 3, "--size", 12], {"kind": "hall", "level": 3, "size": 12}), ([], {})])
def test_an_option_is_that_of_the_generator(words, options):
    assert run("--seed", 4, *words).stdout == encounter_toml(4, **options)


@pytest.mark.parametrize("words, part", [(["--party", 7], "from 1 to 6"), (["--objective", "nap"], "use eliminate, hold"), (["--odds", 1], "from 25 to 400"),
                                         (["--creatures", "all"], "use training, reserved")])
def test_an_option_that_cannot_be_is_one_sentence(words, part):
    said = run(*words, code=1)
    assert part in said.stderr and said.stderr.count("\n") == 1 and said.stdout == ""


# -- files that are there ------------------------------------------------------------------------------------------------------
def test_a_file_that_differs_is_kept(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("title = 'Mine'\n", encoding="utf-8")
    said = run("--seed", 3, "-o", path, code=1)
    assert "mine.toml" in said.stderr and "--force" in said.stderr and said.stderr.count("\n") == 1 and path.read_text(encoding="utf-8") == "title = 'Mine'\n"
    run("--seed", 3, "-o", path, "--force")
    assert tomllib.loads(path.read_text(encoding="utf-8"))["map"] and [p.name for p in tmp_path.iterdir()] == ["mine.toml"]
    run("--seed", 3, "-o", path)  # the same again loses nothing


def test_one_file_that_differs_keeps_a_whole_folder_as_it_is(tmp_path):
    """All are looked at before the first is written."""
    folder = tmp_path / "fights"
    folder.mkdir()
    for seed in (12, 13):
        (folder / f"generated_{seed}.toml").write_text("title = 'Mine'\n", encoding="utf-8")
    said = run("--seed", 10, "--count", 4, "-o", folder, code=1)
    assert "generated_12.toml" in said.stderr and "and 1 more" in said.stderr and len(list(folder.iterdir())) == 2
    run("--seed", 10, "--count", 4, "-o", folder, "--force")
    assert sorted(p.name for p in folder.iterdir()) == [f"generated_{seed}.toml" for seed in range(10, 14)]
    assert (folder / "generated_12.toml").read_text(encoding="utf-8") == encounter_toml(12)


def test_no_seed_goes_beyond_what_the_command_takes(tmp_path):
    """The first line of a file says how to make it again."""
    done = run("--seed", 2**32 - 1, "--count", 3, "-o", tmp_path / "many", code=1)
    assert "beyond 4294967295" in done.stderr and not (tmp_path / "many").exists()
