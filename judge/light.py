"""A light start: a command spares itself what Numba loads without need."""

import sys


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
