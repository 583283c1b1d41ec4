"""What stands before the application: hosts and origins that are not ours are refused (a page elsewhere must not reach a table here, nor
by a name that it rebinds to this machine), bodies are bounded, and every answer carries the headers that keep a browser strict."""

import ipaddress
import json
from urllib.parse import urlsplit

MIB = 1 << 20
HEARD = 16 * MIB  # so much more than is allowed is read and thrown away
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def is_loopback(host):
    """Whether a server bound to this host is reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Guard:
    """An ASGI application around another one.

    host: what the server is bound to. Where that is not loopback, IP addresses are taken as hosts too: no name can be rebound to them.
    limits: {path: bytes} of bodies larger than 1 MiB that a path may take.
    """

    def __init__(self, app, host="127.0.0.1", limits=()):
        self.app, self.names, self.limits = app, {*LOOPBACK, host.strip("[]").lower()}, dict(limits)
        self.numbers = not is_loopback(host)

    async def __call__(self, scope, receive, send):
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        if scope["type"] != "http":
            return None  # there are no web sockets here
        fault = self._fault(scope)
        if fault is not None:
            return await _refuse(send, *fault)
        body = await _body(receive, scope, self.limits.get(scope["path"], MIB))
        if body is None:
            return await _refuse(send, 413, f"the body is larger than {self.limits.get(scope['path'], MIB) >> 20} MiB; send a smaller file")
        return await self.app(scope, _again(body, receive), _with_headers(send))

    def _fault(self, scope):
        """(status, sentence) of a request that is not for us; None for one that is."""
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._is_ours(host):
            return 403, "this server answers to its own address only; open it by the address that foemind serve printed"
        if origin is not None and (urlsplit(origin).scheme not in ("http", "https") or urlsplit(origin).netloc.lower() != host.lower()):
            return 403, "another site asked for this; open the page by the address that foemind serve printed"
        if scope["path"].startswith("/api/") and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "another site asked for this; open the page by the address that foemind serve printed"
        return None

    def _is_ours(self, host):
        try:
            parts = urlsplit(f"//{host}")
            name, _ = parts.hostname, parts.port  # a port that is none raises
        except ValueError:
            return False
        if not name or parts.username is not None or parts.path or parts.query or parts.fragment:
            return False
        if name in self.names:
            return True
        try:
            return self.numbers and bool(ipaddress.ip_address(name))
        except ValueError:
            return False


async def _body(receive, scope, most):
    """The whole body, bytes; None when there is more of it than `most`: nothing larger is ever held, and what is not far larger is read to its
    end, so that a browser hears the refusal."""
    length = next((value for name, value in scope["headers"] if name.lower() == b"content-length"), b"0")
    if not length.isdigit() or len(length) > 12 or int(length) > most + HEARD:
        return None
    body, size = b"", 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return body
        size += len(message.get("body", b""))
        body = body + message.get("body", b"") if size <= most else b""
        if size > most + HEARD:
            return None
        if not message.get("more_body"):
            return body if size <= most else None


def _again(body, receive):
    """A `receive` that hands out a body that was read already."""
    given = False

    async def once():
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return once


def _with_headers(send):
    async def marked(message):
        if message["type"] == "http.response.start":
            own = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *((n.encode(), v.encode()) for n, v in HEADERS.items() if n.encode() not in own)]
            if b"cache-control" not in own:
                message["headers"].append((b"cache-control", b"no-store" if b"etag" not in own else b"no-cache"))
        await send(message)

    return marked


async def _refuse(send, status, sentence):
    body = json.dumps({"error": sentence}).encode()
    marked = _with_headers(send)
    await marked(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(b"content-type", b"application/json"), (b"connection", b"close"), (b"content-length", str(len(body)).encode())],
        }
    )
    await marked({"type": "http.response.body", "body": body})
