"""The page of `foemind serve` in a real browser: a round as a Judge plays it, by mouse, by keys, by touch; and what axe says of it."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from serving import YARD, Page, Server, browser, page, until  # noqa: F401  (the fixtures)

MAP = YARD.parent / "maps" / "two_rooms.dd2vtt"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("page"), agent="policy") as running:
        yield running


def yard(server, *lines):
    view = server.begin()
    for line in lines:
        view = server.say(view, line)
    return view


def test_a_monsters_turn_from_the_library_to_the_dice_and_back(page):
    """Load, suggest, another, apply with entered dice, undo, reload."""
    p = page.open().page
    p.get_by_role("button", name="The broken gate").click()
    p.get_by_role("button", name="Enemies", exact=True).click()
    p.wait_for_selector(".card")
    first = p.locator(".card").inner_text()
    assert p.locator(".plan-target, .plan-way").count() and p.locator(".odds tbody tr").count()
    p.keyboard.press("n")
    until(lambda: p.locator(".alternative[aria-pressed=true] kbd").inner_text() == "2")
    assert p.locator(".card").inner_text() != first
    p.keyboard.press("1")
    until(lambda: p.locator(".card").inner_text() == first)
    p.keyboard.press("Enter")
    p.wait_for_selector(".pad")
    page.shot("dice")
    asked = page.view()["need"]
    for _ in range(asked["dice"][0]):
        p.locator(".die", has_text=re.compile("^9$")).click()
    p.wait_for_selector(".pad", state="detached")
    told = " ".join(page.view()["pending"]["told"] if page.view()["pending"] else page.view()["log"][-1]["told"])
    assert "Dice: " + " ".join(["9"] * asked["dice"][0]) in told
    while page.view()["need"]["kind"] == "choice":
        version = page.view()["version"]
        p.locator(".asked .primary").click()
        until(lambda: page.view()["version"] != version)
    assert page.view()["log"], "the line is done"
    before = page.view()
    p.reload()
    p.wait_for_selector(".log li")
    assert page.view() == before and p.locator(".log li").count() == len(before["log"])
    p.keyboard.press("u")
    until(lambda: page.view()["redo"] == 1)
    p.keyboard.press("y")
    until(lambda: page.view()["log"] == before["log"])


def test_a_players_turn_in_a_few_clicks(page):
    view = yard(page.server, "c")
    p = page.open(view).page
    p.locator(".token[data-slot='0']").click()
    p.wait_for_selector(".reach rect")
    p.mouse.click(*page.at("f4"))
    until(lambda: (page.member("warden")["x"], page.member("warden")["y"]) == (5, 3))
    p.get_by_role("button", name="Steady Blow").click()
    p.wait_for_selector(".token.aimed")
    p.locator(".token[data-slot='4']").click()
    p.wait_for_selector(".pad")
    p.keyboard.press("Enter")  # the focus is on the token that was clicked: Enter rolls all the same
    p.wait_for_selector(".pad", state="detached")
    p.keyboard.press("u")
    p.get_by_role("button", name="Steady Blow").click()
    p.locator(".token[data-slot='4']").click()
    p.get_by_role("button", name="Triumph").click()
    p.get_by_role("button", name="No", exact=True).click()
    until(lambda: page.member("ogre")["vigor"] < 42)
    p.keyboard.press("x")
    until(lambda: page.member("warden")["acted"])
    lines = [entry["line"] for entry in page.view()["log"]]
    assert lines == ["Gate Warden f4,", "Gate Warden Steady Blow Gravel Ogre,", "end"]


def test_dragging_walks_where_the_turn_allows_and_sets_right_elsewhere(page):
    view = yard(page.server, "c")
    p = page.open(view).page
    page.drag("e4", "f4")
    until(lambda: page.member("warden")["x"] == 5)
    assert page.view()["log"][-1]["line"] == "Gate Warden f4," and page.view()["turn_of"] == 0
    page.drag("c2", "l9")
    until(lambda: page.member("archer")["x"] == 11)
    assert page.view()["log"][-1]["line"] == "move archer l9" and not page.member("archer")["acted"]
    assert "Undo" in p.locator("#toast").inner_text()
    p.locator("#toast button").click()
    until(lambda: page.member("archer")["x"] == 2)
    page.drag("c2", "g5")
    p.wait_for_selector(".fault")
    page.refused = 1
    assert "cannot stand on g5" in p.locator(".fault").inner_text() and page.member("archer")["x"] == 2
    p.keyboard.press("e")
    page.drag("f4", "f1")
    until(lambda: page.view()["log"][-1]["line"] == "move warden f1")


def test_tokens_move_with_the_arrows(page):
    view = yard(page.server, "c")
    p = page.open(view).page
    p.keyboard.press("m")
    assert p.evaluate("document.activeElement.dataset.slot") == "0"
    for key in ("ArrowRight", "ArrowDown"):
        p.keyboard.press(key)
    assert "f5" in p.locator("#voice").inner_text()
    p.keyboard.press("Escape")
    p.keyboard.press("ArrowRight")
    p.keyboard.press("Enter")
    until(lambda: page.member("warden")["x"] == 5)
    assert p.evaluate("document.activeElement.dataset.slot") == "0", "the focus stays on the token"


def test_the_roster_sets_right(page):
    view = yard(page.server, "c")
    p = page.open(view).page
    p.locator(".member-head", has_text="Gravel Ogre").click()
    row = p.locator(".member.open")
    row.get_by_label("Vigor of Gravel Ogre").fill("17")
    p.keyboard.press("Enter")
    until(lambda: page.member("ogre")["vigor"] == 17)
    row.get_by_role("button", name="Vigor minus 5").click()
    until(lambda: page.member("ogre")["vigor"] == 12)
    row.locator("select").select_option("weak")
    until(lambda: page.member("ogre")["states"] == [{"name": "weak", "potency": 1}])
    row.get_by_role("button", name="weak more").click()
    until(lambda: page.member("ogre")["states"][0]["potency"] == 2)
    row.get_by_role("checkbox", name="Has acted").check()
    until(lambda: page.member("ogre")["acted"])
    row.get_by_role("button", name="Dies").click()
    until(lambda: page.member("ogre")["status"] == "dead")
    p.keyboard.press("u")
    until(lambda: page.member("ogre")["status"] == "standing")


def test_what_is_being_typed_stays_when_advice_arrives(page):
    view = yard(page.server, "e")
    p = page.open(view).page
    p.locator(".member-head", has_text="Gravel Ogre").click()
    field = p.locator(".member.open").get_by_label("Vigor of Gravel Ogre")
    field.fill("3")
    p.wait_for_selector(".card")
    assert field.input_value() == "3" and page.member("ogre")["vigor"] == 42
    field.press("Enter")
    until(lambda: page.member("ogre")["vigor"] == 3)


def test_a_line_that_is_refused_is_not_lost(page):
    view = yard(page.server, "c")
    p = page.open(view).page
    p.keyboard.press("/")
    p.keyboard.type("w f4, stedy ogre 7 9")
    p.reload()
    p.wait_for_selector(".token")
    assert p.locator("#line").input_value() == "w f4, stedy ogre 7 9", "a draft survives a reload"
    p.locator("#line").press("Enter")
    p.wait_for_selector(".fault")
    page.refused = 1
    assert "stedy" in p.locator(".fault").inner_text() and p.locator("#line").input_value() == "w f4, stedy ogre 7 9"
    p.locator("#line").fill("w f4, steady ogre 7 9")
    p.locator("#line").press("Enter")
    p.wait_for_selector(".so-far")
    p.get_by_role("button", name="Take the line back").click()
    until(lambda: page.view()["pending"] is None)


def test_a_link_and_a_file_bring_the_fight_to_another_table(page, tmp_path):
    view = yard(page.server, "c", "w f4,", "vigor ogre 11")
    p = page.open(view).page
    p.keyboard.press("s")
    link = p.locator("#sheet textarea").input_value()
    with p.expect_download() as waiting:
        p.get_by_role("button", name="Save as a file").click()
    saved = tmp_path / "yard.foemind.json"
    waiting.value.save_as(saved)
    assert json.loads(saved.read_text())["format"] == "foemind-page/1"
    page.tab()
    page.page.goto(link)
    page.page.wait_for_selector(".token")
    until(lambda: re.fullmatch("[a-z2-7]{10}", page.page.evaluate("location.hash.slice(1)")))
    assert page.view()["id"] != view["id"] and page.member("ogre")["vigor"] == 11
    page.open()
    page.page.locator("#file").set_input_files(saved)
    page.page.wait_for_selector(".token")
    assert page.member("ogre")["vigor"] == 11
    page.page.locator("#top").get_by_role("button", name="Fights", exact=True).click()
    page.page.locator("#sheet textarea").fill(YARD.read_text())
    page.page.get_by_role("button", name="Begin").click()
    until(lambda: page.view()["log"] == [])


def test_a_map_is_brought_in_corrected_and_fought_on(page):
    p = page.open().page
    p.locator("#file").set_input_files(MAP)
    p.wait_for_selector(".import .square")
    p.locator(".import select").select_option("low obstacle")
    p.locator(".import svg").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "Enter"):
        p.keyboard.press(key)
    until(lambda: p.locator(".sign-low").count() == 1)
    page.shot("import")
    assert not [v["id"] for v in Axe().run(p).response["violations"] if v["impact"] in ("serious", "critical")]
    p.get_by_label("Party: callings").fill("vanguard:2, archer")
    p.get_by_label("Monsters").fill("gravel_ogrre")
    p.get_by_role("button", name="Begin the fight").click()
    until(lambda: "gravel_ogre" in p.locator("#toast").inner_text())
    page.refused = 1
    p.get_by_label("Monsters").fill("gravel_ogre, 2 gnaw_rat")
    p.get_by_role("button", name="Begin the fight").click()
    p.wait_for_selector(".token")
    view = page.view()
    assert len(view["combatants"]) == 5 and {"kind": "low obstacle", "squares": [[1, 2]]} in view["board"]["ground"]
    assert {thing["code"] for thing in view["board"]["things"]} >= {"door"}


def test_two_windows_do_not_write_over_each_other(page):
    view = yard(page.server, "c")
    one = page.open(view).page
    page.server.say(view, "vigor ogre 30")
    one.locator("#line").fill("vigor ogre 20")
    one.locator("#line").press("Enter")
    one.wait_for_selector(".fault")
    assert "changed meanwhile" in one.locator(".fault").inner_text() and page.member("ogre")["vigor"] == 30
    assert one.locator("#line").input_value() == "vigor ogre 20" and "30" in one.locator(".member", has_text="Gravel Ogre").inner_text()
    page.refused = 1


def test_touch_drags_on_a_tablet(browser, server):  # noqa: F811
    page = Page(browser, server, "tablet", has_touch=True, is_mobile=False)
    view = yard(server, "c")
    p = page.open(view).page
    start, end = page.at("e4"), page.at("f4")
    wire = page.context.new_cdp_session(p)
    for kind, points in (("touchStart", [start]), ("touchMove", [((start[0] + end[0]) / 2, start[1])]), ("touchMove", [end]), ("touchEnd", [])):
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
    until(lambda: page.member("warden")["x"] == 5)
    page.close()


@pytest.mark.parametrize("size,scheme", [("wide", "light"), ("tablet", "dark")])
def test_axe_finds_nothing_serious(browser, server, size, scheme):  # noqa: F811
    page, axe = Page(browser, server, size, color_scheme=scheme), Axe()
    found = {}

    def look(name):
        page.shot(f"{name}-{size}-{scheme}")
        result = axe.run(page.page).response
        found[name] = [
            (v["id"], v["impact"], [node["html"][:120] for node in v["nodes"]][:3])
            for v in result["violations"]
            if v["impact"] in ("serious", "critical", "moderate")
        ]

    p = page.open().page
    look("fights")
    p.get_by_role("button", name="The lamplit chapel").last.click()
    p.get_by_role("button", name="Enemies", exact=True).click()
    p.wait_for_selector(".card")
    look("suggestion")
    p.locator(".member-head").first.click()
    look("member")
    p.locator(".member-head").first.click()
    p.get_by_role("tab", name="By hand").click()
    p.locator(".chooser").first.click()
    p.wait_for_selector(".acts")
    look("by-hand")
    for key, name in (("?", "keys"), ("s", "share")):
        p.keyboard.press(key)
        p.wait_for_selector("#sheet[open]")
        look(name)
        p.keyboard.press("Escape")
    page.close()
    assert not any(found.values()), json.dumps(found, indent=1)
