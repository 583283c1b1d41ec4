"""No process outlives its arena, however that ends, and none answers twice: agents that hang without letting a thread run, agents that fork."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import arena_agents
import pytest

from agents.arena.ending import end_all, stopped_like_ctrl_c
from agents.arena.entrants import Entrant, enter, file_digest
from agents.arena.games import play_games
from agents.arena.players import Players
from agents.arena.schedule import schedule
from agents.base import AgentError
from envs.tables import load_library_encounter

ROOT = Path(__file__).resolve().parents[1]
LONG = 60.0  # seconds after which a test gives up


def until(holds):
    limit = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < limit
        time.sleep(0.05)


def is_gone(number):
    """Whether a process has ended; one that nobody has asked after yet counts as ended."""
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


@pytest.mark.parametrize("ending, workers", [(signal.SIGTERM, 2), (signal.SIGKILL, 1)])
def test_an_agent_that_hangs_and_lets_no_thread_run_ends_with_the_arena(tmp_path, ending, workers):
    """The signal goes to the arena alone, as from a system that ends a service."""
    command = [sys.executable, "-m", "judge.cli", "arena", "--agents", "random,arena_agents:Stuck", "--suite", "duel", "--games", "2", "--time-limit", "600",
               "--workers", str(workers), "--out", str(tmp_path / "out")]
    stuck = tmp_path / "stuck"
    stuck.touch()
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}", "FOEMIND_TEST_STUCK": str(stuck)}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True)
    until(lambda: stuck.read_text(encoding="ascii").count("\n") == workers)
    process.send_signal(ending)
    told = process.communicate(timeout=LONG)[1]
    if ending == signal.SIGTERM:
        assert process.returncode == 1 and told.startswith("foemind: stopped; what was played is kept in ") and told.count("\n") == 1
    until(lambda: all(is_gone(number) for number in stuck.read_text(encoding="ascii").split()))


def _deaf(ready):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    ready.set()
    time.sleep(LONG)


def test_a_worker_that_does_not_hear_that_it_should_end_is_killed():
    context = multiprocessing.get_context("fork")
    ready = context.Event()
    process = context.Process(target=_deaf, args=(ready,))
    process.start()
    assert ready.wait(LONG)
    end_all([process], 0.1)
    assert process.exitcode == -signal.SIGKILL


def test_a_request_to_end_is_heard_like_ctrl_c_and_only_meanwhile():
    before = signal.getsignal(signal.SIGTERM)
    for number in (signal.SIGTERM, signal.SIGHUP):
        with pytest.raises(KeyboardInterrupt), stopped_like_ctrl_c():
            os.kill(os.getpid(), number)
            time.sleep(LONG)
    assert signal.getsignal(signal.SIGTERM) == before == signal.SIG_DFL


def test_a_signal_that_somebody_ignores_stays_ignored():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        with stopped_like_ctrl_c():
            os.kill(os.getpid(), signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def test_signals_of_a_program_whose_other_thread_holds_an_arena_are_left_alone():
    seen = []

    def hold():
        with stopped_like_ctrl_c():
            seen.append(signal.getsignal(signal.SIGTERM))
    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()
    assert seen == [signal.SIG_DFL]


@pytest.mark.parametrize("name", ["Forking", "ForkingAtFirst"])
def test_an_agent_that_forks_answers_from_one_process_only(name):
    duel = load_library_encounter("duel")
    entrants = [Entrant(f"arena_agents:{name}", True, False, True, file_digest(arena_agents.__file__)), Entrant("random", False, True, True, "")]
    with Players(entrants, 30) as players:
        (record,) = play_games(duel, schedule(2, [duel.signature], 2, 1)[:1], players)
    assert record["forfeit"] is None and min(record["decisions"]) > 3


def test_an_agent_whose_reproducible_raises_does_not_load():
    with pytest.raises(AgentError, match="^agent 'arena_agents:Shy' does not load: RuntimeError: it cannot tell$"):
        enter(["arena_agents:Shy", "random"], 30)
