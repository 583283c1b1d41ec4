"""The example of a learner in the PettingZoo environment runs as it stands, for a moment, and says what it did."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_example_trains_and_tells_before_and_after():
    command = [sys.executable, str(ROOT / "examples" / "pettingzoo_self_play.py"), "--seconds", "1", "--fights", "4", "--games", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, cwd=ROOT)
    assert done.returncode == 0, done.stderr[-2000:]
    before, trained, after = done.stdout.splitlines()
    scores = r": companions won (\d+) and lost (\d+) of 2, enemies won (\d+) and lost (\d+) of 2"
    for line, word in ((before, "before"), (after, "after")):
        counts = [int(n) for n in re.fullmatch(word + scores, line).groups()]
        assert counts[0] + counts[1] <= 2 and counts[2] + counts[3] <= 2
    questions, fights = map(int, re.fullmatch(r"trained on (\d+) questions of (\d+) fights in \d+ s", trained).groups())
    assert fights >= 2 and fights % 2 == 0 and questions > 10 * fights, "both sides' questions were learned from"
