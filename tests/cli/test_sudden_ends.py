"""Ends at which Python does nothing more: the file of findings is written, and the process ends as it would have."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from conftest import World

TRAINING = """
import os, signal, sys, time
print(signal.getsignal(signal.SIGTERM), flush=True)
import torch
w, idle = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
optimizer = torch.optim.SGD([w, idle], lr=0.1)
for _ in range(4):
    optimizer.zero_grad()
    ((w - 2) + idle.detach()).pow(2).sum().backward()
    optimizer.step()
print(signal.getsignal(signal.SIGTERM), flush=True)
"""
FAILING = """
import os, torch
w = torch.ones(3, requires_grad=True)
try:
    w.detach().sum().backward()
except RuntimeError:
    os._exit(3)
"""


def document(world: World) -> dict:
    return json.loads((world.folder / "out.json").read_text())


def test_os_exit_leaves_the_findings_and_its_status_and_no_part_of_the_file_is_ever_seen(world: World) -> None:
    world.write("main.py", FAILING)
    assert world.whygrad("run", "--json", "out.json", "main.py").returncode == 3
    assert [f["cause"] for f in document(world)["findings"]] == ["detached-tensor"]
    assert document(world)["exit"] == 3
    assert [p.name for p in Path(world.folder).iterdir() if "part" in p.name or "lock" in p.name] == []


def test_a_fork_that_leaves_by_os_exit_writes_nothing(loaded: World) -> None:
    fork = "import os\nchild = os.fork()\nif not child:\n    os._exit(5)\nprint(os.waitpid(child, 0)[1] >> 8)\n"
    loaded.write("main.py", f"import torch\n{fork}")
    done = loaded.whygrad("run", "--json", "out.json", "main.py")
    assert (done.stdout, done.returncode, document(loaded)["exit"]) == ("5\n", 0, 0)


@pytest.mark.parametrize("words", [(), ("--json", "out.json")])
def test_sigterm_leaves_the_findings_and_ends_by_the_signal(loaded: World, words: tuple[str, ...]) -> None:
    loaded.write("main.py", TRAINING + "os.kill(os.getpid(), signal.SIGTERM)\ntime.sleep(60)\n")
    done = loaded.whygrad("run", *words, "main.py")
    assert done.returncode == -signal.SIGTERM
    assert done.stdout == loaded.python("main.py").stdout  # nobody handles it, as far as the program can tell
    if words:
        assert [f["cause"] for f in document(loaded)["findings"]] == ["detached-tensor"]
        assert document(loaded)["exit"] == 128 + signal.SIGTERM


def test_a_handler_of_the_program_is_left_alone(loaded: World) -> None:
    handler = "signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))\nos.kill(os.getpid(), signal.SIGTERM)\n"
    loaded.write("main.py", TRAINING + handler)
    assert loaded.whygrad("run", "--json", "out.json", "main.py").returncode == 7
    assert document(loaded)["exit"] == 7


def test_a_child_is_ended_by_the_signal(world: World) -> None:
    text = """
        import multiprocessing, signal, time, torch

        if __name__ == "__main__":
            child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(60,))
            child.start()
            child.terminate()
            child.join()
            print(child.exitcode)
    """
    world.write("main.py", text)
    done = world.whygrad("run", "--json", "out.json", "main.py")
    assert (done.stdout, done.stderr) == (f"{-signal.SIGTERM}\n", "")


def test_what_stands_for_os_exit_is_gone_after_the_program(world: World) -> None:
    world.write("main.py", "import atexit, os\natexit.register(lambda: print(os._exit))\n")
    assert "built-in" in world.whygrad("run", "--json", "out.json", "main.py").stdout
