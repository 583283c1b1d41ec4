"""Edits by the Judge's word: exact, by the rules where the rules say what follows, and every position can be played on."""

import pytest
from table_cases import at_table, fighter, say

from envs.core import codes as k
from envs.positions import position_faults
from envs.tables import load_library_encounter
from judge.table import TableError


def sound(table):
    """The table, whose position must be without fault."""
    assert position_faults(table.position.tables, table.state) == [] and (table.position.legal() or table.state.ask == k.OVER)
    return table


def test_numbers_are_set():
    table = sound(at_table("vigor ogre 12", "focus w 1", "state ogre weak 2", "state m dazed 1"))
    assert (
        fighter(table, "O")["vigor"],
        fighter(table, "W")["focus"],
        fighter(table, "O")["states"][k.WEAK],
        fighter(table, "M")["states"][k.DAZED],
    ) == (12, 1, 2, 1)
    again = say(at_table(), *(step.moves[0].edit for step in table.steps[1:]))  # what is kept reads back
    assert again.digest() == table.digest()


def test_a_state_ends_its_opposite_and_a_taunt_has_a_taunter():
    table = sound(at_table("state ogre weak 2", "state ogre strong 3", "state ogre taunted 1 w"))
    assert fighter(table, "O")["states"][k.WEAK] == 0 and fighter(table, "O")["states"][k.STRONG] == 3
    assert fighter(table, "O")["taunter"] == table.scenario.letters.index("W")
    assert fighter(sound(say(table, "state ogre taunted 0")), "O")["taunter"] == k.NONE


def test_somebody_is_put_elsewhere():
    table = sound(at_table("move ogre a1"))
    assert (fighter(table, "O")["x"], fighter(table, "O")["y"]) == (0, 0) and table.state.occupant[0] == table.scenario.letters.index("O")


def test_death_dying_and_rising_follow_from_vigor():
    table = sound(at_table("vigor thorn 0"))
    assert fighter(table, "T")["status"] == k.DEAD and "Thorn Slinger is dead." in table.steps[-1].told[-1]
    table = sound(say(table, "vigor m 0"))
    assert fighter(table, "M")["status"] == k.STANDING and fighter(table, "M")["vigor"] == 0
    assert fighter(sound(say(table, "vigor m 4")), "M")["vigor"] == 4
    with pytest.raises(TableError, match="only undo brings it back"):
        table.apply_line("vigor thorn 5")
    table.undo(3)
    assert fighter(sound(table), "T")["vigor"] == 21


def test_killing_whose_turn_it_is_ends_the_turn_and_killing_all_ends_the_fight():
    table = sound(at_table("w f4,", "kill w"))
    assert table.state.ask == k.ASK_COMBATANT and table.need.side == "enemies"
    table = sound(at_table("kill o", "kill a", "remove r", "kill t"))
    assert table.need.kind == "over" and "companions" in table.need.text
    with pytest.raises(TableError, match="the fight is over"):
        table.apply_line("vigor w 3")
    table.undo()
    assert table.need.kind == "turn"


def test_who_has_acted_and_which_side_is_next():
    table = sound(at_table("acted w yes", "side enemies"))
    assert "Gate Warden" not in table.need.options and table.need.side == "enemies"
    assert "Gate Warden" in sound(say(table, "acted w no", "side c")).need.options


def test_the_last_edit_of_a_round_brings_the_next_coin():
    table = at_table("acted w yes", "acted f yes", "acted h yes", "acted m yes", "acted o yes", "acted a yes", "acted r yes", "acted t yes")
    assert table.need.kind == "dice" and "coin" in table.need.text
    assert sound(say(table, "e")).state.round_no == 2


CHAPEL = load_library_encounter("lamplit_chapel")


def test_doors_and_lights_are_turned_and_what_they_block_or_light_follows():
    table = sound(at_table(scenario=CHAPEL))
    before = table.state.lit[: int(table.position.tables.height)].tolist()
    assert table.state.shut[6] >> 5 & 1 and table.state.shut[6] >> 8 & 1
    table = sound(say(table, "door f7 open", "door i7 open", "light g3 out"))
    assert not table.state.shut[6] and "door at f7 is open" in " ".join(table.steps[-3].told)
    assert sum(table.state.lit[:12]) < sum(before), "it is darker without the lamp"
    assert sound(say(table, "light g3 lit", "door i7 locked", "door f7 closed")).state.lit[:12].tolist() == before
    again = say(at_table(scenario=CHAPEL), *(step.moves[0].edit for step in table.steps[1:]))
    assert again.digest() == table.digest()
    table.undo(4)
    assert not table.state.shut[6]


def test_a_door_is_closed_on_nobody_and_what_is_not_there_is_told():
    table = at_table("door f7 open", "move w f7", scenario=CHAPEL)
    before = table.digest()
    for line, told in (
        ("door f7 closed", "Gate Warden stands in the door on f7"),
        ("door g3 open", "g3 has no door; there is one on f7, i7"),
        ("light f7 lit", "f7 has no light; there is one on g3, k11"),
        ("light g3 open", "open is no state of a light"),
    ):
        with pytest.raises(TableError, match=told):
            table.apply_line(line)
    assert table.digest() == before
    with pytest.raises(TableError, match="there is none on this map"):
        at_table("door f4 open")


def test_a_door_without_a_state_is_what_a_combatant_does():
    table = at_table("move w f8", "w,", "door f7,", scenario=CHAPEL)
    assert not table.state.shut[6] >> 5 & 1 and not table.steps[-1].moves[0].edit


def test_move_with_a_square_is_what_a_combatant_does():
    table = at_table("w,", "move f4,")
    assert fighter(table, "W")["x"] == 5 and fighter(table, "W")["points"] == 2 and not table.steps[-1].moves[0].edit


def test_edits_wait_until_a_question_is_answered():
    table = at_table("w f4, steady ogre 7 9")
    with pytest.raises(TableError):
        table.apply_line("vigor ogre 3")
    with pytest.raises(TableError, match="is no edit"):
        at_table().edit("w f4")
    assert fighter(table, "O")["vigor"] == 42 and table.pending is not None
