"""A round of four against four on the page of `foemind serve`, as somebody plays it who has read docs/serve.md: how many clicks and keys it takes."""

import re

import pytest
from serving import Page, Server, browser, until  # noqa: F401  (the fixture)

MOST = 55  # clicks and keys; under a minute at about one a second


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("round")) as running:
        yield running


class Round:
    """Plays the first round of a table that is open in a Page; `done` is every click and key in words."""

    def __init__(self, page):
        self.page, self.tab, self.done = page, page.page, []
        self.moved = self.acted = False

    def play(self):
        while (view := self.shown()["view"])["need"]["kind"] != "over" and not (view["round_no"] and view["need"]["dice"] == [1, 2]):
            self.answer(view)
            until(lambda: self.shown()["view"]["version"] > view["version"] and not self.shown()["busy"])
        return view

    def shown(self):
        """What the page knows."""
        return self.tab.evaluate("async () => (await import('/static/store.js')).get()")

    def answer(self, view):
        need = view["need"]
        if need["dice"] == [1, 2]:
            self.click(self.tab.get_by_role("button", name="Companions", exact=True))
        elif need["kind"] == "dice" and need["side"] == "companions":
            for face in (7, 10)[: need["dice"][0]] + (4,) * (need["dice"][0] - 2):
                self.key(str(face % 10))
        elif need["kind"] in ("dice", "choice"):
            self.key("Enter")
        elif need["side"] == "enemies":
            self.tab.wait_for_selector(".card")
            self.key("Enter")
        else:
            self.players_turn(view)

    def players_turn(self, view):
        """One click of a player's turn, up to the line that it makes: who, then a deed that reaches a foe, else where to, else the end."""
        slot = view["turn_of"]
        if slot is None:
            slot = next(c["slot"] for c in view["combatants"] if c["ready"])
            self.moved = self.acted = False
            self.click(self.tab.locator(f".token[data-slot='{slot}']"))
        self.tab.wait_for_selector(".acts")
        acts = self.shown()["acts"]
        foes = {c["slot"]: c for c in view["combatants"] if c["side"] == "enemies" and c["status"] == "standing"}
        deed = next((act for act in acts["acts"] if act["kind"] == "deed" and not act["why"] and foes.keys() & set(act["targets"])), None)
        if deed and not self.acted:
            self.acted = True
            self.click(self.tab.get_by_role("button", name=re.compile(rf"^{deed['name']}( \d+)?$")))
            self.tab.wait_for_selector(".token.aimed")
            self.click(self.tab.locator(f".token[data-slot='{min(foes.keys() & set(deed['targets']))}']"))
        elif acts["reach"] and not self.moved and not self.acted:
            self.moved = True
            x, y = min((reach["square"] for reach in acts["reach"]), key=lambda at: min(abs(at[0] - f["x"]) + abs(at[1] - f["y"]) for f in foes.values()))
            self.done.append("square")
            self.tab.mouse.click(*self.page.at(f"{chr(97 + x)}{y + 1}"))
        else:
            self.key("x")

    def click(self, what):
        self.done.append("click")
        what.click()

    def key(self, name):
        self.done.append(name)
        self.tab.keyboard.press(name)


def test_a_round_takes_less_than_a_click_or_key_a_second(browser, server):  # noqa: F811
    page = Page(browser, server)
    page.open(server.begin())
    playing = Round(page)
    view = playing.play()
    page.shot("round")
    page.close()
    assert "Round 2, the coin" in view["need"]["text"] and len(view["log"]) >= 8
    assert len(playing.done) <= MOST, playing.done


def test_enter_goes_on_after_a_click_on_a_button_and_dice_are_typed(browser, server):  # noqa: F811
    page = Page(browser, server)
    p = page.open(server.say(server.begin(), "e")).page
    p.wait_for_selector(".card")
    assert p.get_by_label("A line.").get_attribute("placeholder").startswith("ren c4")
    p.locator(".member-head").first.click()
    p.get_by_role("button", name="Another").click()
    until(lambda: p.locator(".alternative[aria-pressed=true] kbd").inner_text() == "2")
    p.get_by_role("button", name="Another").click()
    p.get_by_role("button", name="Keys").click()
    p.keyboard.press("Escape")
    p.keyboard.press("1")
    p.keyboard.press("Enter")
    p.wait_for_selector(".pad")
    n, sides = page.view()["need"]["dice"]
    assert len(p.get_by_label("A line.").get_attribute("placeholder").split(",")[0].split()) == n
    for _ in range(n):
        p.keyboard.press("0")
    p.wait_for_selector(".pad", state="detached")
    view = page.view()
    assert "Dice: " + " ".join(["10"] * n) in " ".join(view["pending"]["told"] if view["pending"] else view["log"][-1]["told"])
    page.close()


def test_the_roster_of_a_tablet_shows_everybody_while_somebody_acts(browser, server):  # noqa: F811
    page = Page(browser, server, "tablet")
    view = server.say(server.say(server.begin(), "c"), "warden f4,")
    p = page.open(view).page
    heights = [row.bounding_box()["height"] for row in p.locator(".member").all()]
    assert len(heights) == 8 and max(heights) < 2 * min(heights), heights
    page.close()
