"""What the tests of areas share: area deeds, where one may lie, who was in it and in which order."""

from envs.core import codes as k

from .moved import squares


def area(shape, size=0, within=0, kind="attack", lines='{ damage = "5" }', instrument="innate", more=""):
    """TOML lines of an area deed with conflict lines; within: its range."""
    numbers = (f"area_size = {size}\n" if size else "") + (f"range = {within}\n" if within else "")
    return f'kind = "{kind}"\ninstrument = "{instrument}"\ntargets = "area"\narea = "{shape}"\n{numbers}conflict = [{lines}]\n{more}'


def asked(f, deed="deed", points=0):
    """The squares that answer where the deed lies, or where its path begins; the fight is one without `auto`."""
    f.play("deed", f"deed {deed}", "with bare hand", f"points {points}")
    return squares(f)


def hit(f):
    """Letters of those that the last deed rolled against, in their order, as one word."""
    return "".join(f.scenario.letters[e[1]] for e in f.seen(k.E_ROLL))
