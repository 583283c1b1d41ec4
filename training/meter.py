"""What is watched while training runs: time in the environment, fights that ended, the progress bar."""

import time
from collections import deque
from contextlib import contextmanager

from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnvWrapper

RECENT = 400  # fights over which the shown win rate is taken


class Stopwatch(VecEnvWrapper):
    """Adds up the seconds spent in the environment: rules, the other side's choices, observation and mask."""

    seconds = 0.0

    def reset(self):
        return self._timed(self.venv.reset)

    def step_async(self, actions):
        self._timed(self.venv.step_async, actions)

    def step_wait(self):
        return self._timed(self.venv.step_wait)

    def env_method(self, method_name, *args, indices=None, **kwargs):
        return self._timed(self.venv.env_method, method_name, *args, indices=indices, **kwargs)

    def _timed(self, call, *args, **kwargs):
        start = time.perf_counter()
        try:
            return call(*args, **kwargs)
        finally:
            self.seconds += time.perf_counter() - start


class Fights(BaseCallback):
    """Counts ended fights and keeps the last results against bots: 1 won, 0 lost, drawn or cut off. Self-play is counted, but nobody's win."""

    def __init__(self):
        super().__init__()
        self.ended = self.won = 0
        self.recent = deque(maxlen=RECENT)

    def _on_step(self):
        self.count(self.locals["dones"], self.locals["infos"])
        return True

    def count(self, dones, infos):
        """Take the fights that ended in one step into account."""
        for number in dones.nonzero()[0]:
            self.ended += 1
            if infos[number]["episode"]["self_play"]:
                continue
            win = infos[number]["episode"]["won"]
            self.won += win
            self.recent.append(win)

    @property
    def win_rate(self):
        """Share of the recent fights that were won; 0 before the first has ended."""
        return sum(self.recent) / max(1, len(self.recent))


@contextmanager
def progress_bar(shown, start):
    """Yield `update(share, text)`; draws a bar on the terminal when `shown`. `start`: share already done by earlier stretches."""
    if not shown:
        yield lambda share, text: None
        return
    columns = [TextColumn("training"), BarColumn(), TextColumn("{task.percentage:3.0f} %"), TextColumn("{task.fields[text]}"), TimeElapsedColumn(),
               TimeRemainingColumn()]
    with Bar(*columns) as bar:
        task = bar.add_task("training", total=1.0, completed=start, text="starting")
        yield lambda share, text: bar.update(task, completed=min(share, 1.0), text=text)
