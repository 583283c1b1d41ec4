"""The agent `human`: fights by the real command with a person that reads the screen, undo, faulty entries, the end of the input, keeping a fight."""

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from command import app, compiled, fails, run  # noqa: F401  (the fixture holds for all tests here)
from typer.testing import CliRunner

from agents.puzzles import load_answers, load_puzzles
from envs.notation import parse_square, square_text

ROOT = Path(__file__).resolve().parents[1]


class Person:
    """Standard input of a person that reads what stands on the screen and answers with something that is offered there, drawn by `seed`."""

    def __init__(self, seed):
        self.rng, self.screen, self.seen, self.answers = np.random.default_rng(seed), io.StringIO(), 0, []

    def play(self, words, monkeypatch):
        """The whole screen of a command that the person answers to its end."""
        monkeypatch.setattr(sys, "stdin", self)
        with contextlib.redirect_stdout(self.screen):
            assert not app([str(w) for w in words], standalone_mode=False)
        return self.screen.getvalue()

    @staticmethod
    def isatty():
        return False

    def readline(self):
        screen = self.screen.getvalue()
        new, self.seen = screen[self.seen:], len(screen)
        self.answers.append(self.pick(new[new.rindex("\n["):]))
        return f"{self.answers[-1]}\n"

    def pick(self, question):
        """A number, square or name of a question as it was shown; ends of turns are left for last."""
        numbers = re.findall(r"^ *(\d+)\. {2}(.+?)(?: {2,}.*)?$", question, re.MULTILINE)
        better = [(n, name) for n, name in numbers if name.strip() != "end turn"] or numbers
        squares = [square for text in re.findall(r"^  ([a-z].*)$", question, re.MULTILINE) for part in text.split() for square in spread(part)]
        amounts = re.search(r"^  (\d+(?:, \d+)*)$", question, re.MULTILINE)
        offered = squares + [word.strip() for pair in better for word in (pair if len(pair[1]) < 20 else pair[:1])]
        offered += amounts[1].split(", ") if amounts else []
        return offered[self.rng.integers(len(offered))]


def spread(part):
    """`b4-e4` and `b4` as the squares that they mean."""
    if "-" not in part:
        return [part]
    (left, y), (right, _) = (parse_square(end) for end in part.split("-"))
    return [square_text(x, y) for x in range(left, right + 1)]


def typed(lines, *words, code=0):
    """Result of a command with these lines typed in."""
    result = CliRunner().invoke(app, [str(w) for w in words], input="".join(f"{line}\n" for line in lines))
    assert result.exit_code == code and "Traceback" not in result.output, result.output + repr(result.exception)
    return result


def duel(*more, companions="human", enemies="random", seed=5):
    return ["play", "duel", "--companions", companions, "--enemies", enemies, "--seed", seed, *more]


# -- whole fights --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("companions, enemies", [("human", "random"), ("random", "human"), ("human", "human")])
def test_a_person_who_takes_what_the_screen_offers_plays_a_fight_to_its_end(companions, enemies, monkeypatch):
    person = Person(seed=4)
    screen = person.play(duel(companions=companions, enemies=enemies), monkeypatch)
    assert re.search(r"(won|draw|no side has won) after \d+ rounds", screen) and len(person.answers) > 10
    for refusal in ("is not possible", "no answer", "may mean", "There is no number"):
        assert refusal not in screen.replace("\n", " ")


def test_what_agents_play_can_be_typed_in_by_two_persons():
    """The notation of a fight between agents, typed at both seats, is the same fight."""
    agents = json.loads(run(*duel("--json", companions="random", seed=6)).stdout)
    result = typed(agents["choices"], *duel("--json", companions="human", enemies="human", seed=6))
    assert json.loads(result.stdout) == agents
    assert "What does Hook Runner do?" in result.stderr and "deeds against it take" in result.stderr


def test_it_shows_what_happened_since_the_last_question_by_name():
    screen = typed(["end turn", "quit"], *duel()).stdout
    told = screen[screen.index("> end turn"):]
    assert "Hook Runner" in told[:told.index("[companions]")] and "Round 2: the" in told
    assert screen.count("a b c d e f g h") == 2  # at the start, and because somebody acted


