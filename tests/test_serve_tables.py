"""`foemind serve`: the page's server is `judge.Table` over HTTP: same fights, same sessions, nothing lost."""

import json
import re
import threading
from pathlib import Path

import pytest
from serving import YARD, Server, until

from agents import make_agent
from envs.notation import square_text
from envs.tables import load_encounter, load_library_encounter
from judge import Table
from judge.advising import advice_for
from judge.serve.worker import adviser_of
from judge.table.keeper import session_path

LINES = ["c", "w f4, steady ogre 7 9", "4", "go Ash Herald", "9 8 6 2", "m mend w 15", "", "vigor ogre 20", "state ogre weak 2"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("tables")) as running:
        yield running


def direct(lines):
    """A Table to which the same lines were said."""
    table = Table(load_encounter(YARD), 0, "greedy", "small")
    for line in lines:
        table.apply_line(line)
    return table


def played(server, lines):
    view = server.begin()
    for line in lines:
        view = server.say(view, line)
    return view


def test_the_example_of_the_docs_runs(server, capsys):
    text = (Path(__file__).parents[1] / "docs" / "serve.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.S).group(1)
    exec(code.replace("http://127.0.0.1:8642", server.address), {})
    assert re.search(r"rolled\?|who does what|turn goes on|guards against", capsys.readouterr().out)


def test_lines_over_http_lead_where_they_lead_a_table(server):
    view, table = played(server, LINES), direct(LINES)
    assert server.app.state.tables.get(view["id"]).table.digest() == table.digest()
    assert [entry["told"] for entry in view["log"]] == [step.told for step in table.steps[1:]]
    assert view["need"]["text"] == table.need.text and view["round_no"] == 1
    ogre = next(c for c in view["combatants"] if c["key"] == "ogre")
    assert ogre["vigor"] == 20 and {"name": "weak", "potency": 2} in ogre["states"] and ogre["size"] == 2


def test_a_restart_finds_every_line_and_the_question_that_waits(tmp_path):
    with Server(tmp_path) as first:
        view = played(first, LINES[:3])
        asked = first.say(view, "go Ash Herald")
        assert asked["need"]["kind"] == "dice" and asked["need"]["dice"] == [4, 10] and asked["need"]["named"]
        before = first.get(f"/tables/{view['id']}")
    with Server(tmp_path) as second:
        after = second.get(f"/tables/{view['id']}")
        assert {name: after[name] for name in after if name != "version"} == {name: before[name] for name in before if name != "version"}
        assert second.say(view, "9 8 6 2")["pending"] is None
        assert second.get("/tables")["tables"][0]["id"] == view["id"]


def test_undo_redo_and_what_cannot_be_taken_back(server):
    view = played(server, LINES[:3])
    back = server.post(f"/tables/{view['id']}/undo")
    assert back["redo"] == 1 and len(back["log"]) == len(view["log"]) - 1 and "Taken back" in back["told"][0]
    again = server.post(f"/tables/{view['id']}/redo")
    assert again["log"] == view["log"] and again["combatants"] == view["combatants"]
    assert "nothing to do again" in server.fault(f"/tables/{view['id']}/redo", 400)


def test_a_caller_that_has_not_seen_the_last_change_is_refused(server):
    view = server.begin()
    server.say(view, "c", version=view["version"])
    assert "changed meanwhile" in server.fault(f"/tables/{view['id']}/line", 409, line="w f4", version=view["version"])
    assert server.get(f"/tables/{view['id']}")["log"] == []


def test_lines_that_mean_nothing_change_nothing(server):
    view = played(server, LINES[:1])
    before = server.get(f"/tables/{view['id']}")
    for line in ("zz top", "w steady nobody", "vigor ogre 9999", "points ogre 3", "x" * 1990, "w l9 a9"):
        assert server.fault(f"/tables/{view['id']}/line", 400, line=line)
    assert server.get(f"/tables/{view['id']}") == before


def test_action_points_are_set_at_a_turn(server):
    view = played(server, ["c", "w f4,"])
    assert next(c for c in server.say(view, "points warden 7")["combatants"] if c["key"] == "warden")["points"] == 7


def first_deed(choices):
    """The choices of a plan that its line tells: up to the first target, or to the next deed where the first has only one target, which nobody is asked."""
    targets, deeds = ([n for n, text in enumerate(choices) if text.startswith(word)] for word in ("target", "deed"))
    again = [n for n in deeds if choices[n] == "deed"][1:]
    return choices[: min([n + 1 for n in targets[:1]] + again[:1] + [len(choices)])]


@pytest.mark.parametrize("agent", ["policy"])
def test_advice_is_that_of_judge_and_each_plan_plays_as_it_is_told(server, agent):
    view = server.begin(library="roofless_hall", agent=agent, roll="all")
    advice = server.post(f"/tables/{view['id']}/suggest", top=3)
    scenario = load_library_encounter("roofless_hall")
    direct = advice_for(Table(scenario, 0, agent, "all").position.battle, None, adviser_of(make_agent(agent), 0), 0, 3)
    assert [plan["sentences"] for plan in advice["plans"]] == [plan.sentences for plan in direct.plans]
    assert [[square_text(*square) for square in plan["way"]] for plan in advice["plans"]] == [plan.way for plan in direct.plans]
    kept = server.app.state.tables.get(view["id"])
    for shown, plan in zip(advice["plans"], direct.plans):
        said = server.say(view, shown["line"])
        while said["pending"]:  # does anybody guard?
            said = server.say(view, "")
        done = [move.choice for move in kept.table.steps[-1].moves]
        for choice in first_deed(plan.choices):
            assert choice in done, (plan.choices, done)
            del done[: done.index(choice) + 1]
        server.post(f"/tables/{view['id']}/undo")


def test_the_plan_of_the_only_one_who_can_act_begins_its_turn(server):
    view = played(server, ["e", "acted ogre yes", "acted herald yes", "acted runner yes"])
    plan = server.post(f"/tables/{view['id']}/suggest", top=1)["plans"][0]
    assert server.say(view, plan["line"])["turn_of"] == 7


def test_another_is_never_one_that_was_given(server):
    view = server.begin(library="roofless_hall")
    advice = server.post(f"/tables/{view['id']}/suggest", top=1)
    who, marks = advice["plans"][0]["who"], [advice["plans"][0]["mark"]]
    assert advice["left"]
    advice = server.post(f"/tables/{view['id']}/suggest", who=who, top=1, exclude=marks)
    marks.append(advice["plans"][0]["mark"])
    assert len(set(marks)) == len(marks) > 1 and all(mark.startswith(marks[0].split("|")[0]) for mark in marks)


def test_a_plan_goes_on_where_the_dice_let_it_and_waits_over_a_restart(tmp_path):
    with Server(tmp_path, agent="policy") as server:
        view = server.say(server.begin(library="broken_gate"), "e")
        plan = next(p for p in server.post(f"/tables/{view['id']}/suggest")["plans"] if p["odds"])
        asked = server.say(view, plan["line"])
        assert asked["need"]["kind"] == "dice" and plan["odds"][0]["title"] in asked["need"]["text"]
    with Server(tmp_path, agent="policy") as server:
        again = server.get(f"/tables/{view['id']}")
        assert again["pending"] == asked["pending"] and again["need"] == asked["need"]
        after = server.say(again, "triumph")
        assert "triumph" in " ".join(after["told"])
    for line in ("follow", "follow take nobody; end turn", "follow ;;;"):
        with pytest.raises(ValueError):
            direct(["c", line])


def test_a_monster_that_is_asked_in_the_middle_of_a_turn_is_advised(server):
    view = server.begin()
    for line in ("c", "w f4, steady ogre 7 9"):
        view = server.say(view, line)
    assert view["need"]["kind"] == "choice" and view["need"]["side"] == "enemies"
    advice = server.post(f"/tables/{view['id']}/suggest")
    assert {answer["word"] for answer in advice["answers"]} == set(view["need"]["options"]) and advice["plans"] == []
    assert all(0 <= answer["win_after"] <= 1 for answer in advice["answers"])


def test_advice_for_somebody_who_cannot_act_says_why(server):
    view = played(server, LINES[:1])
    assert "cannot act now" in server.fault(f"/tables/{view['id']}/suggest", 400, who=4)
    asked = server.say(view, "w f4, steady ogre")
    assert asked["need"]["kind"] == "dice" and "dice are awaited" in server.fault(f"/tables/{view['id']}/suggest", 400)


def test_acts_are_what_lines_can_do(server):
    """Every square and target that is offered is taken by a line, and no other square is."""
    view = server.say(server.begin(), "c")
    acts = server.get(f"/tables/{view['id']}/acts?who=0")
    offered = {square_text(*reach["square"]) for reach in acts["reach"]}
    table = direct(["c"])
    for square in [square_text(x, y) for x in range(0, 12, 2) for y in range(8)]:
        try:
            table.apply_line(f"warden {square},")
            assert square in offered, square
            table.undo()
        except ValueError:
            assert square not in offered, square
    view = server.say(view, "warden f4,")
    acts = server.get(f"/tables/{view['id']}/acts?who=0")
    able = [act for act in acts["acts"] if not act["why"] and act["targets"]]
    assert {"Steady Blow"} <= {act["name"] for act in able}
    names = {c["slot"]: c["phrase"] for c in view["combatants"]}
    for act in able:
        for target in act["targets"]:
            said = server.say(view, f"{acts['phrase']} {act['line']} {names[target]},")
            server.post(f"/tables/{said['id']}/undo")
    assert all(act["why"] for act in acts["acts"] if act["name"] == "Stand")
    assert "it is Gate Warden's turn" in server.get(f"/tables/{view['id']}/acts?who=1", 400)["error"]


# -- where fights come from --------------------------------------------------------------------------------------------
def test_a_saved_table_and_a_link_are_the_whole_fight(server):
    view = played(server, LINES)
    text = server.get(f"/tables/{view['id']}/text")
    for form in (text["text"], text["link"], f"http://127.0.0.1:1/#t={text['link']}"):
        copy = server.begin(text=form)
        assert copy["id"] != view["id"] and copy["log"] == view["log"] and copy["combatants"] == view["combatants"] and copy["undo"] == view["undo"]


def test_damaged_and_hostile_texts_are_refused(server, tmp_path):
    import base64
    import zlib

    view = played(server, LINES[:3])
    text = json.loads(server.get(f"/tables/{view['id']}/text")["text"])
    bomb = base64.urlsafe_b64encode(zlib.compress(b"0" * 50_000_000, 9)).decode()
    turned = json.loads(json.dumps(text))
    turned["session"]["steps"][1]["moves"][0] = {"choice": "at z9"}
    bad = [
        bomb[:400_000],
        "AAAA",
        "{}",
        "{" * 5000,
        json.dumps(text)[:-40],
        json.dumps(text | {"name": "../../evil.toml"}),
        json.dumps(text | {"files": {"../x.toml": ""}}),
        json.dumps(text | {"format": "foemind-page/9"}),
        json.dumps(text | {"session": text["session"] | {"position": "0" * 64}}),
        json.dumps(turned),
    ]
    before = server.get("/tables")["tables"]
    for form in bad:
        assert server.fault("/tables", 400, text=form)
    assert server.get("/tables")["tables"] == before, "a refused text left a table"


def test_an_encounter_that_came_as_text_reads_nothing_of_this_machine(server):
    text = YARD.read_text()
    for name in ("/etc/passwd", "../secret.toml", "other.toml"):
        assert "include" in server.fault("/tables", 400, toml=f'include = ["{name}"]\n{text}')
    faulty = server.post("/tables", 400, toml=text.replace("gate_warden", "gate_wardenn").replace("fen_archer", "fen_archerr"))
    assert "gate_warden" in faulty["error"] and len(faulty["more"]) == 1


def test_a_file_shares_its_session_with_foemind_run(tmp_path):
    fight = tmp_path / "fights" / "yard.toml"
    fight.parent.mkdir()
    fight.write_text(YARD.read_text())
    with Server(tmp_path / "data", folder=fight.parent) as server:
        assert server.get("/about")["fights"][0] == {
            "source": "folder",
            "name": "yard.toml",
            "title": "The toll house yard",
            "text": "Four against four at arm's length, for the tests of the table.",
        }
        view = server.begin(file="yard.toml")
        server.say(view, "c")
        table = Table.load(session_path(fight), load_encounter(fight), "greedy")
        assert len(table.steps) == 1
        table.apply_line("w f4,")
        table.save(session_path(fight))  # the terminal goes on with it
        assert "another program" in server.fault(f"/tables/{view['id']}/line", 409, line="m e7,")
        assert server.get(f"/tables/{view['id']}")["log"][0]["line"] == "w f4,"
        assert [path.name for path in fight.parent.glob("*.mine1.json")] == ["yard.session.mine1.json"]
        assert server.begin(file="yard.toml")["id"] == view["id"]
        for name in ("../yard.toml", "/etc/passwd", "none.toml"):
            assert server.fault("/tables", 404, file=name)


def test_a_table_that_is_put_away_keeps_its_files(server):
    view = server.begin()
    assert server.client.delete(f"/api/tables/{view['id']}").status_code == 204
    server.get(f"/tables/{view['id']}", 404)
    assert any(path.name.startswith(view["id"]) for path in (server.data / "removed").iterdir())


def test_options_change_what_is_rolled_and_who_advises(server):
    view = server.post(f"/tables/{server.begin()['id']}/options", roll="all", agent="policy")
    assert view["roll"] == "all" and view["agent"] == "policy" and view["need"]["kind"] == "turn", "the coin falls unasked"
    assert "no agent" in server.fault(f"/tables/{view['id']}/options", 400, agent="policy:/etc/passwd")


def test_many_at_once_at_one_table_each_get_a_turn_of_the_lock(server):
    view = played(server, ["c"])
    lines = [f"vigor warden {n}" for n in range(1, 21)]
    threads = [threading.Thread(target=server.say, args=(view, line)) for line in lines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = server.get(f"/tables/{view['id']}")
    assert sorted(entry["line"] for entry in after["log"]) == sorted(lines) and after["version"] == view["version"] + 20
    assert [entry["number"] for entry in after["log"]] == list(range(1, 21))


def test_questions_about_the_same_position_share_one_computation(server, monkeypatch):
    from judge.serve import worker

    asked = []
    through = worker.Pool._in_worker

    async def counted(self, question):
        asked.append(question)
        return await through(self, question)

    monkeypatch.setattr(worker.Pool, "_in_worker", counted)
    view = server.begin(library="toll_bridge")
    view = server.say(view, "e")
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(server.post(f"/tables/{view['id']}/suggest"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8 and all(answer == answers[0] for answer in answers) and len(asked) == 1


def test_a_worker_that_was_killed_is_replaced(server):
    import os
    import signal

    view = server.begin(library="ford")
    view = server.say(view, "e")
    server.post(f"/tables/{view['id']}/suggest")
    for pid in list(server.app.state.pool.pool._processes):
        os.kill(pid, signal.SIGKILL)
    until(lambda: server.client.post(f"/api/tables/{server.say(view, 'vigor warden 9')['id']}/suggest", json={}).status_code == 200)
