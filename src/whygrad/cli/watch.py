"""The recorder's session around a run, with our own failures kept away from the program."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from whygrad.cli.program import current_directory
from whygrad.cli.ranks import first_of_all_ranks
from whygrad.cli.torch_check import installed_torch_version
from whygrad.internal_error import line_about, summary_of, trace_of
from whygrad.render.out import error_stream, say, write

if TYPE_CHECKING:
    from whygrad.diagnostic import Diagnostic
    from whygrad.evidence.steps import Learning
    from whygrad.finding import Finding
    from whygrad.policy.judging import Judged
    from whygrad.policy.settings import Settings
    from whygrad.recording import Recording
    from whygrad.session import Session
    from whygrad.source.files import SourceFiles

    Pairs = Sequence[tuple[Finding, Diagnostic]]


class Watch:
    """A session whose failures end in one line on stderr; where WHYGRAD_TESTING is 1 they are raised."""

    def __init__(
        self,
        program_path: str,
        notes: bool = False,
        steady: bool = False,
        check_functions: bool = False,
        report: bool = False,
        early: bool = False,
        timed: bool = False,
    ) -> None:
        self._timed = timed
        self._report = report
        self._program_path = program_path
        self._notes = notes
        self._shown = ("error", "warning", "note") if notes else ("error", "warning")
        self._steady = steady
        self._check_functions = check_functions
        self._early = early
        self._told_early: set[tuple[str, str]] = set()  # causes, and of what
        self._testing = os.environ.get("WHYGRAD_TESTING") == "1"
        self._session: Session | None = None
        self.internal_error: str | None = None
        self.trace: tuple[str, ...] = ()  # of that error: our own lines
        self._incomplete = False  # something was diagnosed all the same

    def start(self) -> None:
        with self.contained():
            with self.own_imports():
                from whygrad.session import Session
            self._session = Session(
                notes=self._notes,
                steady=self._steady,
                check_functions=self._check_functions,
                report=self._report,
                early=self._tell_early if self._early else None,
                timed=self._timed,
            )
            self._session.start()

    def end(self, failure: BaseException | None, gave_up: bool = False) -> None:
        """Show the session the exception that nobody caught, then stop it, also where it has failed before.

        A program that gave up may have caught the error itself, as a runner of tests does.
        """
        if self._session is None:
            return
        # Without a traceback (a syntax error in the script) nothing of the program ran.
        if failure is not None and failure.__traceback__ is not None and self.internal_error is None:
            with self.contained():
                self._session.failed(failure)
        elif gave_up and self.internal_error is None:
            with self.contained():
                self._session.gave_up()
        with self.contained():
            self._session.stop()

    def _tell_early(self, steps: int, everything: bool) -> None:
        """What is known while the program still trains: in one line, or all of it."""
        with self.contained(), self.own_imports():
            from whygrad.cli.early import answer_to_signal, line_after, worth_telling

            session = self._session
            known = session.diagnoses_so_far() if session else []
            pairs = worth_telling(known, self._shown)
            self._told_early.update((finding.cause, name) for finding, _ in pairs for name in finding.lost)
            if everything:
                self._print([diagnostic for _, diagnostic in pairs], current_directory())
                say(f"whygrad: {len(pairs)} found after {steps} steps")
            elif pairs and session is not None:
                say(line_after(steps, pairs, answer_to_signal(session.ask_so_far)))

    def diagnoses(self) -> Pairs:
        pairs: Pairs = []
        if self._session is not None and self.internal_error is None:
            with self.contained(), self.own_imports():
                pairs = self._session.diagnoses()
            for failure in self._session.failures[:1]:
                self._incomplete = bool(pairs)
                with self.contained():
                    raise failure
        return pairs

    @property
    def stages(self) -> tuple[tuple[Recording, ...], ...]:
        """What was diagnosed; the first of these with findings was told."""
        return tuple(map(tuple, self._session.stages)) if self._session is not None else ()

    @property
    def noted(self) -> tuple[Recording, ...]:
        """What only notes are about."""
        return tuple(self._session.noted) if self._session is not None else ()

    def learning(self) -> list[Learning]:
        """What each parameter of each optimizer got in the whole run."""
        found: list[Learning] = []
        if self._session is not None and self.internal_error is None:
            with self.contained(), self.own_imports():
                found = self._session.learning()
        return found

    def page(self, pairs: Pairs, cwd: str, title: str) -> str:
        """The findings and the run as one page of HTML."""
        drawn = ""
        with self.contained(), self.own_imports():
            from whygrad.render.report import page

            report = self._session.report() if self._session is not None and self.internal_error is None else None
            drawn = page(pairs, report, self.sources, cwd, title)
        return drawn

    def steps(self) -> int:
        """How many steps the optimizers have made so far."""
        return self._session.steps if self._session is not None else 0

    def passes(self) -> int:
        """How many backward passes have run so far."""
        return self._session.passes if self._session is not None else 0

    @property
    def sources(self) -> SourceFiles:
        if self._session is not None:
            return self._session.sources
        with self.own_imports():
            from whygrad.source.files import SourceFiles
        return SourceFiles()

    @property
    def torch_version(self) -> str | None:
        """The torch that ran, or that would have: a program may never import it."""
        return (self._session.torch_version if self._session is not None else "") or installed_torch_version()

    def show(self, pairs: Pairs, cwd: str) -> list[Diagnostic]:
        """Print the errors and warnings where the traceback went, and return those that are this process's to tell."""
        diagnostics: list[Diagnostic] = []
        with self.contained():
            diagnostics = first_of_all_ranks([d for f, d in pairs if d.severity in self._shown or self._was_told(f)])
            self._print(diagnostics, cwd)
        return diagnostics

    def _was_told(self, finding: Finding) -> bool:
        """Has the early word promised more of it?"""
        return any((finding.cause, name) in self._told_early for name in finding.lost)

    def _print(self, diagnostics: list[Diagnostic], cwd: str) -> None:
        stream = error_stream()
        if not diagnostics or stream is None:
            return
        with self.own_imports():
            from whygrad.render.terminal import print_diagnostics
        try:
            write("\n", stream)
            print_diagnostics(diagnostics, self.sources, stream, cwd, "`--json FILE` writes all")
            stream.flush()
        except OSError:  # nobody reads stderr any more
            return

    def judged(self, pairs: Pairs, settings: Settings) -> Judged:
        """What the project allows is set apart."""
        with self.own_imports():
            from whygrad.policy.judging import Judged, judged
        found = Judged(tuple(pairs))
        failed_before = self.internal_error is not None
        with self.contained(), self.own_imports():
            found = judged(pairs, settings, self.sources)
        if self.internal_error is not None and not failed_before:
            self._incomplete = bool(pairs)
        return found

    def annotate(self, diagnostics: Sequence[Diagnostic], cwd: str) -> None:
        """Print a line for each that GitHub Actions shows beside the program's text."""
        with self.contained(), self.own_imports():
            from whygrad.render.github import annotation

            for diagnostic in diagnostics:
                say(annotation(diagnostic, os.environ.get("GITHUB_WORKSPACE") or cwd))

    def limits(self, cwd: str) -> list[str]:
        """Where the program could notice that it was recorded, and what could not be recorded."""
        found: list[str] = []
        with self.contained(), self.own_imports():
            from whygrad.render.paths import shown_path

            found = self._session.limits(lambda file: shown_path(file, cwd)) if self._session is not None else []
        return found

    @property
    def stopped(self) -> str:
        """What there was no time for, where no diagnostic says so."""
        return self._session.stopped if self._session is not None else ""

    def tell_limits(self, cwd: str) -> None:
        """All that were met where notes are wanted; that nobody has tried this torch is told in any case."""
        if stopped := self.stopped:
            say(f"whygrad: {stopped}")
        untried = self._session.untried if self._session is not None else ""
        for line in self.limits(cwd) if self._notes else filter(None, [untried]):
            say(f"whygrad: note: {line}")

    def tell_health(self) -> None:
        """One line for a run in which nothing was found."""
        with self.contained(), self.own_imports():
            from whygrad.cli.early import line_of_healthy

            spent = self._session.spent() if self._session is not None else None
            say(line_of_healthy(self.steps(), self.learning(), spent))

    def tell_failure(self, saved: str = "") -> None:
        """Say in one line that something of ours has failed, after all that the program itself has to say."""
        if self.internal_error is not None:
            say(line_about(self.internal_error, self._incomplete, saved))

    @contextmanager
    def contained(self) -> Iterator[None]:
        """Keep a failure of ours for the one line at the end; of several the first."""
        try:
            yield
        except Exception as error:
            if self._testing:
                raise
            if self.internal_error is None:
                self.internal_error, self.trace = summary_of(error), trace_of(error)

    @contextmanager
    def own_imports(self) -> Iterator[None]:
        """Import our own modules past the program's folder, where a `json.py` may lie."""
        entry = self._program_path
        if entry not in sys.path:
            yield
            return
        index = sys.path.index(entry)
        del sys.path[index]
        try:
            yield
        finally:
            sys.path.insert(index, entry)