# -- entries ---------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("entry, said", [
    ("99", "There is no number '99' in the list"), ("9" * 5000, "There is no number"), ("d", "'d' may mean deed"),
    ("walk", "Walk is not possible: no movement points are left"),
    ("xyzzy", "'xyzzy' is no answer to this question"), ("points #" + "9" * 5000, "is no answer"),
    ("target Hook Runner", "this question is not answered by that kind of choice"),
    ("why walk", "walk is not possible: no movement points are left (T3.10)."), ("why move", "move is possible now."),
    ("why Steady Blow", "Steady Blow is not possible: no legal target (T5.7)."), ("why", "stand: only while toppled 1"),
    ("?", "the reasons for all that is not possible"),
    ("\x1b[2J", "is no answer"), ("undo", "There is nothing to undo"), ("map", "low obstacle")])
def test_an_entry_that_answers_nothing_says_why_and_asks_again(entry, said):
    screen = typed([entry, "quit"], *duel()).stdout
    assert said in " ".join(screen.split()) and "after 0 choices" in screen and "\x1b" not in screen


def test_squares_numbers_letters_and_beginnings_answer():
    """Move by the beginning of its name and an amount, then walk by square; a square that is taken and one off the map say why."""
    result = typed(["mo", "0", "wal", "e7", "z99", "d5", "quit"], *duel("--json"))
    assert json.loads(result.stdout)["choices"] == ["move", "points 0", "walk", "at d5"]
    said = " ".join(result.stderr.split())
    assert re.search(r"E7 is not possible: .+\(G12\.1\)\.", said) and "Z99 is not on the map, which goes from a1 to h8." in said


def test_bytes_that_are_no_text_are_a_wrong_entry():
    result = CliRunner().invoke(app, [str(w) for w in duel()], input=b"\xff\xfe\xff\nquit\n")
    assert result.exit_code == 0 and "is no answer to this question" in result.stdout


def test_answers_behind_each_other_are_not_asked_one_by_one():
    screen = typed(["move; 1; walk; e7; d5", "d6", "quit"], *duel()).stdout
    assert "How many extra action points" not in screen and screen.count("Where does Gate Warden walk?") == 1  # asked because e7 went wrong
    assert "E7 is not possible" in screen and "from d2 to d6" in screen and screen.count("a b c d e f g h") == 2


# -- undo ------------------------------------------------------------------------------------------------------------------
def test_undo_takes_back_and_the_same_answers_roll_the_same_dice(monkeypatch):
    person = Person(seed=9)
    whole = person.play(duel(seed=2), monkeypatch)
    lines = [answer for answer in person.answers for answer in (answer, "undo", answer)]
    again = typed(lines, *duel(seed=2)).stdout
    assert again.count("Undone: ") == len(person.answers) - 1  # the last answer ends the fight
    assert whole.splitlines()[-1] == again.splitlines()[-1]


def test_undo_goes_back_as_far_as_one_likes():
    result = typed(["move", "1", "undo", "undo", "undo", "defend", "2", "quit"], *duel("--json"))
    assert json.loads(result.stdout)["choices"] == ["defend", "points 2"] and "nothing to undo" in result.stderr


# -- stopping --------------------------------------------------------------------------------------------------------------
def test_quit_says_how_to_come_back_and_what_it_says_works():
    first = typed(["move", "1", "walk", "d5", "quit"], *duel())
    words, answers = re.search(r"run: foemind (play .*) and enter: (.*)", first.stdout).groups()
    second = typed([f"{answers}; quit"], *words.split(), "--json")
    assert answers == "move; points 1; walk; at d5" and json.loads(second.stdout)["choices"] == answers.split("; ")
    assert json.loads(second.stdout)["winner"] is None


def test_the_way_back_sets_the_dials_again():
    said = typed(["quit"], *duel("--difficulty", "fair", "--mercy", "1")).stdout
    assert "--seed 5 --difficulty 2 --mercy 1" in said and "--difficulty" not in typed(["quit"], *duel()).stdout


def test_the_end_of_the_input_is_one_sentence_and_exit_code_one():
    done = subprocess.run([sys.executable, "-m", "judge.cli", *map(str, duel())], input="end turn\n", capture_output=True, text=True, timeout=300,
                          env=os.environ | {"PYTHONPATH": str(ROOT)}, cwd=ROOT)
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "\x1b" not in done.stdout
    assert done.stderr.startswith("foemind: the input ended, and the fight is not over (in round 2, after ") and "and enter: end turn" in done.stderr


