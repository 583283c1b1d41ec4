"""A light start: a command spares itself what takes time at its start without need."""

import gc
import sys

YOUNG = 100_000  # objects more than before at which Python looks for cycles; a warm suggestion makes some hundred thousand, nearly all to stay


def start_light():
    """What a command does first of all, before Numba is imported.

    Python would look through all that Numba and pydantic make while they load again and again, a seventh of a warm suggestion's time; it now does so
    less often.
    """
    gc.set_threshold(YOUNG)
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
