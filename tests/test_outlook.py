"""The outlook that the search judges its leaves by: its facts, its network and its file."""

import json

import numpy as np
import pytest
from rules.drawn import fight

from agents.base import AgentError
from agents.kernels.weights import GREEDY
from agents.outlook import STANDARD, read_outlook, shapes
from agents.kernels import facts
from agents.kernels.outlook import Outlook, lean, outlook
from envs.battle import Battle
from envs.core import codes as k
from envs.tables import load_library_encounter

OUTLOOK = read_outlook()


def facts_of(b):
    """(rows, field) of a battle."""
    rows, field = np.zeros((k.MAX_COMBATANTS, facts.ROW)), np.zeros(facts.FIELD)
    table = b.tables_row()[0]
    facts.fill_rows(table, b.state, GREEDY, rows)
    facts.fill_field(table, b.state, rows, field)
    return rows, field


def worth(b):
    """What the outlook says of a battle, for the companions."""
    return outlook(b.tables_row()[0], b.state, GREEDY, OUTLOOK)


def test_it_sees_who_is_about_to_win():
    assert worth(fight("xA", A="vigor = 1")) < worth(fight("xA")) < worth(fight("xA", x="vigor = 1"))


def test_more_fellows_are_better_than_fewer():
    assert worth(fight("xy.A")) < worth(fight("x..A")) < worth(fight("x.AB"))


def test_an_ended_fight_is_worth_its_result():
    f = fight("xA", A="vigor = 1")
    f.state.ask, f.state.winner = k.OVER, k.ENEMIES
    assert worth(f) == -1.0


def test_facts_are_what_stands_in_the_position():
    rows, field = facts_of(fight("x.A", A="vigor = 3"))
    assert rows[0, facts.STANDS] == rows[1, facts.STANDS] == 1.0 and rows[2:].sum() == 0.0
    assert rows[:2, facts.VIGOR].min() == pytest.approx(0.3) and rows[:2, facts.DYING].max() == 0.0
    assert (rows[:2, facts.NEAREST] == np.log(3.0)).all() and field[facts.PROGRESS] == 0.0


def test_standing_at_the_goal_is_progress_for_who_has_the_objective():
    b = Battle(load_library_encounter("bell_ritual"), seed=1)
    _, field = facts_of(b)
    table = b.tables_row()[0]
    sign = 1.0 if table.objective_side == k.COMPANIONS else -1.0
    assert table.objective != k.ELIMINATE and field[table.objective] == sign and sign * field[facts.PROGRESS] >= 0.0


def test_the_compiled_network_is_the_trained_one():
    """`lean` reckons what `training.outlook.Network` learned, from either side."""
    torch = pytest.importorskip("torch")
    from training.outlook import TOP, WIDE, Network
    torch.manual_seed(3)
    net = Network()
    arrays = Outlook(**{name: np.array(part, np.float64) for name, part in net.weights().items()})
    assert {name: part.shape for name, part in arrays._asdict().items()} == shapes(WIDE, TOP)
    b = Battle(load_library_encounter("broken_gate"), seed=2)
    rows, field = facts_of(b)
    table = b.tables_row()[0]
    sides = [0 if j >= table.n_combatants else 1 if table.roster[j].side == k.COMPANIONS else -1 for j in range(k.MAX_COMBATANTS)]
    with torch.no_grad():
        said = net(torch.tensor(rows[None], dtype=torch.float32), torch.tensor(field[None], dtype=torch.float32), torch.tensor([sides])).item()
    assert lean(table, arrays, rows, field) == pytest.approx(said, abs=1e-4)


def test_play_keeps_positions_of_both_results_and_is_the_same_again():
    pytest.importorskip("torch")
    from training.fights import CHUNK
    from training.outlook import play
    one, other = play(5), play(5)
    assert all((one[name] == other[name]).all() for name in one)
    assert set(one["fight"]) <= set(range(5, 5 + CHUNK)) and {-1.0, 1.0} <= set(one["result"]) and np.isfinite(one["rows"]).all()


@pytest.mark.parametrize("damage", ["absent", "half", "names", "facts", "numbers"])
def test_a_damaged_file_is_one_sentence(tmp_path, damage):
    text = STANDARD.read_text(encoding="utf-8")
    data = json.loads(text)
    if damage == "names":
        del data["weights"]["last"]
    elif damage == "facts":
        data["weights"]["bodies"].pop()
    elif damage == "numbers":
        data["weights"]["last"][0] = float("nan")
    path = tmp_path / "outlook.json"
    if damage != "absent":
        path.write_text(text[:200] if damage == "half" else json.dumps(data), encoding="utf-8")
    with pytest.raises(AgentError, match=r"outlook\.json .*python -m training\.outlook"):
        read_outlook(path)


def test_later_results_go_back_along_each_fight_alone():
    """TD(lambda): the last position of a fight has its result, one before it a mean of that and of what is said of the next."""
    pytest.importorskip("torch")
    from training.outlook import LAMBDA, later_results
    data = {"result": np.array([1, -1, 1, -1], np.float32), "fight": np.array([7, 8, 7, 8])}
    targets = later_results(data, np.array([0.3, 0.5, 0.2, -0.6], np.float32)).numpy()
    assert targets == pytest.approx([LAMBDA + (1 - LAMBDA) * 0.2, -LAMBDA - (1 - LAMBDA) * 0.6, 1.0, -1.0])
