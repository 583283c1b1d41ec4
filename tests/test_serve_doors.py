"""Doors and lamps on the page of `foemind serve`, in a real browser: turned by mouse, keyboard and touch, and when a click means something else."""

import re

import pytest
from serving import Page, Server, browser, page, until  # noqa: F401  (the fixtures)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("doors")) as running:
        yield running


def test_a_door_and_a_light_say_how_they_are_turned_and_are(server):
    view = server.say(server.begin(library="lamplit_chapel"), "c")

    def things():
        return {thing["squares"][0][0]: thing for thing in view["board"]["things"] if thing["turn"]}

    assert [(x, thing["code"], thing["turn"]["text"]) for x, thing in sorted(things().items())] == [
        (5, "door", "open it"),
        (6, "light", "put it out"),
        (8, "door", "open it"),
        (10, "light", "light it"),
    ]
    first = view
    for x, state in ((5, "off"), (6, "off"), (10, "on"), (5, "on")):
        view = server.say(view, things()[x]["turn"]["line"], version=view["version"])
        assert things()[x]["state"] == state
    dark = {name: next(g["squares"] for g in v["board"]["ground"] if g["kind"] == "darkness") for name, v in (("then", first), ("now", view))}
    assert [6, 2] in dark["now"] and [6, 2] not in dark["then"], "the square of the altar lamp"
    back = server.post(f"/tables/{view['id']}/undo", count=4)
    assert back["board"] == first["board"] and server.post(f"/tables/{view['id']}/redo", count=4)["board"] == view["board"]
    view = server.say(view, "door i7 broken")
    assert 8 not in things(), "nothing turns a broken door"


def test_doors_and_lights_are_turned_by_mouse_keyboard_and_touch(page, browser):  # noqa: F811
    view = page.server.say(page.server.begin(library="lamplit_chapel"), "c")
    p = page.open(view).page

    def state(code, square):
        at = [ord(square[0]) - 97, int(square[1:]) - 1]
        return next(thing["state"] for thing in page.view()["board"]["things"] if thing["code"] == code and thing["squares"] == [at])

    p.mouse.click(*page.at("f7"))
    until(lambda: "now open door" in p.locator("#toast").inner_text())
    assert state("door", "f7") == "off" and p.evaluate("document.activeElement === document.body")
    p.locator("#toast button").click()
    until(lambda: state("door", "f7") == "on")
    lamp = p.get_by_role("button", name=re.compile("g3: put it out$"))
    lamp.focus()
    p.keyboard.press("Enter")
    until(lambda: str(p.evaluate("document.activeElement.getAttribute('aria-label')")).endswith("g3: light it"))  # the focus stays on the lamp
    assert state("light", "g3") == "off"
    p.keyboard.press(" ")
    until(lambda: state("light", "g3") == "on")
    p.keyboard.press("e")
    p.mouse.click(*page.at("i7"))
    until(lambda: state("door", "i7") == "off")
    page.shot("doors")
    p.reload()
    p.wait_for_selector(".token")
    assert state("door", "i7") == "off"
    tablet = Page(browser, page.server, "tablet", has_touch=True)
    tablet.open(view).page.touchscreen.tap(*tablet.at("k11"))
    until(lambda: state("light", "k11") == "on")
    tablet.close()


def test_a_walk_goes_before_a_door_and_a_question_before_both(page):
    """A click on an open door that can be walked to walks, with Alt it closes the door; while a question waits it turns nothing."""
    view = page.server.begin(library="lamplit_chapel")
    for line in ("c", "door f7 open", "move w f8", "move r f6"):
        view = page.server.say(view, line)
    p = page.open(view).page
    p.locator(".token[data-slot='0']").click()
    p.wait_for_selector(".reach rect")
    p.keyboard.down("Alt")
    p.mouse.click(*page.at("f7"))
    p.keyboard.up("Alt")
    until(lambda: page.view()["log"][-1]["line"] == "door f7 closed")
    p.keyboard.press("u")
    until(lambda: page.view()["redo"])
    p.reload()  # nobody is picked then, however quickly the page heard of the undo
    p.locator(".token[data-slot='0']").click()
    p.wait_for_selector(".reach rect")
    p.mouse.click(*page.at("f7"))
    until(lambda: (page.member("warden")["x"], page.member("warden")["y"]) == (5, 6))
    p.get_by_label("A line.").fill("steady gnaw rat r,")
    p.keyboard.press("Enter")
    p.wait_for_selector(".pad")
    before = page.view()
    p.mouse.click(*page.at("g3"))
    until(lambda: "A question waits" in p.locator(".fault").inner_text())
    assert page.view() == before
