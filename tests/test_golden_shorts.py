"""Short fights of the generated vocabulary go as they went: any change of what is legal, why, what happens or what is told shows."""

import json

import pytest
from golden import shorts

STORED = json.loads(shorts.STORED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("seed", STORED)
def test_a_short_fight_goes_as_it_went(seed):
    """If the change is meant, run python tests/golden/regenerate.py. The number is that of the first block of decisions that differs."""
    now = shorts.digests(int(seed))
    differs = next((n for n, (old, new) in enumerate(zip(STORED[seed], now, strict=False)) if old != new), None)
    assert now == STORED[seed], f"generated scenario {seed}: decisions from {(differs or 0) * shorts.BLOCK} on"
