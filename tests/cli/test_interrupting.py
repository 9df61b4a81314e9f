"""A signal while whygrad explains ends that at once; the program has ended, and its status stays."""

from __future__ import annotations

import signal
import subprocess

import pytest
from conftest import World

INTERRUPTED = "whygrad: interrupted, the diagnosis is incomplete\n"
ENDS = "import sys\nprint('ran', flush=True)\nsys.exit(3)"


@pytest.fixture
def explaining(world: World) -> World:
    world.fake_session("explains for long")
    return world


def started(world: World, *words: str) -> subprocess.Popen[str]:
    process = world.start("-m", "whygrad", "run", *words)
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(2)] == ["ran\n", "explaining\n"]
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("handled", ["", "import signal, os\nsignal.signal({n}, lambda *_: os._exit(9))\n"])
def test_who_asks_to_end_is_answered_and_the_status_is_the_programs(
    explaining: World, number: signal.Signals, handled: str
) -> None:
    explaining.write("main.py", handled.format(n=int(number)) + ENDS)
    process = started(explaining, "main.py")
    process.send_signal(number)
    assert process.communicate(timeout=60) == ("", INTERRUPTED)
    assert process.returncode == 3


@pytest.mark.parametrize("number", [signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF])
def test_a_timer_that_the_program_left_does_not_end_us(explaining: World, number: signal.Signals) -> None:
    explaining.write("main.py", ENDS)
    process = started(explaining, "main.py")
    process.send_signal(number)
    process.send_signal(signal.SIGUSR1)
    assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == 3


def test_a_signal_that_the_program_ignores_stays_ignored(explaining: World) -> None:
    explaining.write("main.py", "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + ENDS)
    process = started(explaining, "main.py")
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGUSR1)
    assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == 3


def test_exit_handlers_of_the_program_run_with_its_own_signal_handlers(explaining: World) -> None:
    text = """
        import atexit, os, signal
        signal.signal(signal.SIGTERM, lambda *_: print("mine", flush=True))
        atexit.register(os.kill, os.getpid(), signal.SIGTERM)
        print("ran", flush=True)
        """
    explaining.write("main.py", text)
    process = started(explaining, "main.py")
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == ("mine\n", INTERRUPTED)
    assert process.returncode == 0


def test_after_an_interrupt_the_json_file_tells_how_the_program_ended(explaining: World) -> None:
    explaining.write("main.py", ENDS)
    process = started(explaining, "--json", "out.json", "main.py")
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert '"exit": 3' in (explaining.folder / "out.json").read_text(encoding="utf-8")
