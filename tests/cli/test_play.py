"""`condotta play`: it opens, says where, keeps what it is given, and closes well."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import httpx
import pytest

from condotta.cli.app import main
from condotta.server.http import serving

SECONDS = 60


@contextmanager
def opened(root, home, *words):
    """A table as a newcomer opens it: no settings, an empty home."""
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-P", "-m", "condotta", "play", "--no-browser", *words]
    table = subprocess.Popen(command, stdout=subprocess.PIPE, env=env, text=True, cwd=home)
    try:
        yield table, re.search(r"http://\S+", table.stdout.readline())[0]
    finally:
        if table.poll() is None:
            table.kill()
        table.wait()
        table.stdout.close()


def test_in_an_empty_home_the_table_opens_and_closes_well(root, tmp_path):
    with opened(root, tmp_path, "--port", "0") as (table, address):
        about = httpx.get(f"{address}api/about", trust_env=False).json()
        assert about["protocol"] == 1
        assert "<html" in httpx.get(address, trust_env=False).text
        owners = re.search(r"http://\S+/open/\S+", table.stdout.readline())[0]
        assert httpx.get(owners, trust_env=False).status_code == 303
        assert str(tmp_path / ".local/share/condotta") in table.stdout.readline()
        table.send_signal(signal.SIGINT)
        assert table.wait(SECONDS) == 0
        assert "closed" in table.stdout.read()
    assert (tmp_path / ".local/share/condotta/table.sqlite").is_file()
    assert (tmp_path / ".local/share/condotta").stat().st_mode & 0o077 == 0


def test_a_page_that_looks_on_does_not_keep_the_table_open(root, tmp_path):
    with opened(root, tmp_path, "--port", "0") as (table, address):
        made = httpx.post(f"{address}api/battles", json={"scenario": "first"}, trust_env=False)
        port = int(re.search(r":(\d+)/", address)[1])
        with socket.create_connection(("127.0.0.1", port)) as page:
            page.sendall(
                f"GET /api/battles/{made.json()['battle']}/socket HTTP/1.1\r\n"
                f"Host: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            assert b"101" in page.recv(4096)
            table.send_signal(signal.SIGTERM)
            begun = time.monotonic()
            assert table.wait(SECONDS) == 0
            assert time.monotonic() - begun < 30


def test_a_port_that_is_taken_is_a_sentence(tmp_path, capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        words = ["play", "--no-browser", "--port", port, "--data", str(tmp_path)]
        assert main(words) == 2
    said = capsys.readouterr().err
    assert f"Port {port} is taken" in said
    assert "--port" in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--port", "70000"], "Ports go from"),
        (["--port", "-1"], "Ports go from"),
        (["--host", "no such host"], "name another with --host"),
        (["--host", "203.0.113.7", "--port", "0"], "--host"),
        (["--data", "/dev/null/battles"], "--data"),
    ],
)
def test_what_cannot_be_opened_is_a_sentence(tmp_path, capsys, words, told):
    data = [] if "--data" in words else ["--data", str(tmp_path)]
    assert main(["play", "--no-browser", *words, *data]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1


def test_a_folder_that_another_table_uses_is_a_sentence(root, tmp_path, capsys):
    with opened(root, tmp_path, "--port", "0", "--data", str(tmp_path / "here")):
        words = ["play", "--no-browser", "--port", "0", "--data", str(tmp_path / "here")]
        assert main(words) == 2
        assert "another Condotta" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("platform", "variable", "folder"),
    [
        ("linux", "XDG_DATA_HOME", "condotta"),
        ("win32", "LOCALAPPDATA", "Condotta"),
    ],
)
def test_battles_lie_where_programs_keep_their_data(monkeypatch, platform, variable, folder):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(variable, "somewhere")
    assert serving.usual_folder().as_posix() == f"somewhere/{folder}"


def test_on_a_network_others_are_told_an_address_that_reaches_it():
    assert serving.addresses("127.0.0.1", 80) == ("http://127.0.0.1:80/",)
    assert serving.url("::1", 80) == "http://[::1]:80/"
    assert serving.addresses("::", 80)[-1] == "http://127.0.0.1:80/"
