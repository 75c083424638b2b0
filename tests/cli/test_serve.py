"""`condotta serve`: it opens without a browser, says how it fares, and names what is wrong."""

import json
import os
import re
import signal
import subprocess
import sys

import httpx
import pytest

from condotta.cli.app import main
from condotta.cli.serve import checked_key, checked_proxies, command
from condotta.errors import PlainError
from condotta.server.http import serving

SECONDS = 60
KEY = {"authorization": "Bearer the key"}
OWNER = "a-key-that-nobody-guesses"


@pytest.fixture
def served(root, tmp_path):
    """A server in an empty home that notes in JSON, and its address."""
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(root / "src"),
           "CONDOTTA_METRICS_KEY": "the key", "CONDOTTA_OWNER_KEY": OWNER}  # fmt: skip
    words = ("-P", "-m", "condotta", "serve", "--port", "0", "--logs", "json")
    with subprocess.Popen(
        (sys.executable, *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env,
        text=True, cwd=tmp_path,
    ) as server:  # fmt: skip
        try:
            yield server, re.search(r"http://\S+", server.stdout.readline())[0]
        finally:
            server.kill()


def test_a_server_says_that_it_lives_and_how_it_fares_to_who_knows_the_key(served):
    server, address = served
    with httpx.Client(base_url=address, trust_env=False) as visitor:
        assert visitor.get("/healthz").json() == {"live": True}
        assert visitor.get("/readyz").json() == {"ready": True}
        made = visitor.post("/api/battles", json={"scenario": "first"}).json()
        for headers in ({}, {"authorization": "Bearer another"}):
            refused = visitor.get("/metrics", headers=headers)
            assert (refused.status_code, refused.json()["key"]) == (404, "server.no-address")
        figures = visitor.get("/metrics", headers=KEY)
        assert visitor.get(f"/open/{OWNER}").status_code == 303
        assert visitor.get("/api/about").json()["owner"]
    assert figures.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = figures.text.splitlines()
    assert "condotta_rooms 1" in lines
    assert "condotta_request_seconds_count 5" in lines
    assert all(re.fullmatch(r"# .+|condotta_\w+(\{le=\"[^\"]+\"\})? [0-9.]+", one) for one in lines)
    assert made["battle"] not in figures.text
    assert made["code"] not in figures.text
    server.send_signal(signal.SIGTERM)
    assert server.wait(SECONDS) == 0
    assert OWNER not in server.stdout.read()
    for line in server.stderr.read().splitlines():
        assert json.loads(line).keys() >= {"time", "level", "from", "what"}


@pytest.mark.parametrize(
    ("store", "says"),
    [
        ("mysql://somewhere/", "is named postgresql://"),
        ("postgresql://nobody@127.0.0.1:1/none", "cannot be reached"),
        ("postgresql://nobody@[half/none", "--store"),
    ],
)
def test_a_store_that_there_is_not_is_a_sentence(store, says, capsys):
    assert main(["serve", "--store", store, "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert "Traceback" not in said


def test_a_port_that_there_is_not_is_a_sentence(capsys):
    assert main(["serve", "--port", "70000"]) == 2
    assert "Ports go from 0" in capsys.readouterr().err


@pytest.mark.parametrize("named", ["proxy", "10.0.0.0/99", ""])
def test_a_proxy_that_is_no_address_is_a_sentence(named):
    with pytest.raises(PlainError, match="instead of"):
        checked_proxies(("127.0.0.1", named))
    assert checked_proxies(("127.0.0.1", "10.0.0.0/8")) == ("127.0.0.1", "10.0.0.0/8")


@pytest.mark.parametrize("key", ["short", "with a blank that is long", "x" * 300])
def test_a_key_that_could_be_guessed_or_not_be_opened_is_a_sentence(key):
    with pytest.raises(PlainError, match="openssl rand"):
        checked_key(key)
    assert checked_key(OWNER) == OWNER
    assert checked_key("") == ""


def plan_of(monkeypatch, *, terminal, **how):
    """What is opened by somebody in a terminal, or by a service, and what is said of it."""
    plans = []
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(serving, "serve", lambda plan, opened: plans.append((plan, opened)))
    assert command(**how) == 0
    ((plan, opened),) = plans
    opened("http://127.0.0.1:1/", "http://127.0.0.1:1/open/drawn", ())
    return plan


def test_a_key_is_drawn_and_said_to_who_reads_it_alone(monkeypatch, capsys):
    assert plan_of(monkeypatch, terminal=True).key is None
    assert "/open/drawn" in capsys.readouterr().out
    assert plan_of(monkeypatch, terminal=False).key == ""
    said = capsys.readouterr().out
    assert "/open/drawn" not in said
    assert "CONDOTTA_OWNER_KEY" in said
    for terminal in (True, False):
        assert plan_of(monkeypatch, terminal=terminal, owner_key=OWNER).key == OWNER
        said = capsys.readouterr().out
        assert OWNER not in said
        assert "the key that you chose" in said
