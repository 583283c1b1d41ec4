"""Chapter 8, what is public (G8.29): an encounter may hide exact vigor and focus. Here only that the file's word reaches the tables and changes no rule;
what an observer is shown instead (above bloodied, bloodied, dying) is proved with the observation."""

import pytest

from .drawn import fight

HIDDEN = "hidden_numbers = true"


@pytest.mark.parametrize("top, hidden", [("", 0), ("hidden_numbers = false", 0), (HIDDEN, 1)])
def test_G8_29_an_encounter_says_whether_numbers_are_hidden(top, hidden):
    assert int(fight("A.x", top=top).tables.hidden_numbers) == hidden


def test_G8_29_hidden_numbers_change_nothing_that_is_played():
    shown, hidden = fight("Ax"), fight("Ax", top=HIDDEN)
    for f in (shown, hidden):
        f.attempt("strike", "x", dice=[6, 7]).play("end turn")
    assert shown.state.combatants.tobytes() == hidden.state.combatants.tobytes() and shown.options() == hidden.options()
