"""A server of `foemind serve` inside a test's process, the browser and a tab in it: `from serving import Server, Page, browser`."""

import re
import shutil
import socket
import threading
import time
from pathlib import Path

import httpx
import pytest

from judge.serve.app import make_app
from judge.serve.run import new_server

YARD = Path(__file__).parent / "data" / "table_round.toml"
SHOTS = Path(__file__).resolve().parents[1] / "test-output"  # what the tests of the page saw; not kept under version control
WAIT = 25  # seconds for a server or a suggestion on a busy machine
SIZES = {"wide": (1280, 800), "tablet": (820, 1180)}


class Server:
    """Serves a data folder on a free port while it is entered; `client` is an httpx.Client of its address."""

    def __init__(self, data, **options):
        self.data = Path(data)
        self.app = make_app(self.data, **({"agent": "greedy", "workers": 1} | options))

    def __enter__(self):
        listening = socket.create_server(("127.0.0.1", 0))
        self.port = listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.server = new_server(self.app, "critical")
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listening]}, daemon=True)
        self.thread.start()
        self.client = httpx.Client(base_url=self.address, timeout=WAIT)
        return self

    def __exit__(self, *_):
        self.client.close()
        self.server.should_exit = True
        self.thread.join(WAIT)
        assert not self.thread.is_alive()

    # -- asking --------------------------------------------------------------------------------------------------------------
    def get(self, path, code=200):
        return answered(self.client.get(f"/api{path}"), code)

    def post(self, path, code=200, **body):
        return answered(self.client.post(f"/api{path}", json=body), code)

    def begin(self, **fight):
        """The view of a new table; of the yard when nothing is said."""
        return self.post("/tables", 201, **(fight or {"toml": YARD.read_text(), "name": "yard.toml"}))

    def say(self, view, line, code=200, **more):
        """The view after a line."""
        return self.post(f"/tables/{view['id']}/line", code, line=line, **more)

    def fault(self, path, code, **body):
        """The sentence of a refusal."""
        return self.post(path, code, **body)["error"]


def answered(response, code):
    """The JSON of a response that must have a code; a refusal is one sentence in the one shape."""
    assert response.status_code == code, response.text
    if code == 204:
        return None
    data = response.json()
    if code >= 400:
        assert set(data) == {"error", "more"} and data["error"] and "\n" not in data["error"], data
        assert "Traceback" not in response.text and ".py" not in response.text
    return data


def chromium():
    """The browser of this machine."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"))), None)
    assert found, "the tests of the page need Chromium: run `make browser`, or install it as your system does, such as `apt-get install chromium`"
    return found


@pytest.fixture(scope="module")
def browser():
    """Chromium, driven by Playwright, for one module."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield running
        running.close()


@pytest.fixture
def page(browser, server):
    """A Page on the module's `server`, closed after the test."""
    opened = Page(browser, server)
    yield opened
    opened.close()


def until(found, seconds=WAIT):
    """The first true answer of `found`; AssertionError after so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if result := found():
            return result
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} seconds")


class Page:
    """A tab on the server; what goes wrong in it is kept in `faults`."""

    def __init__(self, browser, server, size="wide", **options):
        width, height = SIZES[size]
        self.context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **options)
        self.context.set_default_timeout(WAIT * 1000)
        self.server, self.faults = server, []
        self.refused = 0  # how many requests are to be refused: a browser tells each as an error
        self.tab()

    def tab(self):
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.faults.append(message.text) if message.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: None if request.url.startswith((self.server.address, "blob:")) else self.faults.append(request.url))

    def open(self, view=None):
        self.page.goto(f"{self.server.address}/#{view['id']}" if view else self.server.address)
        self.page.wait_for_selector(".token" if view else ".tile")
        return self

    def view(self):
        return self.server.get(f"/tables/{self.page.evaluate('location.hash.slice(1)')}")

    def at(self, square):
        """(x, y) on the screen of the middle of a square such as `c4`."""
        return self.page.evaluate(
            """([x, y]) => { const svg = document.querySelector('svg.board');
            const p = new DOMPoint(20 + 40 * x + 20, 20 + 40 * y + 20).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; }""",
            [ord(square[0]) - 97, int(square[1:]) - 1],
        )

    def drag(self, start, end):
        mouse = self.page.mouse
        mouse.move(*self.at(start))
        mouse.down()
        mouse.move(*self.at(end), steps=4)
        mouse.up()

    def member(self, key):
        return next(c for c in self.view()["combatants"] if c["key"] == key)

    def shot(self, name):
        SHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png")

    def close(self):
        self.context.close()
        told = [fault for fault in self.faults if re.search("status of 4(00|09)", fault)]
        assert len(told) == self.refused and len(self.faults) == self.refused, self.faults
