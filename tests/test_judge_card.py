"""Cards of tactics: every sentence from counts, only deeds that the monster has, and files that open."""

import io
import json
import re
import sys
from html.parser import HTMLParser

import jsonschema
import numpy as np
import pytest
from command import compiled, fails, run  # noqa: F401  (a fixture that every test here uses)
from fights import fight
from pypdf import PdfReader

from agents.series import CODE, FIGHT, WHO, play_series
from envs.core import codes as k
from envs.tables import load_library_encounter
from judge import Card, make_cards
from judge.card_files import FORMATS, CardFileError, write_cards
from judge.card_pages import html, markdown
from judge.card_pdf import PdfError, pdf
from judge.card_words import of_ten
from judge.roster_change import kinds
from judge.tactics import CIRCUMSTANCES, Tactics
from judge.turns import Sheet, turns_of


@pytest.fixture(scope="module")
def gate():
    return load_library_encounter("broken_gate")


@pytest.fixture(scope="module")
def cards(gate):
    return make_cards(gate, games=40, seed=2)


# -- what is counted ---------------------------------------------------------------------------------------------------------
def test_one_card_for_each_kind_of_monster(cards):
    assert [card.name for card in cards] == ["Gravel Ogre", "Ash Herald", "Thorn Slinger"]
    assert [(c.name, len(c.members)) for c in make_cards(load_library_encounter("old_cellar"), games=20)] == [("Eave Lurker", 1), ("Gnaw Rat", 4)]


def test_a_card_holds_only_deeds_that_the_monster_has(gate, cards):
    for card, slots in zip(cards, kinds(gate).values()):
        own = {gate.deed_keys[int(d)] for d in gate.tables[0].roster[slots[0]].deeds if int(d) != k.NONE}
        used = {d.key for d in card.deeds}
        assert used and used <= own
        said = " ".join(s for part in card.sections for s in part.sentences)
        names = {name for name in gate.deed_names if re.search(rf"\b{re.escape(name)}\b", said)}
        assert names <= {gate.deed_names[gate.deed_keys.index(key)] for key in own}
        assert not {d.name for d in card.deeds} & set(card.never)


def test_what_a_thing_in_its_hands_does_is_no_deed_of_its_own():
    """A tinker among the monsters throws fire pots: deeds, by the events, but not of its stat block."""
    roster = {"A": {"creature": "wolf", "side": "companions"}, "B": {"creature": "wolf", "side": "companions"},
              "X": {"creature": "ferry_tinker", "side": "enemies"}}
    scenario = fight(("wolf", "wolf"), ("cub",), roster=roster)
    told = play_series(scenario, 20, "mix", "greedy", 0)
    done = {int(e[5]) for e in told.events if int(e[3]) == k.E_DEED and int(e[4]) == 2}
    own = {int(d) for d in scenario.tables[0].roster[2].deeds if int(d) != k.NONE}
    assert done - own and done & own
    card, = make_cards(scenario, games=20)
    assert {d.key for d in card.deeds} == {scenario.deed_keys[d] for d in done & own}


def test_turns_are_as_many_as_the_rules_began(gate):
    told = play_series(gate, 20, "mix", "greedy", 2)
    for slots in kinds(gate).values():
        turns = turns_of(gate, told, set(slots))
        begun = told.events[(told.events[:, CODE] == k.E_TURN) & np.isin(told.events[:, WHO], slots)]
        assert len(turns) == len(begun)
        deeds = told.events[(told.events[:, CODE] == k.E_DEED) & np.isin(told.events[:, WHO], slots)]
        assert sum(len(turn.uses) for turn in turns) == len(deeds)
        first = [turn for turn in turns if turn.place == 0]
        assert 0 < len(first) <= len({(int(e[FIGHT]), int(e[2])) for e in told.events})


def test_a_wolf_that_only_bites_is_told_so():
    """Known beforehand: one deed, one target at a time, no extra way; it stands next to its foe when it can."""
    scenario = fight(("wolf",), ("wolf",))
    card, = make_cards(scenario, games=30)
    assert [(d.name, d.what) for d in card.deeds] == [("Bite", "attack, melee")] and card.never == []
    bite, told = card.deeds[0], play_series(scenario, 30, "mix", "greedy", 0)
    deeds, dealt = (told.events[(told.events[:, CODE] == code) & (told.events[:, WHO] == 1)] for code in (k.E_DEED, k.E_DAMAGE))
    assert bite.uses == len(deeds) and bite.damage == pytest.approx(dealt[:, 6].sum() / len(deeds), abs=0.01)
    assert bite.mostly_on == "Grey Wolf A" and bite.mostly_share == 1.0
    assert bite.fail + bite.conflict + bite.triumph == pytest.approx(1, abs=1e-3)
    told = {s.title: " ".join(s.sentences) for s in card.sections}
    assert "Never flees." in told["Hurt"] and told["Opening"].startswith("Opens with Bite")
    assert "Targets" not in told  # there is no choice