def test_an_interrupt_is_one_sentence_too():
    process = subprocess.Popen([sys.executable, "-m", "judge.cli", *map(str, duel())], env=os.environ | {"PYTHONPATH": str(ROOT)}, cwd=ROOT,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    screen = b""
    while not screen.endswith(b"\n> "):
        screen += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1 and said.startswith(b"foemind: stopped by an interrupt, and the fight is not over") and said.count(b"\n") == 1


def test_a_kept_fight_goes_on_by_the_same_command(tmp_path):
    file = tmp_path / "fight.json"
    typed(["move", "1"], *duel("--save", file), code=1)
    assert json.loads(file.read_text(encoding="utf-8"))["choices"] == ["move", "points 1"]
    kept = json.loads(typed(["walk", "d5", "end turn", "undo", "quit"], *duel("--save", file, "--json")).stdout)["choices"]
    assert kept[:4] == ["move", "points 1", "walk", "at d5"] and json.loads(file.read_text(encoding="utf-8"))["choices"] == kept
    once = json.loads(typed(["move", "1", "walk", "d5", "quit"], *duel("--json")).stdout)["choices"]
    assert once == kept


def test_a_kept_fight_that_does_not_fit_is_told_and_left_as_it_is(tmp_path):
    file = tmp_path / "fight.json"
    typed(["move", "1"], *duel("--save", file), code=1)
    before = file.read_bytes()
    assert "seed: 5 there, 6 here" in fails(*duel("--save", file, seed=6))
    assert "dials: {'difficulty': 4, 'mercy': 0} there, {'difficulty': 2, 'mercy': 0} here" in fails(*duel("--save", file, "--difficulty", "fair"))
    file.write_bytes(re.sub(rb'"signature": "....', b'"signature": "0000', before))
    assert "holds a fight of another version of 'A duel in the yard'" in fails(*duel("--save", file))
    file.write_bytes(before.replace(b'"points 1"', b'"points 7"'))
    assert "'points 7' is not legal there" in run(*duel("--save", file), code=1).stderr
    file.write_text("{}")
    assert "holds no fight that foemind play has kept" in fails(*duel("--save", file))
    assert file.read_text() == "{}"
    assert "--save keeps a fight that a human plays" in fails(*duel("--save", tmp_path / "x.json", companions="random"))


# -- where there is no terminal ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("words", [["arena", "--agents", "random,human", "duel"], ["suggest", "duel", "--agent", "human"]])
def test_commands_without_a_terminal_refuse_a_human(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "human answers at a terminal" in (said := fails(*words)) and "foemind play FILE --companions human" in said
    assert list(tmp_path.iterdir()) == []


def test_an_environment_refuses_a_human():
    import gymnasium
    with pytest.raises(ValueError, match="no terminal for a human; play a fight yourself with foemind play"):
        gymnasium.make("Foemind-v0", encounter="duel", opponent="human")




# -- on a terminal, and puzzles ---------------------------------------------------------------------------------------------
def test_colours_are_for_a_terminal_only():
    """The command on a pseudo terminal, then its output in a file."""
    import pty
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "judge.cli", *map(str, duel())]
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment, cwd=ROOT)
    os.close(slave)
    os.write(master, b"xyzzy\nquit\n")
    said = b""
    with contextlib.suppress(OSError):  # the end of a pseudo terminal
        while part := os.read(master, 4096):
            said += part
    os.close(master)
    assert process.wait(60) == 0 and b"\x1b[" in said and b"is no answer to this question" in said
    assert "\x1b" not in typed(["xyzzy", "quit"], *duel()).output


def test_a_person_can_solve_a_puzzle():
    puzzle = load_puzzles()[0]
    best = load_answers()[puzzle.name].best[0]
    data = json.loads(typed(["undo", "nonsense", best], "puzzles", "--agent", "human", "--only", puzzle.name, "--json").stdout)
    assert (data["total"], data["solved"], data["seeds"], data["puzzles"][0]["played"]) == (1, 1, 1, best)
    assert "so there is no score" in typed(["quit"], "puzzles", "--agent", "human", "--only", puzzle.name, code=1).stderr
