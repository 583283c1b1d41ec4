"""What `foemind serve` opens when it starts: the fight that is kept, or a new one."""

import json

import pytest
from serving import YARD

from judge.cli_base import UserError
from judge.serve.run import table_to_open
from judge.serve.tables import Tables


def test_the_same_command_goes_on_with_the_same_fight_until_it_is_to_begin_anew(tmp_path):
    told = []
    fight = tmp_path / "yard.toml"
    fight.write_text(YARD.read_text())

    def opened(file, new=False, agent="greedy"):
        return table_to_open(file, tmp_path / "data", agent, new, told.append)

    for file, title, key in (("broken_gate", "The broken gate", "w"), (fight, "The toll house yard", "ogre")):
        told.clear()
        first = opened(file)
        assert told == []
        tables = Tables(tmp_path / "data", "greedy", ["greedy", "role"])
        for line in ("e", f"vigor {key} 9"):
            tables.change(first, None, lambda table, line=line: table.apply_line(line))
        assert opened(file) == first
        assert told == [f"Going on with {title}, round 1; --new begins it anew and keeps this one."]
        assert opened(file, agent="role") == first and "advised by greedy as before" in told[-1]
        assert len(Tables(tmp_path / "data", "greedy", ["greedy"]).get(first).table.steps) == 2
        told.clear()
        anew = opened(file, new=True)
        assert told == [] and not Tables(tmp_path / "data", "greedy", ["greedy"]).get(anew).table.steps
        if file == "broken_gate":
            assert anew != first and opened(file) == anew, "the one that was changed last"
        else:
            assert (tmp_path / "yard.session.old1.json").exists()


def test_a_kept_fight_that_cannot_be_read_says_how_to_begin_anew(tmp_path):
    first = table_to_open("broken_gate", tmp_path, "greedy", False, print)
    session = tmp_path / first / "broken_gate.session.json"
    session.write_text(json.dumps(json.loads(session.read_text()) | {"position": "0" * 64}))
    with pytest.raises(UserError, match="damaged.*or begin anew with --new"):
        table_to_open("broken_gate", tmp_path, "greedy", False, print)
    assert table_to_open("broken_gate", tmp_path, "greedy", True, print) != first
    (tmp_path / first / "broken_gate.toml").write_text("title = 'of an older version'")
    assert table_to_open("broken_gate", tmp_path, "greedy", False, print) != first
