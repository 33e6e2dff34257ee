"""The server rejects requests from other sites, sends security headers, and survives hostile input."""

from __future__ import annotations

import gzip
import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from http.client import HTTPConnection

import pytest
from httpx import Response, TransportError

from dicebingo.cli.commands.serve import command
from dicebingo.errors import InputError
from dicebingo.web.app import make_app
from dicebingo.web.security import HEADERS, Security, visitor_of
from dicebingo.web.server import address_of, ask, bind
from dicebingo.web.static_pages import FOLDER
from tests.commands import run
from tests.waiting import PATIENCE, until
from tests.web.server import DESCRIPTION, FEW, LONG, Visitor, serving

OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    with serving() as found:
        yield found


def refused(response: Response, status: int) -> str:
    """Check that a response contains only an error, and return its message."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    assert response.json().keys() - {"values"} == {"error", "code"}
    error: str = response.json()["error"]
    assert "Traceback" not in error
    assert "\n" not in error
    return error


@pytest.mark.parametrize("path", ["/", "/api/rules", "/api/nowhere", "/nowhere", "/api/board.svg", "/api/solve"])
def test_every_response_has_the_security_headers(path: str, visitor: Visitor) -> None:
    response = visitor.client.get(path)
    assert {name: response.headers[name] for name in HEADERS} == HEADERS
    assert not [name for name in response.headers if name.startswith("access-control")]
    assert "server" not in response.headers


def test_the_policy_forbids_foreign_and_inline_content() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "*" not in policy
    directives = dict(part.split(" ", 1) for part in policy.split("; "))
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == directives["style-src"] == directives["connect-src"] == "'self'"


def test_pages_have_no_inline_scripts_or_styles() -> None:
    for page in FOLDER.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert " style=" not in text
        assert "<style" not in text
        assert " onclick=" not in text
        assert text.count("<script") == text.count('<script type="module" src="')


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8321", "localhost.evil.example", "", "127.0.0.1.evil.example", "1.2.3"],
)
def test_other_host_names_are_rejected(host: str, visitor: Visitor) -> None:
    assert "does not belong to this server" in refused(visitor.client.get("/", headers={"Host": host}), 400)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST:1", "[::1]:8321", "192.168.1.7:8321", "[::1]"])
def test_hosts_that_dns_cannot_rebind_are_accepted(host: str, visitor: Visitor) -> None:
    assert visitor.client.get("/api/version", headers={"Host": host}).status_code == 200


def test_an_allowed_host_name_is_accepted() -> None:
    security = Security(make_app(FEW), replace(FEW, hosts=("Bingo.local",)))
    assert security._is_ours("bingo.local:80")
    assert not security._is_ours("other.local:80")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_pages_on_other_sites_can_link_but_not_send_questions(site: str, visitor: Visitor) -> None:
    asks = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"}
    assert "from pages of other sites" in refused(visitor.client.get("/api/board.svg?board=1", headers=asks), 403)
    follows = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"}
    assert visitor.client.get("/", headers=follows).status_code == 200
    assert "from pages of other sites" in refused(visitor.client.post("/api/random", json={}, headers=follows), 403)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://evil.example", "127.0.0.1:8321"),
        ("http://127.0.0.1.evil.example:8321", "127.0.0.1:8321"),
        ("http://evil.example:8321", "localhost:8321"),
        ("http://127.0.0.1:9999", "127.0.0.1:8321"),  # another server on this machine
        ("http://localhost:8321", "127.0.0.1:8321"),
        ("https://127.0.0.1:80", "127.0.0.1"),
        ("chrome-extension://127.0.0.1", "127.0.0.1:8321"),
        ("http://127.0.0.1:8321/", "127.0.0.1:8321"),  # browsers send no slash at the end
        ("127.0.0.1:8321", "127.0.0.1:8321"),
        ("null", "127.0.0.1:8321"),
        ("null", "null"),
        ("", "127.0.0.1:8321"),
    ],
)
def test_a_foreign_origin_is_rejected(origin: str, host: str, visitor: Visitor) -> None:
    headers = {"Origin": origin, "Host": host}
    response = visitor.client.post("/api/random", json={"seed": 1}, headers=headers)
    reason = "does not belong to this server" if host == "null" else "Requests from pages of other sites"
    assert reason in refused(response, 400 if host == "null" else 403)
    assert visitor.client.get("/api/version", headers=headers).status_code == response.status_code
    assert visitor.client.delete("/api/jobs/nobody", headers=headers).status_code == response.status_code


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://127.0.0.1:8321", "127.0.0.1:8321"),
        ("http://localhost", "localhost"),
        ("http://LOCALHOST:8321", "localhost:8321"),
        ("http://localhost", "localhost:80"),
        ("http://[::1]:8321", "[::1]:8321"),
        ("https://bingo.local", "bingo.local"),  # sent by a browser through an HTTPS proxy
        ("https://bingo.local", "bingo.local:443"),
        (None, "bingo.local"),
        (None, "127.0.0.1:8321"),
    ],
)
def test_the_origin_of_the_requested_host_is_accepted(origin: str | None, host: str) -> None:
    security = Security(make_app(FEW), replace(FEW, hosts=("bingo.local",)))
    headers = {"host": host, **({"origin": origin} if origin else {}), "sec-fetch-site": "same-origin"}
    for method in ("POST", "GET", "DELETE"):
        scope = {"type": "http", "method": method, "query_string": b"", "client": ("127.0.0.1", 1)}
        assert security._objection({**scope, "headers": [(k.encode(), v.encode()) for k, v in headers.items()]}) is None


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_form_on_another_site_is_rejected(kind: str, visitor: Visitor) -> None:
    response = visitor.client.post("/api/solve", content=json.dumps({"board": OPTIMAL}), headers={"Content-Type": kind})
    assert "expected the content type application/json" in refused(response, 415)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nothing",
        b'{"board": NaN}',
        b'{"board": Infinity}',
        b"\xff\xfe",
        b"[" * 60_000,
        b'{"a": "\xed\xa0\x80"}',
    ],
)
def test_a_body_that_is_not_json_is_rejected(body: bytes, visitor: Visitor) -> None:
    assert "is not valid JSON" in refused(visitor.client.post("/api/solve", content=body, headers=JSON), 400)


@pytest.mark.parametrize(
    "body", ["null", "[]", '"7"', "7", "1e999", '{"board": "\\ud800"}', '{"board": {}}', '{"": 1}']
)
def test_json_that_is_not_a_question_is_rejected(body: str, visitor: Visitor) -> None:
    message = refused(visitor.client.post("/api/solve", content=body, headers=JSON), 422)
    assert re.search("expected|the key board is missing", message)


def test_long_bodies_are_rejected(visitor: Visitor) -> None:
    body = json.dumps({"board": "7 " * 40_000})
    assert "bytes" in refused(visitor.client.post("/api/solve", content=body, headers=JSON), 413)

    def chunks() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1_000

    assert "bytes" in refused(visitor.client.post("/api/solve", content=chunks(), headers=JSON), 413)


@pytest.mark.parametrize(("length", "status"), [(60_000, 422), (66_000, 414)])
def test_long_addresses_are_rejected(length: int, status: int, visitor: Visitor) -> None:
    with closing(HTTPConnection(visitor.client.base_url.netloc.decode())) as connection:
        connection.request("GET", f"/api/board.svg?board={'7' * length}")
        with connection.getresponse() as response:
            assert json.load(response).keys() - {"values"} == {"error", "code"}
            assert response.status == status


def test_the_server_stops_waiting_for_a_missing_body() -> None:
    with serving(replace(FEW, body_seconds=0.2)) as visitor:
        url = visitor.client.base_url
        with socket.create_connection((url.host, url.port or 0), timeout=PATIENCE) as connection:
            connection.sendall(
                f"POST /api/solve HTTP/1.1\r\nHost: {url.host}\r\nContent-Type: application/json\r\n"
                "Content-Length: 100\r\n\r\n{".encode()
            )
            assert b" 408 " in connection.recv(1_000).splitlines()[0]
            trickle(connection)  # sending more bytes after the response does not keep the connection open


def trickle(connection: socket.socket) -> None:
    """Send a byte from time to time until the server closes the connection."""
    deadline = time.monotonic() + PATIENCE
    with suppress(ConnectionError):
        connection.settimeout(0.01)
        while time.monotonic() < deadline:
            connection.send(b"x")
            with suppress(TimeoutError):
                if not connection.recv(100_000):
                    return
        pytest.fail("the connection is still open")


def connect(visitor: Visitor) -> socket.socket:
    url = visitor.client.base_url
    return socket.create_connection((url.host, url.port or 0), timeout=PATIENCE)


VERSION = b"GET /api/version HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = b"POST /api/nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BEGINNINGS = [b"", b"G", VERSION[:20], VERSION[:-3], VERSION[:-1]]


@pytest.mark.slow
def test_unfinished_requests_time_out_and_delay_no_other_visitor() -> None:
    """Fifty connections begin a request and never finish it. Another visitor still gets an answer."""

    def answered() -> bool:
        with suppress(TransportError):  # on a very busy machine, even this request may be too slow
            return server.client.get("/api/version").status_code == 200
        return False

    with serving(replace(FEW, head_seconds=0.5)) as server, ExitStack() as slow:
        connections = [slow.enter_context(connect(server)) for _ in range(50)]
        for number, connection in enumerate(connections):
            with suppress(ConnectionError):
                connection.sendall(BEGINNINGS[number % len(BEGINNINGS)])
        until(answered)
        for connection in connections:
            with suppress(ConnectionError):
                assert connection.recv(1_000) == b""
        with connect(server) as connection:
            trickle(connection)
        until(answered)


def test_only_the_time_to_send_a_request_is_limited() -> None:
    """The time until the next request and the duration of a response, such as an event stream, are unlimited."""
    with serving(replace(FEW, head_seconds=2)) as visitor, ExitStack() as stack:
        with visitor.clock_stopped():
            connection = stack.enter_context(connect(visitor))
            connection.sendall(VERSION)
            assert connection.recv(10_000).startswith(b"HTTP/1.1 200 OK")
            visitor.pass_time(3)
            job = visitor.start("solve", **LONG)
            connection.sendall(VERSION.replace(b"version", f"jobs/{job}/events".encode()))
            visitor.pass_time(3)
            assert visitor.client.delete(f"/api/jobs/{job}").json()["status"] == "cancelled"
            events = b""
            while b"cancelled" not in events:
                events += (more := connection.recv(10_000))
                assert more
        connection.sendall(VERSION[:-2])
        while connection.recv(10_000):  # the stream ends before the connection is closed
            pass


def test_an_unread_body_does_not_hold_a_connection_open() -> None:
    with serving(replace(FEW, body_seconds=0.2)) as visitor, connect(visitor) as connection:
        connection.sendall(POST + b"Content-Length: 60000\r\n\r\n")
        assert connection.recv(10_000).startswith(b"HTTP/1.1 404")
        trickle(connection)


def test_a_connection_stays_open_after_a_request_body_is_rejected_early() -> None:
    """The pause before the next request counts as idle time, even if the previous body ended after its response."""
    with serving(replace(FEW, head_seconds=2)) as visitor, visitor.clock_stopped(), connect(visitor) as connection:
        length = FEW.body_bytes + 1
        connection.sendall(POST + f"Content-Length: {length}\r\n\r\n".encode())
        answer = b""
        while not answer.endswith(b"}"):  # the head and the body may arrive separately
            answer += (more := connection.recv(10_000))
            assert more
        assert answer.startswith(b"HTTP/1.1 413")
        connection.sendall(b" " * length)
        visitor.pass_time(1)  # during this time, the server reads the rest of the body
        visitor.pass_time(3)
        connection.sendall(VERSION)
        assert connection.recv(10_000).startswith(b"HTTP/1.1 200 OK")


def test_a_connection_without_requests_is_closed() -> None:
    with serving(replace(FEW, idle_seconds=0.2)) as visitor, connect(visitor) as connection:
        connection.sendall(VERSION)
        answer = b""
        while more := connection.recv(10_000):
            answer += more
        assert answer.startswith(b"HTTP/1.1 200 OK")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (b"NONSENSE\r\n\r\n", b""),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b""),  # the first bytes of an HTTPS connection
        (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"NONSENSE\r\n"),
        (VERSION[:-2] + b"Connection: upgrade\r\nUpgrade: websocket\r\n\r\n", b"NONSENSE\r\n\r\n"),
    ],
)
def test_bytes_that_are_not_http_are_rejected_without_a_traceback(
    first: bytes, second: bytes, visitor: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    with connect(visitor) as connection:
        connection.sendall(first)
        assert connection.recv(100_000).startswith(b"HTTP/1.1 ")
        with suppress(ConnectionError):
            connection.sendall(second)
            while connection.recv(100_000):
                pass
    assert visitor.client.get("/api/version").status_code == 200
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nowhere", 404),
        ("GET", "/api", 404),
        ("GET", "/nowhere", 404),
        ("GET", "/js/../../app.py", 404),
        ("GET", "/%2e%2e/app.py", 404),
        ("GET", "/..%2fapp.py", 404),
        ("GET", "/%00", 404),
        ("GET", "/.hidden", 404),
        ("GET", "/api/solve", 405),
        ("PUT", "/api/solve", 405),
        ("DELETE", "/api/rules", 405),
        ("OPTIONS", "/api/solve", 405),
        ("POST", "/api/board.svg", 405),
        ("POST", "/", 405),
    ],
)
def test_unknown_paths_and_methods_are_rejected(method: str, path: str, status: int, visitor: Visitor) -> None:
    response = visitor.client.request(method, path)
    refused(response, status)
    assert (status == 405) == ("allow" in response.headers)


def test_each_visitors_requests_are_limited() -> None:
    with serving(replace(FEW, rate=0.01, burst=3)) as visitor:
        assert [visitor.client.get("/api/version").status_code for _ in range(3)] == [200] * 3
        response = visitor.client.get("/api/version")
        assert "Too many requests" in refused(response, 429)
        assert int(response.headers["retry-after"]) > 1


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("somewhere", "somewhere"),
    ],
)
def test_visitors_are_distinguished_by_address_or_home_network(address: str, name: str) -> None:
    assert visitor_of({"type": "http", "client": (address, 1)}) == name


def test_the_server_listens_on_this_machine_by_default() -> None:
    (host,) = (parameter for parameter in command.params if parameter.name == "host")
    assert host.default == "127.0.0.1"
    with bind("127.0.0.1", 0) as listening:
        assert listening.getsockname()[0] == "127.0.0.1"


def test_a_port_in_use_is_reported() -> None:
    with bind("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(InputError, match="Cannot listen on"):
            bind("127.0.0.1", port)
        assert "Cannot listen on" in run("serve", "--no-open", "--port", str(port)).complaint()
    assert "Cannot listen on" in run("serve", "--no-open", "--host", "nowhere.invalid").complaint()


def test_printed_addresses_can_be_opened() -> None:
    with bind("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        assert address_of(listening, "0.0.0.0") == address_of(listening, "127.0.0.1") == f"http://127.0.0.1:{port}/"
        assert address_of(listening, "::1") == f"http://[::1]:{port}/"


def test_the_start_check_reports_why_it_failed(visitor: Visitor) -> None:
    address = str(visitor.client.base_url)
    assert ask(address, "/api/version")["version"]
    with pytest.raises(Exception, match="answered with status 404"):
        ask(address, "/api/nowhere")
    with bind("127.0.0.1", 0) as listening:
        nobody = address_of(listening, "127.0.0.1")
    with pytest.raises(Exception, match="did not answer"):
        ask(nobody, "/api/version")


def test_files_have_correct_types_and_are_revalidated(visitor: Visitor) -> None:
    page = visitor.client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    again = visitor.client.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
    for path in FOLDER.rglob("*.js"):
        response = visitor.client.get(f"/{path.relative_to(FOLDER).as_posix()}")
        assert response.headers["content-type"] == "text/javascript; charset=utf-8"


def test_long_answers_are_compressed(visitor: Visitor) -> None:
    url = visitor.client.base_url.join("/api/openapi.json")
    with visitor.client.stream("GET", url, headers={"Accept-Encoding": "gzip"}) as response:
        raw = b"".join(response.iter_raw())
    assert response.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(raw)) == json.loads(json.dumps(DESCRIPTION))
    assert "content-encoding" not in visitor.client.get("/api/version").headers


def test_names_never_become_markup(visitor: Visitor) -> None:
    name = "<script>alert(1)</script>"
    question = {"boards": [OPTIMAL, OPTIMAL], "names": [name, name]}
    assert visitor.ask("match", **question)["names"] == [name, name]
    answer = visitor.client.post("/api/match", json=question)  # on a busy machine, the question may become a job
    assert answer.headers["content-type"] == "application/json"
    assert "<" not in refused(visitor.client.get(f"/api/board.svg?board={name}"), 422).replace(name[:40], "")


def test_a_request_with_two_lengths_is_rejected(visitor: Visitor) -> None:
    with connect(visitor) as connection:
        head = POST.replace(b"nowhere", b"solve") + b"Content-Type: application/json\r\n"
        connection.sendall(head + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
        answer = b""
        while more := connection.recv(10_000):
            answer += more
    assert answer.startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("name", ["\\ud800", "\\udfff x", "\\ud83d"])
def test_an_incomplete_character_is_rejected(name: str, visitor: Visitor) -> None:
    body = f'{{"boards": ["{OPTIMAL}", "{OPTIMAL}"], "names": ["{name}", "b"]}}'
    assert "surrogate" in refused(visitor.client.post("/api/match", content=body, headers=JSON), 422)
    whole = visitor.client.post("/api/match", content=body.replace(name, "\\ud83e\\udd8a"), headers=JSON)
    assert whole.status_code in (200, 202)  # on a busy machine, the question may become a job
