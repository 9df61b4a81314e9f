"""Where the names of POSIX are missing, as on Windows, the commands do what they do elsewhere."""

from __future__ import annotations

import json

import pytest
from conftest import World

MISSING = """
import asyncio, ctypes, logging, multiprocessing, os, random, signal, subprocess, sys, tempfile, threading, time

for module, names in {
    os: ("getuid", "geteuid", "getgid", "fork", "fchmod", "fchown", "O_NOFOLLOW", "O_DIRECTORY", "O_NONBLOCK",
         "sysconf", "killpg", "setsid", "getpgid", "mkfifo", "set_blocking"),
    signal: ("SIGHUP", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGKILL", "SIGUSR1", "SIGUSR2", "setitimer", "alarm",
             "pthread_sigmask", "pthread_kill", "sigwait", "siginterrupt"),
    time: ("clock_gettime", "CLOCK_BOOTTIME"),
}.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
os.supports_dir_fd.clear()
for name in ("fcntl", "pwd", "grp", "resource", "termios"):
    sys.modules[name] = None

from whygrad.cli import main

sys.exit(main())
"""
LOSING = """
import torch
w = torch.ones(3, requires_grad=True)
try:
    w.detach().sum().backward()
except RuntimeError:
    raise SystemExit(3)
"""


@pytest.fixture
def elsewhere(world: World) -> World:
    world.write("elsewhere.py", MISSING)
    world.write("main.py", LOSING)
    return world


def test_a_program_is_run_and_explained(elsewhere: World) -> None:
    done = elsewhere.python("elsewhere.py", "run", "--json", "out.json", "main.py")
    assert done.returncode == 3, done.stderr
    assert "error[detached-tensor]" in done.stderr and "whygrad: " not in done.stderr
    found = json.loads((elsewhere.folder / "out.json").read_text())
    assert [f["cause"] for f in found["findings"]] == ["detached-tensor"] and "internal_error" not in found


def test_one_of_several_processes_tells_and_writes(elsewhere: World) -> None:
    elsewhere.settings.update(WORLD_SIZE="2", RANK="1", MASTER_PORT="29500", LOCALAPPDATA=str(elsewhere.folder))
    done = elsewhere.python("elsewhere.py", "run", "--json", "out.json", "main.py")
    assert "error[detached-tensor]" in done.stderr and "whygrad: " not in done.stderr
    assert json.loads((elsewhere.folder / "out.json").read_text())["findings"][0]["ranks"] == ["1"]


def test_pages_and_versions_are_shown(elsewhere: World) -> None:
    assert "detach" in elsewhere.python("elsewhere.py", "explain", "detached-tensor").stdout
    assert elsewhere.python("elsewhere.py", "--version").returncode == 0


def test_a_repair_is_found(elsewhere: World) -> None:
    elsewhere.write("main.py", "import torch\nw = torch.ones(3, requires_grad=True)\nw.detach().sum().backward()\n")
    done = elsewhere.python("elsewhere.py", "fix", "main.py")
    assert "+w.sum().backward()" in done.stdout, done.stderr
