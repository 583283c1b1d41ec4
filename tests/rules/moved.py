"""What the tests of movement share: deeds that simply happen, where somebody stands, which squares are asked."""

from envs import notation
from envs.core import codes as k


def sure(lines, targets="creature", more=""):
    """TOML lines of a gambit that needs no check, by everybody, 9 squares far: its conflict lines simply happen."""
    reach = "" if targets == "personal" else "range = 9\n"
    return f'kind = "gambit"\ninstrument = "innate"\ntargets = "{targets}"\n{reach}check = false\nconflict = [{lines}]\n{more}'


def forced(verb, squares):
    """{"deed": a sure gambit of one forced movement}."""
    return {"deed": sure(f"{{ {verb} = {squares} }}")}


def where(f, letter):
    """Square of the combatant drawn with a letter, its top left one."""
    return notation.square_text(f[letter].x, f[letter].y)


def squares(f):
    """Names of the squares that answer the question."""
    return {text.removeprefix("at ") for text in f.options() if text.startswith("at ")}


def filled(f, letter):
    """Names of the squares on which the board has a combatant."""
    width, n = int(f.tables.width), int(f.tables.width) * int(f.tables.height)
    return {notation.square_text(at % width, at // width) for at in range(n) if f.state.occupant[at] == f.slot(letter)}


def way(f, letter):
    """Squares that a combatant was moved to, step by step, since the events were last read."""
    return [notation.square_text(e[2] % int(f.tables.width), e[2] // int(f.tables.width)) for e in f.seen(k.E_FORCED) if e[0] == f.slot(letter)]