def test_a_marked_target_is_noticed():
    """Against a wolf and a cub the counted targets are those of the rolls."""
    scenario = fight(("wolf", "cub"), ("wolf",))
    told = play_series(scenario, 40, "mix", "greedy", 1)
    tactics = Tactics(scenario, told, [2])
    marks = tactics.marks()
    assert set(marks) <= {"nearest", "weakest", "wounded"} and marks
    for m in marks.values():
        assert 0 <= m.had <= 1 and 0 < m.blindly < 1 and m.of > 0
    assert set(tactics.targets()) <= {"Grey Wolf A", "Wolf Cub"}


def test_a_circumstance_is_told_only_where_the_shares_differ(cards, gate):
    """The share of turns with a deed is recounted from the card's own two shares."""
    assert any(card.when for card in cards)
    for card in cards:
        for w in card.when:
            assert w.then - w.otherwise >= 0.15 and w.turns < card.turns
            whole = (w.then * w.turns + w.otherwise * (card.turns - w.turns)) / card.turns
            assert whole == pytest.approx(next(d.turns for d in card.deeds if d.name == w.deed), abs=2e-3)
    told = play_series(gate, 40, "mix", "greedy", 2)
    herald = Tactics(gate, told, [4])
    first = {(turn.fight, turn.who) for turn in herald.turns}
    assert sum(CIRCUMSTANCES["it is its first turn"](herald, turn) for turn in herald.turns) == len(first)


def test_gaps_between_large_creatures():
    scenario = load_library_encounter("broken_gate")
    places = np.stack([scenario.initial[0].combatants[n] for n in ("x", "y", "vigor", "status")], axis=1).astype(np.int16)
    from envs.core.grid import distance
    for i in range(6):
        for j in range(6):
            if i != j:
                assert Sheet(scenario).gap(places.tolist(), i, j) == int(distance(scenario.tables[0], scenario.initial[0], i, j))


def test_a_monster_that_never_came_to_act_has_a_card_that_says_so():
    """It arrives in the last round; the wolves have eaten the sheep by then."""
    roster = {"A": {"creature": "sheep", "side": "companions"}, "X": {"creature": "wolf", "side": "enemies"},
              "Y": {"creature": "cub", "side": "enemies", "arrives": 19}}
    cub = make_cards(fight(("sheep",), ("wolf", "cub"), roster=roster), games=20)[1]
    assert (cub.turns, cub.deeds, cub.when, cub.never) == (0, [], [], ["Bite"])
    assert [s.sentences for s in cub.sections] == [["It never came to act in these fights."]]
    assert "Never attempted in these fights: Bite." in html([cub]) and len(PdfReader(io.BytesIO(pdf([cub]))).pages) == 1


def test_a_name_with_an_and_in_it_stays_whole():
    made = make_cards(fight(("wolf", "wolf"), ("cub",), {"wolf": "Salt and Pepper"}), games=20)
    said = " ".join(s for part in made[0].sections for s in part.sentences)
    assert "Salt and Pepper A" in said and "Salt or Pepper" not in said


def test_shares_in_words():
    assert of_ten(7, 10, "fight") == "in 7 of 10 fights" and of_ten(66, 100, "turn") == "in 7 of 10 turns"
    assert of_ten(5, 5, "turn") == "in every turn" and of_ten(0, 5, "turn") == "in no turn"
    assert of_ten(1, 50, "turn") == "in 2 % of turns" and of_ten(99, 100, "use") == "in 99 % of uses"


# -- pages ------------------------------------------------------------------------------------------------------------------
STRANGE = {"wolf": "<b>Wolf</b> & *Cub* | \"x\""}


