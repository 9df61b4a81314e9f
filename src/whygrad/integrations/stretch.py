"""A watched stretch inside somebody else's runner, whose failures are told and never raised."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import whygrad
from whygrad.error_text import text_of
from whygrad.internal_error import line_about, summary_of
from whygrad.source.files import SourceFiles

if TYPE_CHECKING:
    from whygrad.diagnostic import Diagnostic
    from whygrad.finding import Finding
    from whygrad.policy.settings import Settings
    from whygrad.session import Session

    Pairs = Sequence[tuple[Finding, Diagnostic]]

TOLD = ("error", "warning")


@dataclass(frozen=True, repr=False)
class Told:
    """What is to be said about an error or a training: prints itself as the command would."""

    diagnostics: tuple[Diagnostic, ...] = ()
    sources: SourceFiles = field(default_factory=SourceFiles)
    cwd: str | None = None
    failure: str = ""  # a line about our own failure

    def __bool__(self) -> bool:
        return bool(self.diagnostics or self.failure)

    def __str__(self) -> str:
        from whygrad.render.terminal import to_text

        return to_text(self.diagnostics, self.sources, cwd=self.cwd) + self.failure

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from whygrad.render.html import answer_to_html, to_html

        drawn = to_html(self.diagnostics, self.sources, self.cwd) if self.diagnostics else ""
        return drawn + (answer_to_html(self.failure) if self.failure else "")


class Stretch:
    """Between `start` and `stop` everything is recorded, and `why`, `grad` and `expect_gradients` answer about it."""

    def __init__(self, settings: Settings, cwd: str | None = None) -> None:
        self._settings, self._cwd = settings, cwd
        self._session: Session | None = None
        self._before: Session | None = None
        self._failure = ""

    def start(self) -> None:
        with self._contained():
            from whygrad.session import Session

            self._session = Session(steady=self._settings.steady)
            self._session.start()
            self._before, whygrad._latest = whygrad._latest, self._session

    def stop(self) -> None:
        """The questions are answered about what was watched before, if anything was."""
        with self._contained():
            if self._session is not None:
                if whygrad._latest is self._session:
                    whygrad._latest = self._before
                self._session.stop()

    def about_error(self, error: BaseException) -> Told:
        """Why the error came about, where it is one about gradients; its frames must be alive."""
        return self._told(lambda session: session.diagnoses_of(error))

    def about_trainings(self) -> Told:
        """What is wrong with trainings that raised nothing."""
        return self._told(lambda session: session.diagnoses())

    def begin_anew(self) -> None:
        """Trainings that ran before are not told any more."""
        with self._contained():
            if self._session is not None:
                self._session.begin_anew()

    def _told(self, ask: Callable[[Session], Pairs]) -> Told:
        if self._session is None:
            return Told(failure=self._failure)
        pairs: Pairs = ()
        with self._contained():
            from whygrad.policy.judging import judged

            pairs = judged(ask(self._session), self._settings, self._session.sources).findings
            for failure in self._session.failures[:1]:
                raise failure
        diagnostics = tuple(diagnostic for _, diagnostic in pairs if diagnostic.severity in TOLD)
        return Told(diagnostics, self._session.sources, self._cwd, self._failure)

    @contextmanager
    def _contained(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            if os.environ.get("WHYGRAD_TESTING") == "1":
                raise
            self._failure = line_about(summary_of(error))


def tells_already(error: BaseException, told: Told) -> bool:
    """Is the diagnostic in the error's own message, as in that of `expect_gradients`?"""
    text = text_of(error)
    return any(f"{diagnostic.severity}[{diagnostic.cause}]" in text for diagnostic in told.diagnostics)
