"""The process of one run for `whygrad fix`: the program runs as under `whygrad run`, and a report is written."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

from whygrad.cli.ending import Ending, process_status
from whygrad.cli.interrupting import Stopped, answering_signals
from whygrad.cli.program import CannotStart, Program, current_directory
from whygrad.cli.settings import settings_here
from whygrad.cli.sudden_ends import telling_before
from whygrad.cli.watch import Watch
from whygrad.fix.change import Unreadable, decoded
from whygrad.fix.report import Found, Report, to_text
from whygrad.fix.serving import hand_on_to_spawned, serve
from whygrad.fix.trial import Limits, Order
from whygrad.own_frames import without_own_frames
from whygrad.render.out import say
from whygrad.whole_file import write_whole

if TYPE_CHECKING:
    from whygrad.cli.watch import Pairs
    from whygrad.policy.settings import Settings

TICK = 0.5  # seconds between two looks at the clock
TOGETHER = ("init_process_group", "MASTER_PORT")  # runs side by side would want the same port


class TrialOver(BaseException):
    """The run has shown what it was made for."""


class Clock:
    """Ends the run where its limits are reached, between two instructions of the program."""

    def __init__(self, limits: Limits, steps: Callable[[], int]) -> None:
        self._limits, self._steps = limits, steps
        self._began = time.monotonic()
        self.over = ""

    def start(self) -> None:
        if hasattr(signal, "setitimer"):  # elsewhere the process is ended from outside
            signal.signal(signal.SIGALRM, self._tick)
            signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def stop(self) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_IGN)

    def _tick(self, number: int, frame: FrameType | None) -> None:
        ran, steps = time.monotonic() - self._began, self._steps()
        if ran >= self._limits.seconds:
            self.over = f"was ended after {self._limits.seconds:g} seconds, and {steps} steps"
        elif self._limits.enough_steps and steps >= self._limits.enough_steps and ran >= self._limits.patience:
            self.over = f"was ended after {steps} steps"
        if self.over:
            raise TrialOver


def main(argument: str) -> int:
    """Run what the order asks for, and return the program's own status."""
    with open(argument, encoding="utf-8") as file:
        order = Order.from_text(file.read())
    try:
        settings, broken = settings_here()
        program = _program(order)
        program.prepare()
    except CannotStart as error:
        say(f"whygrad: {error}")
        return error.status
    serve(order.texts)
    if order.texts:
        hand_on_to_spawned(argument)
    watch = Watch(program.path_entry)
    watch.internal_error = broken
    run = _Run(order, program, settings, watch, Clock(order.limits, watch.steps))
    process = os.getpid()
    ending = run.ended()
    if os.getpid() != process:
        return process_status(ending.report())  # a fork of the program came out here
    return run.told(ending)


def _program(order: Order) -> Program:
    asked = order.asked
    program = Program.from_arguments(asked.name, asked.arguments, module=asked.module)
    same = (text for file, text in order.texts.items() if os.path.realpath(file) == os.path.realpath(program.file))
    text = order.texts.get(program.file, next(same, None))  # `python ../train.py` knows its script by that very name
    if program.kind != "script" or text is None:
        return program
    try:
        encoding = decoded(program.content, program.file)[1]
    except Unreadable as error:
        raise CannotStart(str(error)) from None
    return Program(program.kind, program.name, program.arguments, text.encode(encoding))


@dataclass(frozen=True)
class _Run:
    """The program's run, and what is told of it."""

    order: Order
    program: Program
    settings: Settings
    watch: Watch
    clock: Clock

    def ended(self) -> Ending:
        """Run it to its end or to its limits; one that leaves by `os._exit` tells of itself before that."""
        self.watch.start()
        self.clock.start()
        try:
            with telling_before(self._suddenly, self.watch.contained):
                ending = self.program.execute()
            self.clock.stop()
        except TrialOver as over:  # between two instructions of ours
            self.clock.stop()
            without_own_frames(over)
            ending = Ending(over)
        return Ending(None) if isinstance(ending.exception, TrialOver) else ending

    def _suddenly(self, status: int, gave_up: bool) -> None:
        self.clock.stop()
        if not self.clock.over:
            self._tell(Ending(None), gave_up, status)

    def told(self, ending: Ending) -> int:
        """Write the report, and return the exit status."""
        return self._tell(ending, ending.gave_up, None)

    def _tell(self, ending: Ending, gave_up: bool, left_with: int | None) -> int:
        watch, cwd = self.watch, current_directory()
        found: list[Found] = []
        try:
            with answering_signals():
                watch.end(ending.failure, gave_up)
                learning = watch.learning()
                pairs = watch.judged(watch.diagnoses(), self.settings).findings
                with watch.contained():
                    found = _found(watch, pairs, _own_files(self.program), cwd)
        except Stopped:
            return 1
        if left_with is None:
            left_with = process_status(ending.report()) if not self.clock.over else 0
        watch.show([] if self.order.texts else pairs, cwd)
        report = Report(
            status=left_with,
            error=ending.error,
            over=self.clock.over,
            steps=watch.steps(),
            passes=watch.passes(),
            found=tuple(found),
            learning=tuple(learning),
            texts={file: watch.sources.text(file) for f in found for c in f.changes for file in c.files},
            alone=_wants_to_be_alone(self.program),
            internal_error=watch.internal_error,
        )
        write_whole(self.order.report, to_text(report))
        watch.tell_failure()
        return left_with


def _found(watch: Watch, pairs: Pairs, files: list[str], cwd: str) -> list[Found]:
    with watch.own_imports():
        from whygrad.fix.candidates import changes_for
        from whygrad.render.json import finding_document
    sources = watch.sources
    found = []
    for finding, diagnostic in pairs:
        site = finding.site
        found.append(
            Found(
                cause=finding.cause,
                severity=finding.severity,
                message=diagnostic.message,
                site=site,
                code=sources.segment(site).strip() if site else "",
                lost=finding.lost,
                document=finding_document(finding, diagnostic, sources, cwd),
                changes=tuple(changes_for(finding, diagnostic, sources, files)) if finding.severity != "note" else (),
            )
        )
    return found


def _own_files(program: Program) -> list[str]:
    """The program's own modules that were loaded, its script first."""
    folder = os.path.join(program.path_entry, "")
    loaded = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    own = sorted(f for f in loaded if f.startswith(folder) and f.endswith(".py") and "site-packages" not in f)
    return list(dict.fromkeys([*([program.file] if program.kind == "script" else []), *own]))


def _wants_to_be_alone(program: Program) -> bool:
    """Does a file of the program speak of a port that two runs at a time would share?"""
    return any(word in _read(file) for file in _own_files(program) for word in TOGETHER)


def _read(file: str) -> str:
    try:
        with open(file, encoding="utf-8", errors="replace") as text:
            return text.read()
    except OSError:
        return ""
