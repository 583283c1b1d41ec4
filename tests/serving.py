"""A server of `foemind serve` inside a test's process, and the browser: `from serving import Server, browser`."""

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


def until(found, seconds=WAIT):
    """The first true answer of `found`; AssertionError after so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if result := found():
            return result
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} seconds")
