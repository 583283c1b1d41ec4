"""Maps that a Judge already has, as encounters: Universal VTT and Tiled files, read within bounds and without running anything in them.

`read_map` gives an ImportedMap; `crop`, `correct` and `keep_inside` give a changed one; `encounter_text` and `write_encounter` make the encounter file.
Every fault is a MapError, one sentence.
"""

from .blocking import RULES
from .change import check_size, correct, crop, densest, keep_inside
from .faults import MapError
from .model import Door, ImportedMap, Light, Picture
from .picture import checked_picture
from .read import ENDINGS, read_map
from .write import encounter_text, notes_of, write_encounter

__all__ = ["ENDINGS", "RULES", "Door", "ImportedMap", "Light", "MapError", "Picture", "check_size", "checked_picture", "correct", "crop", "densest",
           "encounter_text", "keep_inside", "notes_of", "read_map", "write_encounter"]
