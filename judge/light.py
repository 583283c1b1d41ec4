"""A light start: a command spares itself what takes time at its start without need."""

import atexit
import gc
import sys

YOUNG = 300_000  # new objects after which Python looks for cycles among them, instead of 700; a suggestion makes half as many that stay


def start_light():
    """What a command does first of all, before Numba is imported.

    Python would look through all that Numba and pydantic make while they load again and again, and once more at the end: a sixth of a warm
    suggestion's time, and hardly anything is found. It now does so seldom, and not at the end.
    """
    gc.set_threshold(YOUNG)
    atexit.register(gc.freeze)  # what is frozen is not looked through
    spare_scipy()


def spare_scipy():
    """Load Numba's array functions without SciPy where that is installed.

    Numba looks for SciPy's linear algebra when it first loads compiled code, which takes a fifth of a second; nothing that is compiled here uses it.
    SciPy can be imported afterwards as ever.
    """
    if "scipy" in sys.modules or "numba.np.arraymath" in sys.modules:
        return
    sys.modules["scipy"] = None  # an import of it fails, which to Numba means that it is not there
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        del sys.modules["scipy"]
