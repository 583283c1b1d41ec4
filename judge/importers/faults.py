"""What is wrong with a map from another program: one sentence that names file, entry, problem and remedy."""


class MapError(ValueError):
    """A map that cannot be used. file, entry: as the user wrote them, entry '' for the file as a whole; problem, remedy: without full stops."""

    def __init__(self, file, entry, problem, remedy):
        self.file, self.entry, self.problem, self.remedy = on_a_line(file), entry, problem, remedy
        where = f"{self.file}: {entry}" if entry else self.file
        super().__init__(f"{where}: {problem}; {remedy}{'' if remedy.endswith('?') else '.'}")


def on_a_line(text):
    """A text with nothing that breaks a line or a terminal: a ? for each such sign."""
    return "".join(c if c.isprintable() else "?" for c in text)


def settle(faults):
    """MapError of the first of `envs.tables` faults, if there are any."""
    if faults:
        raise MapError(faults[0].file, faults[0].entry, faults[0].problem, faults[0].remedy)


def need_extra(file, what, library):
    """MapError: a library of the extra 'maps' is not installed."""
    return MapError(file, "", f"{what} needs {library}, which is not installed",
                    "install it, in a checkout with .venv/bin/pip install -c constraints.txt -e '.[maps]', elsewhere with pip install 'foemind[maps]'")
