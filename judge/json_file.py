"""JSON files that are written as a whole."""

import json
import os
from pathlib import Path


def write(path, data):
    """Write JSON to a temporary name and rename it."""
    path = Path(path)
    beside = path.with_name(path.name + ".part")
    try:
        with open(beside, "w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=True, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError:
        beside.unlink(missing_ok=True)  # what was there before stays as it is
        raise