class _Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen, self.text, self.links = [], [], "", []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.links += [value for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_html_is_well_formed_escapes_names_and_fetches_nothing():
    made = make_cards(fight(("sheep",), ("wolf",), STRANGE | {"sheep": "<i>Old</i> & Sheep"}), games=30)
    assert any("<i>Old" in sentence for part in made[0].sections for sentence in part.sentences)
    page = html(made)
    tags = _Tags()
    tags.feed(page)
    assert tags.open == [] and tags.links == [] and not {"b", "i"} & set(tags.seen) and "url(" not in page and "http" not in page
    assert STRANGE["wolf"] in tags.text


def test_markdown_escapes_names_and_keeps_its_table(cards):
    text = markdown(make_cards(fight(("sheep",), ("wolf",), STRANGE), games=20))
    assert "\\<b\\>Wolf\\</b\\> \\& \\*Cub\\* \\| \"x\"" in text
    rows = [line for line in markdown(cards[:1]).splitlines() if line.startswith("|")]
    assert len(rows) == 2 + len(cards[0].deeds) and {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {9}


@pytest.mark.parametrize("paper, width", [("a5", 419.5), ("a4", 595.3)])
def test_a_pdf_has_a_page_for_each_card_that_reads_as_the_card(cards, paper, width):
    reader = PdfReader(io.BytesIO(pdf(cards, paper)))
    assert len(reader.pages) == len(cards) and float(reader.pages[0].mediabox.width) == pytest.approx(width, abs=1)
    for page, card in zip(reader.pages, cards):
        text = " ".join(page.extract_text().split())
        assert card.name in text
        for section in card.sections:
            assert section.title in text and all(sentence in text for sentence in section.sentences)
        assert all(d.name in text for d in card.deeds)


def test_a_crowded_card_still_fits_on_one_page(cards):
    full = cards[0].model_copy(update={"deeds": cards[0].deeds * 20, "never": ["Long Name"] * 40})
    assert len(PdfReader(io.BytesIO(pdf([full]))).pages) == 1


def test_the_same_cards_give_the_same_bytes_in_every_format(gate, cards, tmp_path):
    again = make_cards(gate, games=40, seed=2)
    for form, ending in FORMATS.items():
        for name, made in (("one", cards), ("two", again)):
            write_cards(made, form, tmp_path / f"{name}{ending}")
        assert (tmp_path / f"one{ending}").read_bytes() == (tmp_path / f"two{ending}").read_bytes()
    assert make_cards(gate, games=40, seed=3) != cards


def test_letters_that_the_built_in_font_lacks_are_named(tmp_path):
    made = make_cards(fight(("sheep",), ("wolf",), {"wolf": "Волк"}), games=20)
    with pytest.raises(PdfError, match=r"do not include .*В.*--font FILE.ttf, or use --format html"):
        pdf(made)
    with pytest.raises(PdfError, match="cannot be used"):
        pdf(made, font=__file__)
    assert "Волк" in html(made) and "Волк" in markdown(made)
    assert len(pdf(make_cards(fight(("sheep",), ("wolf",), {"wolf": "Wölfin"}), games=20))) > 500


def test_without_reportlab_the_remedy_is_told(cards, monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "reportlab"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "reportlab", None)
    with pytest.raises(PdfError, match=r"PDF needs ReportLab; install it.*'foemind\[cards\]'.*--format html"):
        pdf(cards)


# -- the command -------------------------------------------------------------------------------------------------------------
def test_the_command_writes_each_format(tmp_path):
    for form, ending in FORMATS.items():
        out = run("card", "duel", "--games", 20, "--format", form, "-o", tmp_path / "all").stdout
        path = tmp_path / "all" / f"hook_runner{ending}"
        assert out == f"{path}: written\n" and path.stat().st_size > 300
        single = tmp_path / f"single{ending}"
        run("card", "duel", "--games", 20, "-o", single)
        assert single.read_bytes() == path.read_bytes()
    assert sorted(p.suffix for p in (tmp_path / "all").iterdir()) == sorted(FORMATS.values())  # nothing half-written is left
    assert run("card", "duel", "--games", 20).stdout == (tmp_path / "single.md").read_text(encoding="utf-8")


def test_json_fits_its_schema():
    data = json.loads(run("card", "ford", "--games", 20, "--format", "json").stdout)
    for card in data:
        jsonschema.validate(card, Card.model_json_schema())
    assert [card["creature"] for card in data] == ["hook_runner", "gnaw_rat", "thorn_slinger"]


def test_a_policy_can_be_asked():
    card, = make_cards(load_library_encounter("duel"), games=20, enemies="policy")
    assert card.enemies == "policy" and card.deeds


def test_nothing_is_lost(tmp_path, cards):
    taken = tmp_path / "mine.md"
    taken.write_text("my notes", encoding="utf-8")
    assert "would be overwritten and nothing was written" in fails("card", "duel", "--games", 20, "-o", taken)
    assert taken.read_text(encoding="utf-8") == "my notes"
    (tmp_path / "ash_herald.md").write_text("other notes", encoding="utf-8")
    with pytest.raises(CardFileError, match="ash_herald.md"):
        write_cards(cards, "md", tmp_path)
    assert not (tmp_path / "gravel_ogre.md").exists()
    write_cards(cards, "md", tmp_path, force=True)
    assert (tmp_path / "ash_herald.md").read_text(encoding="utf-8").startswith("# Ash Herald")


def test_bad_input_is_one_sentence(tmp_path):
    assert "there is no format 'doc'; use md, html, pdf, json" in fails("card", "duel", "--format", "doc")
    assert "a PDF is not for the screen" in fails("card", "duel", "--format", "pdf")
    assert "there is no paper 'a3'" in fails("card", "duel", "--paper", "a3")
    assert "--games 3 is not possible; give 20 to 5000" in fails("card", "duel", "--games", 3)
    assert "does not end like md" in fails("card", "duel", "--games", 20, "--format", "md", "-o", tmp_path / "x.pdf")
    assert "there is no agent 'nobody'" in fails("card", "duel", "--agent", "nobody")
    (tmp_path / "plain").write_text("", encoding="utf-8")
    assert "is a file without the ending .md" in fails("card", "duel", "--games", 20, "-o", tmp_path / "plain")
