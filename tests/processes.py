"""Processes as users start them, which take seconds to load torch, and forks that stand for them and take none."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import warnings
from itertools import dropwhile
from pathlib import Path
from typing import Any

from programs import Outcome, be_command, load_once, runners_files

LONGEST = 240  # seconds


def run_in_a_process(folder: Path, *words: str, flags: tuple[str, ...] = ()) -> Outcome:
    """`whygrad run` with `words`, as a user starts it in `folder`."""
    report = folder / "report.json"
    words = ("-m", "whygrad", "run", "--json", str(report), *words)
    done = start_in_a_process(folder, *flags, *words)
    document = json.loads(report.read_text()) if report.exists() else {}
    return Outcome(done.returncode, done.stdout, done.stderr, document.get("findings", []), document)


def start_in_a_process(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python with these words, to its end."""
    settings = {**os.environ, "NO_COLOR": "1", "OMP_NUM_THREADS": "1", **environment}
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, timeout=LONGEST)


class Forked(subprocess.Popen):
    """A process of `python -m whygrad …` or `python SCRIPT …` as a fork of this one, and so are those that it starts.

    Torch is there already, so that nothing is seen of it being imported; and Python is not taken apart at the end.
    """

    def __init__(self, args: Any, *rest: Any, **options: Any) -> None:
        load_once()
        super().__init__(args, *rest, **options)

    def _execute_child(self, args: Any, *rest: Any) -> None:
        command = _command_of(list(args))
        if command is None:
            return super()._execute_child(args, *rest)  # type: ignore[misc]
        _, _, _, passed, cwd, environment, _, _, _, *pipes = rest[:15]
        ours = {0: pipes[0], 1: pipes[3], 2: pipes[5]}
        files = runners_files()
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid:
            self._child_created = True
            return self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]

        def begin() -> None:
            if rest[20]:  # start_new_session
                os.setsid()
            for number, end in ours.items():
                if end != -1:
                    os.dup2(end, number)
            _close_all_but(passed)
            _as_at_the_start(environment)

        plain, words = command
        be_command(words, begin, Path(cwd or "."), plain, None, files)


def _command_of(words: list[str]) -> tuple[bool, list[str]] | None:
    """The words for `whygrad`, or of a plain script; None where it is something else, or wants flags of Python."""
    if words[:1] != [sys.executable]:
        return None
    words = [*dropwhile(lambda word: word in ("-B", "-u"), words[1:])]  # these make no difference here
    if words[:2] == ["-m", "whygrad"]:
        return False, words[2:]
    return (True, words) if words and words[0].endswith(".py") else None


def _close_all_but(passed: Any) -> None:
    first = 3
    for number in (*sorted(passed), 1024):
        os.closerange(first, number)
        first = number + 1


def _as_at_the_start(environment: Any) -> None:
    """What pytest and its tests have set is not there in a process of its own."""
    if environment is not None:
        os.environ.clear()
        os.environ.update(environment)
    subprocess.Popen = Forked  # type: ignore[misc]
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    signal.alarm(LONGEST)
    warnings.resetwarnings()
    for category in (ResourceWarning, ImportWarning, PendingDeprecationWarning, DeprecationWarning):
        warnings.simplefilter("ignore", category)
    warnings.filterwarnings("default", category=DeprecationWarning, module="__main__")
