"""How the processes of an arena end with it: whatever ends the arena, also at once, none of them goes on."""

import ctypes
import os
import signal
import sys
import threading
import time
from contextlib import contextmanager

WATCH = 1.0  # seconds between two looks at whether the parent is still there
PR_SET_PDEATHSIG = 1  # of prctl, Linux


def end_with_parent(parent):
    """End this process when `parent` (its process number), which started it, is gone, also in the middle of a choice.

    On Linux the system sees to it, also where a compiled call never lets another thread run; elsewhere a thread does.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:  # it went away before this process could ask
        os._exit(1)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent):
    while os.getppid() == parent:
        time.sleep(WATCH)
    os._exit(1)


def end_all(processes, seconds):
    """End processes: they are asked to, and those that have not ended after so many seconds are killed."""
    for process in processes:
        process.terminate()
    limit = time.monotonic() + seconds
    for process in processes:
        process.join(max(0.0, limit - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


@contextmanager
def stopped_like_ctrl_c():
    """Within this a request to end (SIGTERM, or SIGHUP of a terminal that closes) raises KeyboardInterrupt as Ctrl-C does, so that all is left in order.

    Signals that somebody ignores or handles already are left alone, and so are all where this is not the main thread.
    """
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []
    numbers = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
