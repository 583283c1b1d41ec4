"""`foemind serve` faces a browser that other pages use too: hosts, origins, bodies, paths, headers, and what a fault tells."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from command import compiled, fails  # noqa: F401  (the first is a fixture)
from serving import Server, until

from judge.serve import guard
from judge.serve.app import STATIC

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("guard")) as running:
        yield running


def raw(server, text):
    """(status, body) of what is sent byte by byte: clients mend what an attacker would send."""
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        line.sendall(text.replace("\n", "\r\n").encode("latin-1"))
        answer = b""
        while part := line.recv(65536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "user@127.0.0.1", "127.0.0.1:x", "", "10.0.0.7", "0.0.0.0"]
)
def test_another_host_is_refused(server, host):
    """A name that is rebound to this machine reaches nothing, not even the page."""
    for path in ("/", "/api/tables", "/static/main.js"):
        status, body = raw(server, f"GET {path} HTTP/1.1\nHost: {host}\nConnection: close\n\n")
        assert status in (400, 403) and b"<html" not in body and b"import" not in body, (host, path)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "http://localhost"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_site_is_refused(server, headers):
    for method, path in (("GET", "/api/tables"), ("POST", "/api/tables")):
        answer = server.client.request(method, path, headers=headers, json={"library": "duel"} if method == "POST" else None)
        assert answer.status_code == 403 and "another site" in answer.json()["error"], headers
    assert server.get("/tables")["tables"] == []


def test_the_own_page_is_served(server):
    own = {"origin": server.address, "sec-fetch-site": "same-origin"}
    assert server.client.get("/api/tables", headers=own).status_code == 200
    assert server.client.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200, "a link elsewhere may lead to the page itself"
    assert server.client.get("/", headers={"host": f"localhost:{server.port}"}).status_code == 200


def test_a_body_that_is_no_json_of_ours_is_refused(server):
    for body, kind in (
        (b'{"library":"duel"}', "text/plain"),
        (b"library=duel", "application/x-www-form-urlencoded"),
        (b"{", "application/json"),
        (b"[" * 60_000, "application/json"),
        (b"\xff\xfe", "application/json"),
        (b'{"library":"duel","more":1}', "application/json"),
    ):
        answer = server.client.post("/api/tables", content=body, headers={"content-type": kind})
        assert answer.status_code in (400, 422) and answer.json()["error"], (body[:20], answer.text)
    assert server.get("/tables")["tables"] == []


def test_large_bodies_are_refused_unread(server):
    line = "/api/tables/aaaaaaaaaa/line"
    assert server.client.post(line, content=b" " * (guard.MIB + 1)).status_code == 413
    status, body = raw(server, f"POST {line} HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 99999999999\n\n")
    assert status == 413 and b"MiB" in body
    chunks = (b" " * 65536 for _ in range(40))
    assert server.client.post(line, content=chunks).status_code == 413, "in pieces, without a length"
    assert server.client.post("/api/tables", content=b" " * (guard.MIB + 1)).status_code == 422, "a saved table may be longer"
    assert server.client.post("/api/tables", content=b" " * (2 * guard.MIB + 1)).status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/....//app.py",
        "/static//etc/passwd",
        "/static/%2fetc/passwd",
        "/../../pyproject.toml",
        "/static/..\\app.py",
        "/static/",
        "/static",
        "/api/tables/../about/..",
        "/api/tables/..%2f..%2fx",
        "/static/main.js%00.txt",
    ],
)
def test_no_file_outside_the_page_is_served(server, path):
    status, body = raw(server, f"GET {path} HTTP/1.1\nHost: 127.0.0.1\nConnection: close\n\n")
    assert status in (400, 403, 404, 405, 422, 307) and b"root:" not in body and b"import " not in body and b"[project]" not in body, (
        status,
        body[:200],
    )


def test_every_answer_is_strict(server):
    for path in ("/", "/static/main.js", "/api/about", "/api/nothing"):
        headers = server.client.get(path).headers
        assert {name: headers[name] for name in guard.HEADERS} == guard.HEADERS and "server" not in headers, path
    policy = guard.HEADERS["content-security-policy"]
    assert "unsafe" not in policy and "*" not in policy and "http" not in policy


def test_the_page_asks_nobody_else():
    """Offline: no address of another place in any file of the page, and nothing that the policy would have to allow inline."""
    for path in STATIC.iterdir():
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r"https?://[\w.]+", text)) <= {"http://www.w3.org"}, path.name
        assert not re.search(r"\b(eval|Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write)\b", text), path.name
        assert text.count("\n") <= 300, path.name
    page = (STATIC / "index.html").read_text()
    assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", page)


def test_a_fault_of_ours_tells_no_insides(server, monkeypatch):
    monkeypatch.setattr(type(server.app.state.tables), "lines", lambda self: 1 / 0)
    answer = server.client.get("/api/tables")
    assert answer.status_code == 500 and set(answer.json()) == {"error", "more"}
    assert "division" not in answer.text and "Traceback" not in answer.text and ".py" not in answer.text


def test_a_full_disk_is_told_and_what_was_saved_counts(server, monkeypatch):
    view = server.say(server.begin(library="duel"), "c")
    with monkeypatch.context() as broken:
        broken.setattr("judge.files.os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        assert "No space left" in server.fault(f"/tables/{view['id']}/line", 503, line="vigor warden 3")
    assert server.get(f"/tables/{view['id']}")["combatants"] == view["combatants"]
    server.say(view, "vigor warden 3")


# -- the command -------------------------------------------------------------------------------------------------------
def test_another_address_needs_a_word(tmp_path):
    assert "--remote" in fails("serve", "--host", "0.0.0.0", "--data", tmp_path)
    assert "none.toml" in fails("serve", tmp_path / "none.toml", "--data", tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert "--port" in fails("serve", "--port", taken.getsockname()[1], "--data", tmp_path, "--agent", "greedy")


def test_remote_servers_take_addresses_and_no_names(tmp_path):
    with Server(tmp_path, host="0.0.0.0") as server:
        codes = [server.client.get("/", headers={"host": host}).status_code for host in ("192.168.7.7:80", "[fe80::1]", "evil.example")]
    assert codes == [200, 200, 403]


def test_the_command_serves_a_file_until_it_is_interrupted(tmp_path):
    fight = tmp_path / "yard.toml"
    fight.write_text((ROOT / "tests" / "data" / "table_round.toml").read_text())
    running = _serve(fight, tmp_path / "data")
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+/", running.stderr.readline()).group()
        until(lambda: _answers(address))
        opened = httpx.get(f"{address}api/about").json()["opened"]
        assert httpx.post(f"{address}api/tables/{opened}/line", json={"line": "c"}).json()["round_no"] == 1
    finally:
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=60)
    assert running.returncode == 0 and "Everything is saved." in told and "Traceback" not in told
    assert (tmp_path / "yard.session.json").exists()


def test_an_interrupt_of_all_processes_just_after_the_start_ends_them_quietly(tmp_path):
    """Ctrl-C at a terminal reaches the workers too, which are then still loading."""
    running = _serve("broken_gate", tmp_path)
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+/", running.stderr.readline()).group()
        until(lambda: _answers(address))
    finally:
        os.killpg(running.pid, signal.SIGINT)
        _, told = running.communicate(timeout=60)
    assert (running.returncode, told) == (0, "Everything is saved.\n")


def _serve(source, data):
    """The command in a process group of its own, with one worker on a free port."""
    options = ["--port", "0", "--agent", "greedy", "--workers", "1", "--data", str(data)]
    command = [sys.executable, "-c", "from judge.cli import app; app()", "serve", str(source), *options]
    env = os.environ | {"PYTHONWARNINGS": "ignore"}
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, env=env, start_new_session=True)


def _answers(address):
    try:
        return httpx.get(address).status_code == 200
    except httpx.TransportError:
        return False
