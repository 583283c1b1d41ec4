"""What all tests share: NumPy's warnings are errors, the long tests come first, the very long ones only on request, library scenarios."""

import os
import signal

import numpy as np
import pytest

from envs.tables import library_names, load_library_encounter

FIRST = ("test_boundscheck.py", "test_wheel.py")  # they keep one core busy for a while, so they start while there is other work
HEARD = {"SIGINT": signal.default_int_handler, "SIGHUP": signal.SIG_DFL, "SIGTERM": signal.SIG_DFL}

for name, handler in HEARD.items():  # a run that was started in the background ignores some, and so would all that it starts
    if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) == signal.SIG_IGN:
        signal.signal(getattr(signal, name), handler)


def pytest_configure(config):
    """Warnings of NumPy's arithmetic (an overflow, a division by zero) are errors: the compiled core would go on silently."""
    config.addinivalue_line("filterwarnings", "error::RuntimeWarning")
    config.addinivalue_line("filterwarnings", "error::numpy.exceptions.VisibleDeprecationWarning")


def pytest_collection_modifyitems(config, items):
    """Leave out the tests of the long mode unless FOEMIND_LONG=1 asks for them; put the longest of the rest in front."""
    if os.environ.get("FOEMIND_LONG") != "1":
        long = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
    items.sort(key=lambda item: item.path.name not in FIRST)


@pytest.fixture(params=library_names("encounter"))
def library_encounter(request):
    """The Scenario of each encounter of the library in turn."""
    return load_library_encounter(request.param)


@pytest.fixture
def rng():
    """A generator of its own for each test, always the same."""
    return np.random.default_rng(20240)
