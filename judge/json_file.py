"""JSON files that are written as a whole."""

import json
from pathlib import Path

from .files import replace


def write(path, data):
    """Write JSON whole, or leave what stood there as it was."""
    replace(Path(path), (json.dumps(data, ensure_ascii=True, indent=1) + "\n").encode())
