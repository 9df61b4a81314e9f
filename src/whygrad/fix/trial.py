"""Runs the program in a process of its own, with edited texts in the place of files, and reads its report."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from whygrad.fix import CHILD
from whygrad.fix.copied_folder import MADE_HERE, copy_folder, moved
from whygrad.fix.output import printed_losses, warnings_in
from whygrad.fix.report import Report, from_text, to_text

GRACE = 20.0  # seconds for a process to tell what it has found, after it was asked to end
KEPT = 4_000_000  # bytes of output that are kept

Show = Callable[[bytes], None]


@dataclass(frozen=True)
class Asked:
    """What to run: the program as it was given on the command line."""

    name: str
    module: bool
    arguments: tuple[str, ...]

    def in_copy(self, folder: str, copy: str) -> Asked:
        """The same program where a copy of the folder is the working directory."""
        path = os.path.join(folder, self.name)
        if self.module or not (os.path.isabs(self.name) or os.path.relpath(path, folder).startswith(os.pardir)):
            return self
        return dataclasses.replace(self, name=moved(os.path.normpath(path), folder, copy))


@dataclass(frozen=True)
class Limits:
    """When a run is ended: after `seconds`, or when it has made so many steps, once it has run for `patience`."""

    seconds: float
    enough_steps: int = 0  # 0: there is no such number
    patience: float = 30.0


@dataclass(frozen=True)
class Order:
    """What the process of a run is told, as a file."""

    asked: Asked
    texts: dict[str, str]
    limits: Limits
    report: str  # the file to write

    def to_text(self) -> str:
        return json.dumps(dataclasses.asdict(self))

    @staticmethod
    def from_text(text: str) -> Order:
        data: dict[str, Any] = json.loads(text)
        asked, limits = data["asked"], data["limits"]
        program = Asked(asked["name"], asked["module"], tuple(asked["arguments"]))
        return Order(program, data["texts"], Limits(**limits), data["report"])


class Runner:
    """Runs of one program: all get the same arguments, environment and standard input."""

    def __init__(self, asked: Asked, scratch: bool = False, given: bytes | None = None) -> None:
        self._asked = asked
        self._scratch = scratch
        # What the runs read: known from the start, or what the first run has read, where it reads from no terminal.
        self._input = given
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopped = False

    def first(self, limits: Limits, out: Show, err: Show) -> Report:
        """The program as it is; what it prints is shown, and what it reads is kept for the trials."""
        if self._input is not None:
            return self.trial({}, limits)
        with tempfile.TemporaryDirectory(prefix=MADE_HERE) as folder:
            is_terminal = sys.stdin is None or sys.stdin.isatty()
            source = None if is_terminal else subprocess.PIPE
            process = self._start(folder, {}, limits, source, os.getcwd(), dict(os.environ))
            if not is_terminal:
                self._input = b""
                threading.Thread(target=self._hand_on_input, args=(process,), daemon=True).start()
            return self._ended(process, folder, limits, out, err)

    def trial(self, texts: Mapping[str, str], limits: Limits) -> Report:
        """The program with these texts in the place of its files."""
        with tempfile.TemporaryDirectory(prefix=MADE_HERE) as folder:
            cwd = os.getcwd()
            where = os.path.join(folder, "copy") if self._scratch else cwd
            if self._scratch:
                copy_folder(cwd, where)
            # A module may be imported by an absolute path, and so from the folder itself.
            served = {**texts, **{moved(file, cwd, where): text for file, text in texts.items()}}
            given = os.path.join(folder, "input")
            Path(given).write_bytes(self._input or b"")
            environment = {**os.environ, "WHYGRAD_TRIAL": "1", "PYTHONDONTWRITEBYTECODE": "1"}
            with open(given, "rb") as source:
                process = self._start(folder, served, limits, source, where, environment)
                report = self._ended(process, folder, limits, _ignore, _ignore)
            return _moved_back(report, where, cwd)

    def stop(self) -> None:
        """End all that runs."""
        self._stopped = True
        for process in list(self._running):
            _kill(process)

    def _start(
        self,
        folder: str,
        texts: Mapping[str, str],
        limits: Limits,
        source: int | IO[bytes] | None,
        cwd: str,
        environment: dict[str, str],
    ) -> subprocess.Popen[bytes]:
        asked = self._asked if cwd == os.getcwd() else self._asked.in_copy(os.getcwd(), cwd)
        order = Order(asked, dict(texts), limits, os.path.join(folder, "report.json"))
        told = Path(folder, "order.json")
        told.write_text(order.to_text(), encoding="utf-8")
        flags: list[str] = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
        command = [sys.executable, *flags, "-m", "whygrad", CHILD, str(told)]
        process = subprocess.Popen(
            command,
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=environment,
            start_new_session=source is not None and os.name == "posix",
        )
        self._running.add(process)
        if self._stopped:
            _kill(process)
        return process

    def _ended(self, process: subprocess.Popen[bytes], folder: str, limits: Limits, out: Show, err: Show) -> Report:
        kept: list[bytearray] = [bytearray(), bytearray()]
        readers = [
            threading.Thread(target=_read, args=(stream, into, show), daemon=True)
            for stream, into, show in ((process.stdout, kept[0], out), (process.stderr, kept[1], err))
        ]
        for reader in readers:
            reader.start()
        over = ""
        try:
            process.wait(limits.seconds + GRACE)
        except subprocess.TimeoutExpired:
            over = f"did not end within {limits.seconds:g} seconds"
            _kill(process)
            process.wait()
        finally:
            if process.poll() is None:  # we are interrupted
                _kill(process)
            self._running.discard(process)
        for reader in readers:
            reader.join(2.0)  # a process that the program has left behind may keep the pipe open
        return read_report(os.path.join(folder, "report.json"), process.returncode, over, *map(_decoded, kept))

    def _hand_on_input(self, process: subprocess.Popen[bytes]) -> None:
        """What we are given goes to the program, and is kept; a program that reads nothing does not mind."""
        assert process.stdin is not None and self._input is not None
        with suppress(OSError, ValueError):
            while chunk := os.read(sys.stdin.fileno(), 65536):
                self._input += chunk  # a trial may read on where the first run has failed
                with suppress(OSError, ValueError):
                    process.stdin.write(chunk)
                    process.stdin.flush()
        with suppress(OSError, ValueError):
            process.stdin.close()


def _read(stream: IO[bytes] | None, into: bytearray, show: Show) -> None:
    assert stream is not None
    with suppress(OSError, ValueError), stream:
        while chunk := stream.read1(65536):  # type: ignore[attr-defined]
            show(chunk)
            if len(into) < KEPT:
                into += chunk


def _ignore(chunk: bytes) -> None:
    return


def _decoded(data: bytearray) -> str:
    return data.decode("utf-8", "replace")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a run with all processes that it has started, where the system has groups of them."""
    with suppress(OSError):
        if os.name == "posix" and os.getpgid(process.pid) == process.pid:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def read_report(path: str, status: int, over: str, out: str, err: str) -> Report:
    """What the process of a run has written, with what it printed; where it wrote nothing, how it ended."""
    try:
        report = from_text(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError, TypeError):
        told = "".join(f": {line}" for line in err.strip().splitlines()[-1:])
        error = over or f"status {status} and without a report{told}"
        return Report(status=status or 1, error=error, over=over)
    return dataclasses.replace(report, printed=printed_losses(out), warnings=warnings_in(err))


def _moved_back(report: Report, old: str, new: str) -> Report:
    """The report with places in the folder itself."""
    if old == new:
        return report
    quoted = (json.dumps(os.path.join(old, ""))[1:-1], json.dumps(os.path.join(new, ""))[1:-1])
    return from_text(to_text(report).replace(*quoted))
