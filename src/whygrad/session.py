"""One watched stretch of a program: recorder in, failures out, and what is to be said about them."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, ClassVar

from whygrad.children import Children
from whygrad.evidence.questions import Answer, LeftGradients
from whygrad.evidence.report import RunReport, Spent
from whygrad.internal_error import line_about, summary_of
from whygrad.interruptions import signals
from whygrad.interruptions.errors import hand_on
from whygrad.on_import import when_imported
from whygrad.own_frames import ending_at_the_call
from whygrad.recording import Query, QueryKind, Recording
from whygrad.source.budget import Budget
from whygrad.source.files import SourceFiles
from whygrad.source.inquiry import Inquiry

if TYPE_CHECKING:
    from whygrad.diagnostic import Diagnostic
    from whygrad.evidence.steps import Learning
    from whygrad.finding import Finding


class Session:
    """Records between `start` and `stop`, from the moment the program imports torch."""

    running: ClassVar[Session | None] = None  # of this process, or inherited from the process that forked it

    def __init__(
        self,
        own_folders: tuple[str, ...] = (),
        notes: bool = False,
        keep_bytes: int = 0,
        steady: bool = False,
        check_functions: bool = False,
        report: bool = False,
        keep_on: bool = True,
        early: Callable[[int, bool], None] | None = None,
        timed: bool = False,
    ) -> None:
        self._own_folders = own_folders
        self._keep_bytes = keep_bytes  # of values, so that they can be differentiated again
        self._early = early  # is called while the program still trains
        self._keep_on = keep_on  # also from the second step of an optimizer on
        self._notes = notes
        self._steady = steady
        self._check_functions = check_functions  # by running them again
        self._report = report  # the order of passes and steps and the norms of gradients are kept
        self._chronicle: Any = None
        self._timed = timed  # what recording costs is kept
        self._cost: Any = None
        self._children = Children()
        self._undo = ExitStack()
        self._recordings: list[Recording] = []
        self.stages: list[list[Recording]] = []  # what was diagnosed: the first stage with findings is told
        self.noted: list[Recording] = []  # what only notes are about
        self._error: Exception | None = None
        self.failures: list[Exception] = []  # of causes: what the others found is told
        self._around: Session | None = None  # the one that was running when this one started
        self._is_running = False
        self.stopped = ""  # what there was no time for, where no diagnostic says so
        self.sources = SourceFiles()
        self.torch_version = ""
        self.untried = ""  # what is said of a torch that is newer than any that was tried
        self.recorder: Any = None
        self._failures: Any = None
        self._inspection: Any = None

    def start(self) -> None:
        """Never raises: a failure of ours is kept for the end."""
        self._around, Session.running = Session.running, self
        self._is_running = True
        # A fork of the program that ends by itself, a `watch()` that was never left: Python is taken apart after this.
        atexit.register(self.stop)
        with self._contained():
            self._undo.callback(signals.install())
            self._children.install(self._undo)
            self._undo.callback(when_imported("torch", self._torch_is_there))

    @contextmanager
    def _contained(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            hand_on(error)
            self._error = self._error or error
            if os.environ.get("WHYGRAD_TESTING"):
                raise

    @signals.section
    def _torch_is_there(self) -> None:
        with self._contained():
            self._install()

    def _install(self) -> None:
        import torch

        from whygrad.record.copying.step_inspection import StepInspection
        from whygrad.record.live.install import installed
        from whygrad.record.live.recorder import Recorder
        from whygrad.record.questions.failures import Failures
        from whygrad.record.seam import private_names
        from whygrad.tape.taping import Taping

        self.torch_version = str(torch.__version__)
        self.untried = private_names.untried()
        tape = partial(Taping, budget=self._keep_bytes) if self._keep_bytes else None
        self.recorder = Recorder(self._own_folders, self._steady, tape, self._check_functions)
        if self._timed:
            from whygrad.record.live.cost import Cost

            self._cost = Cost(self.recorder)
        self.recorder.watching.steps.kept_values.limited = not self._keep_on
        self.recorder.watching.steps.early_word.tell = self._early
        self._failures = Failures(self.recorder)
        self._inspection = StepInspection(self.recorder)
        if self._report:
            from whygrad.record.training.chronicle import Chronicle

            self._chronicle = Chronicle(self.recorder)
            self.recorder.watching.also(self._chronicle)
        self._undo.enter_context(installed(self.recorder, self._failures))

    def stop(self) -> None:
        atexit.unregister(self.stop)
        with self._contained():
            self._undo.close()
        self._is_running = False
        while Session.running is not None and not Session.running._is_running:
            Session.running = Session.running._around

    @property
    def broken(self) -> Exception | None:
        """Our own failure, where there was one."""
        return self._error or (self.recorder.broken if self.recorder is not None else None)

    def failed(self, error: BaseException) -> None:
        """The error ended the program, and its frames are still alive."""
        recording = self.recording_of(error)
        if recording is not None:
            self._recordings.append(recording)

    def gave_up(self) -> None:
        """The program exits with a failure: what it caught last was probably the reason."""
        caught = self._failures.latest_given_up() if self._failures is not None and self.broken is None else None
        if caught is not None:
            self._recordings.append(replace(caught, query=replace(caught.query, caught=True)))

    @classmethod
    def test_ended(cls, error: BaseException | None) -> None:
        """A runner of tests says what a test has failed for, if it has; for all sessions that are running."""
        session = cls.running
        while session is not None:
            if session._failures is not None and session.broken is None:
                with session._contained():
                    session._failures.test_ended(error)
            session = session._around

    def recording_of(self, error: BaseException) -> Recording | None:
        """What is to be explained about an error, while its frames are alive."""
        if self.recorder is None or self.broken is not None:
            return None
        recording: Recording | None = self._failures.recording_of(error)
        return recording

    def diagnoses(self) -> list[tuple[Finding, Diagnostic]]:
        """What is to be said, the most likely root cause first; raises the recorder's own failure, if it had one."""
        if self.broken is not None:
            raise self.broken
        inquiry = Inquiry(Budget())
        told = [*self._children.recordings(), *self._recordings]
        self.stages.append(told)
        pairs = self._diagnosed(told, inquiry)
        if not pairs:  # a failure that is explained is the one thing to tell
            told = self.silent()
            self.stages.append(told)
            pairs = self._diagnosed(told, inquiry)
        if self._notes and self._failures is not None:
            self.noted = self._failures.warnings()
            told, pairs = [*told, *self.noted], [*pairs, *self._diagnosed(self.noted, inquiry)]
        self._take_sources(told, inquiry)
        return pairs

    def diagnoses_so_far(self) -> list[tuple[Finding, Diagnostic]]:
        """What is to be said of a training that goes on."""
        inquiry, told = Inquiry(Budget()), self.silent()
        pairs = self._diagnosed(told, inquiry)
        self._take_sources(told, inquiry)
        return pairs

    def ask_so_far(self) -> None:
        """Have what is known told after the next step; a signal may ask at any moment."""
        if self.recorder is not None:
            self.recorder.watching.steps.early_word.all_is_wanted = True

    def diagnoses_of(self, error: BaseException) -> list[tuple[Finding, Diagnostic]]:
        """What is to be said about one error that a runner of tests or cells has caught, while its frames are alive."""
        if self.broken is not None:
            raise self.broken
        inquiry = Inquiry(Budget())
        recording = self.recording_of(error)
        told = [recording] if recording is not None else self._children.recordings()
        pairs = self._diagnosed(told, inquiry)
        self._take_sources(told, inquiry)
        return pairs

    def _take_sources(self, told: list[Recording], inquiry: Inquiry) -> None:
        self.stopped = inquiry.note
        texts: dict[str, str] = {}
        for recording in told:
            texts.update(recording.sources)
        self.sources = SourceFiles(texts)

    def _diagnosed(self, recordings: list[Recording], inquiry: Inquiry) -> list[tuple[Finding, Diagnostic]]:
        if not recordings:
            return []  # the causes need not be loaded
        from whygrad.diagnose import diagnose_all

        return diagnose_all(recordings, self.failures, inquiry)

    def silent(self) -> list[Recording]:
        """Looks at trainings that raised nothing."""
        return list(self._inspection.recordings()) if self._inspection is not None and self.broken is None else []

    @property
    def steps(self) -> int:
        """How many steps all optimizers have made so far."""
        return sum(h.steps for h in self.recorder.training.histories) if self.recorder is not None else 0

    @property
    def passes(self) -> int:
        """How many backward passes have run so far."""
        return int(self.recorder.run.passes) if self.recorder is not None else 0

    def learning(self) -> list[Learning]:
        """What each parameter of each optimizer got in the whole run, for a comparison with another run."""
        if self.recorder is None or self.broken is not None:
            return []
        from whygrad.record.training.learning import learning_of

        return learning_of(self.recorder.training)

    def spent(self) -> Spent | None:
        """What recording has cost, where it was timed and is known."""
        spent: Spent | None = self._cost.spent() if self._cost is not None and self.broken is None else None
        return spent

    def report(self) -> RunReport:
        """The parameters and the order of passes, steps and clearings, where they were kept."""
        if self._chronicle is None or self.broken is not None:
            return RunReport()
        report: RunReport = self._chronicle.report(self.sources)
        return report

    def limits(self, shown: Callable[[str], str]) -> list[str]:
        """Where the program could notice that it was recorded, and what could not be recorded, a sentence each.

        `shown` names a file to the user.
        """
        untried = [self.untried] if self.untried else []
        if self.recorder is None:
            return untried
        if self.recorder.mode.taping is not None:
            self.recorder.mode.taping.tell(self.recorder.run.limits)
        return [*untried, *self.recorder.run.limits.lines(shown)]

    def begin_anew(self) -> None:
        """In a fork, what the parent trained is the parent's to tell; in a notebook, what another cell trained."""
        if self.recorder is not None:
            from whygrad.record.training.stretches import begin_anew

            self._recordings = []
            with self._contained():
                begin_anew(self.recorder)

    def saw(self, subject: Any) -> bool:
        """Was this tensor, what it is a view of, or a parameter of this module there while we recorded?"""
        if self.recorder is None:
            return False
        from whygrad.record.questions.asking import was_seen

        return was_seen(self.recorder, subject)

    @property
    def saw_a_pass(self) -> bool:
        """Did a backward pass run, or fail?"""
        return self.recorder is not None and bool(self.recorder.run.latest_passes)

    def expect_gradients(self, subject: Any, frame: FrameType | None = None, *, allow: Iterable[str] = ()) -> None:
        """Raise AssertionError, with the diagnostic as its message, unless every parameter got a gradient."""
        __tracebackhide__ = True
        from whygrad.record.questions.expecting import expected

        with ending_at_the_call():
            wanted = expected(subject, allow)
            explanation = self._why(wanted, frame or sys._getframe(1), frame is not None, of_latest=False)
            if explanation.unknown:
                raise RuntimeError(str(explanation))
            if explanation.missing or any(f.severity in ("error", "warning") for f in explanation.findings):
                raise AssertionError(f"some gradients are missing\n\n{explanation}")

    def why(self, subject: Any, frame: FrameType | None = None) -> Explanation:
        """Why this loss gives no gradient, or why this parameter or module gets none, as far as this session saw."""
        __tracebackhide__ = True
        with ending_at_the_call():
            return self._why(subject, frame or sys._getframe(1), of_all=frame is not None)

    def _why(self, subject: Any, frame: FrameType, of_all: bool, of_latest: bool = True) -> Explanation:
        """`of_all` where this session was chosen among all that can be asked: what it has not seen, none has."""
        if self.recorder is None and self.broken is None:
            raise RuntimeError("nothing has been recorded yet: the program has not imported torch")
        if self.broken is not None:
            answer = Answer(line_about(summary_of(self.broken)), unknown=True)
            return Explanation([], Recording(Query(QueryKind.WHY, ()), evidence=(answer,)))
        from whygrad.diagnose import diagnose
        from whygrad.record.questions.asking import IN_ALL, IN_THIS, ask

        recording = ask(self.recorder, self._inspection, subject, frame, IN_ALL if of_all else IN_THIS, of_latest)
        inquiry = Inquiry(Budget())
        pairs = _with_leftovers(diagnose(recording, inquiry=inquiry), recording)
        if pairs and self.recorder.mode.taping is not None:  # values were kept: the cuts can be tried
            from whygrad.elements.counterfactual import weighed

            pairs = weighed(self.recorder, subject, pairs, frame)
        return Explanation(pairs, recording, inquiry.note)


