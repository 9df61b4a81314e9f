"""A program ends under `whygrad run` as it ends under `python`."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest
from conftest import World


@pytest.mark.parametrize(
    ("call", "status"),
    [
        ("sys.exit()", 0),
        ("sys.exit(None)", 0),
        ("sys.exit(7)", 7),
        ("sys.exit(True)", 1),
        ("sys.exit(-1)", 255),
        ("sys.exit(2 ** 70)", 255),
        ("sys.exit('said on stderr')", 1),
        ("sys.exit((1, 'tuple'))", 1),
        ("raise SystemExit", 0),
        ("exit(3)", 3),
        ("os._exit(9)", 9),
    ],
)
def test_an_exit_keeps_its_status_and_its_words(world: World, call: str, status: int) -> None:
    world.fake_session("finds nothing")
    world.write("exits.py", f"import os, sys\nprint('before')\nsys.stdout.flush()\n{call}\nprint('after')")
    assert world.same("exits.py").returncode == status


def test_exit_handlers_run_after_the_program(world: World) -> None:
    world.write("handlers.py", "import atexit\natexit.register(print, 'handler')\nprint('body')")
    assert world.same("handlers.py").stdout == "body\nhandler\n"


def test_an_uncaught_exception_has_the_traceback_of_python(world: World) -> None:
    world.write("deep/library.py", "def fail():\n    raise ValueError('two\\nlines')")
    world.write("deep/main.py", "import library\ndef run():\n    library.fail()\nprint('out')\nrun()")
    ended = world.same("deep/main.py")
    assert ended.stderr.startswith("Traceback (most recent call last):\n")
    assert ended.returncode == 1


def test_stdout_stands_before_the_traceback_where_both_go_to_one_file(world: World) -> None:
    world.write("both.py", "print('first')\nraise ValueError('second')")
    assert world.same("both.py", stderr=subprocess.STDOUT).stdout.startswith("first\nTraceback")


def test_chained_exceptions_have_the_tracebacks_of_python(world: World) -> None:
    world.write(
        "chained.py",
        """
        def first(): raise KeyError("first")
        try:
            try:
                first()
            except KeyError as error:
                raise ValueError("second") from error
        except ValueError:
            raise RuntimeError("third")
        """,
    )
    ended = world.same("chained.py")
    assert ended.stderr.count("Traceback") == 3


def test_a_failure_inside_torch_has_the_traceback_of_python(world: World) -> None:
    world.fake_session("watches torch")
    world.write(
        "fails.py",
        """
        import torch
        assert torch.overrides._get_current_function_mode_stack() or "--plain" in __import__("sys").argv
        def step(x):
            (x * 2).sum().backward()
        try:
            torch.nn.functional.linear(torch.ones(2), torch.ones(3, 3))
        except RuntimeError:
            step(torch.ones(3))
        """,
    )
    plain, watched = world.python("fails.py", "--plain"), world.whygrad("run", "fails.py")
    assert watched.stderr == plain.stderr
    assert watched.stderr.count("Traceback") == 2 and "does not require grad" in watched.stderr


def test_a_syntax_error_is_reported_in_the_words_of_python(world: World) -> None:
    world.write("broken.py", "x = 1\ny = (2,\nz = 3 +\n")
    ended = world.same("broken.py")
    assert "Traceback" not in ended.stderr and "SyntaxError" in ended.stderr
    assert ended.returncode == 1


def test_a_syntax_error_in_an_imported_file_has_the_traceback_of_python(world: World) -> None:
    world.write("broken.py", "def\n")
    world.write("main.py", "import broken")
    assert "SyntaxError" in world.same("main.py").stderr


def test_the_excepthook_of_the_program_is_called_without_our_frames(world: World) -> None:
    world.write(
        "hooked.py",
        """
        import sys, traceback
        def hook(kind, error, trace):
            print(kind, error, [f.name for f in traceback.extract_tb(trace)], error.__traceback__ is trace)
            print(sys.last_value is error, sys.exc_info())
        sys.excepthook = hook
        raise ValueError("seen by the hook")
        """,
    )
    ended = world.same("hooked.py")
    assert "['<module>'] True" in ended.stdout and ended.stderr == ""
    assert ended.returncode == 1


def test_an_excepthook_may_choose_the_status(world: World) -> None:
    world.write("hooked.py", "import sys\nsys.excepthook = lambda *_: sys.exit(5)\nraise KeyboardInterrupt")
    assert world.same("hooked.py").returncode == 5


def test_an_excepthook_that_fails_is_reported_with_the_original(world: World) -> None:
    world.write(
        "hooked.py",
        """
        import sys
        def hook(*_):
            raise LookupError("in the hook")
        sys.excepthook = hook
        raise ValueError("original")
        """,
    )
    plain = world.python("hooked.py")
    watched = world.whygrad("run", "hooked.py")
    assert watched.returncode == plain.returncode == 1
    assert watched.stderr.startswith("Error in sys.excepthook:\nTraceback")
    assert "whygrad" not in watched.stderr
    assert watched.stderr.split() == plain.stderr.split()


def test_ctrl_c_ends_the_program_by_the_signal_after_its_exit_handlers(world: World) -> None:
    world.write(
        "waits.py",
        """
        import atexit, threading, time
        atexit.register(print, "handler")
        # From another thread and later, so that the signal meets the main thread asleep.
        threading.Timer(0.3, print, ["ready"], {"flush": True}).start()
        time.sleep(60)
        """,
    )
    plain = interrupted(world, "waits.py")
    watched = interrupted(world, "-m", "whygrad", "run", "waits.py")
    world.write("bin/whygrad", "import sys\nfrom whygrad.cli import main\nsys.exit(main())")
    assert watched == plain == interrupted(world, "bin/whygrad", "run", "waits.py")
    assert watched[0] == -signal.SIGINT
    assert watched[1] == "handler\n"
    assert watched[2].endswith("KeyboardInterrupt\n") and watched[2].count("Traceback") == 1


def interrupted(world: World, *words: str) -> tuple[int, str, str]:
    process = world.start(*words)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def test_a_subclass_of_keyboard_interrupt_is_an_ordinary_failure(world: World) -> None:
    world.write("raises.py", "class Stop(KeyboardInterrupt): pass\nraise Stop('now')")
    assert world.same("raises.py").returncode == 1


def test_output_that_nobody_reads_ends_as_under_python(world: World) -> None:
    world.write("writes.py", "print('x' * 100)")

    def ending(*words: str) -> tuple[int, str]:
        read, write = os.pipe()
        os.close(read)
        process = world.start(*words, stdout=write)
        os.close(write)
        _, err = process.communicate(timeout=60)
        return process.returncode, err

    assert ending("-m", "whygrad", "run", "writes.py") == ending("writes.py")
    assert ending("writes.py")[0] == 120


@pytest.mark.parametrize("taken", ["sys.stderr.close()", "sys.stderr = None", "del sys.stderr", "sys.stdout.close()"])
def test_a_program_may_take_its_streams_away(world: World, taken: str) -> None:
    world.fake_session("finds", FAKE_FILE=str(world.folder / "takes.py"))
    world.write("takes.py", f"import sys\n{taken}\nraise SystemExit(4)")
    assert world.whygrad("run", "--json", "out.json", "takes.py").returncode == 4
    assert (world.folder / "out.json").read_text(encoding="utf-8")


def test_a_fork_that_comes_to_its_end_tells_nothing_twice(world: World) -> None:
    world.fake_session("finds", FAKE_FILE=str(world.folder / "forks.py"))
    world.write(
        "forks.py",
        """
        import os, sys
        child = os.fork()
        if child:
            os.waitpid(child, 0)
        else:
            print("child")
        """,
    )
    ended = world.whygrad("run", "forks.py")
    assert ended.stdout == "child\n"
    assert ended.stderr.count("a fake error") == 1