def _with_leftovers(pairs: list[tuple[Finding, Diagnostic]], recording: Recording) -> list[tuple[Finding, Diagnostic]]:
    """The first says why a gradient is missing; it says too that there is one, from before."""
    left = [seen.text for seen in recording.evidence if isinstance(seen, LeftGradients)]
    if not (pairs and left):
        return pairs
    (finding, told), *others = pairs
    return [(finding, replace(told, notes=(*told.notes, *left))), *others]


class Explanation:
    """The answer of `why`: printing it shows what `whygrad run` would show, and `findings` holds the findings."""

    def __init__(self, pairs: list[tuple[Finding, Diagnostic]], recording: Recording, stopped: str = "") -> None:
        self.findings = Findings(self, (finding for finding, _ in pairs))
        answer = next(seen for seen in recording.evidence if isinstance(seen, Answer))
        self.missing = answer.missing
        self.unknown = answer.unknown  # whygrad has failed, and can say nothing
        self._answer = answer.text
        self._diagnostics = [diagnostic for _, diagnostic in pairs]
        self._recording = recording
        self._stopped = stopped

    def __str__(self) -> str:
        from whygrad.diagnose import limit_of
        from whygrad.render.terminal import to_text

        if not self._diagnostics:
            return "; ".join(filter(None, (self._answer, limit_of(self._recording), self._stopped)))
        return to_text(self._diagnostics, SourceFiles(self._recording.sources))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from whygrad.render.html import answer_to_html, to_html

        if not self._diagnostics:
            return answer_to_html(str(self))
        return to_html(self._diagnostics, SourceFiles(self._recording.sources))


class Findings(list["Finding"]):
    """The findings of an explanation: a list that a notebook draws as the explanation itself."""

    def __init__(self, explanation: Explanation, findings: Iterable[Finding]) -> None:
        super().__init__(findings)
        self._explanation = explanation

    def _repr_html_(self) -> str:
        return self._explanation._repr_html_()
