"""Calls that failed for want of a gradient: copied out at the moment of failing, while everything is alive."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator
from sys import _getframe
from types import CodeType, FrameType, TracebackType

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.functions import FailedFunction, OperatorFormula
from whygrad.evidence.passes import FailedPass, PutValues
from whygrad.evidence.processes import UnreducedParameters
from whygrad.evidence.questions import NotATensor, NotRecorded, OptimizerMade, RunningFunctions
from whygrad.evidence.torch_texts import IN_WORKER, NO_INF_CHECKS, UNFINISHED_REDUCTION
from whygrad.interruptions.errors import is_interruption
from whygrad.record.copying.snapshot import Copy, Snapshot, Spot
from whygrad.record.live.origin import EXPORT, Frames, Origin
from whygrad.record.live.recorder import Recorder
from whygrad.record.questions.empty_parameters import empty_parameters, grouped_twice
from whygrad.record.questions.failed_tests import FailedTests, causes_of
from whygrad.record.questions.failing_node import failing_node, vector_readers
from whygrad.record.questions.left_gradients import known_as_gradients
from whygrad.record.questions.missing_gradient import missing_gradient
from whygrad.record.questions.no_history import no_grad_fn, nonfinite_norm
from whygrad.record.questions.raised import (
    captured_by_checkpoint,
    compiled_line,
    data_sets_of,
    forward_call,
    inside_transform,
    left_transform,
    raised_inside,
    refused_randomness,
)
from whygrad.record.questions.refused import refused
from whygrad.record.questions.refused_gradients import refused_gradient
from whygrad.record.questions.spots import functions_of, local_of, spots_of, spots_of_traceback
from whygrad.record.questions.traits import given_to_torch, is_about_a_kind, result_types, sparse_gradients
from whygrad.record.questions.unrun_hooks import unrun_hook
from whygrad.record.questions.unused import is_about_unused_inputs, unused_inputs, users_of
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import class_name, each, is_a, is_number, signature_of, text_of
from whygrad.record.seam.given import Args, Kwargs
from whygrad.record.seam.holdings import named_parameters_in, parameters_of
from whygrad.record.special.functions import defined_at
from whygrad.record.training.passes import Pass, pass_begins, pass_ended, pass_failed
from whygrad.record.watchers.processes.replicas import modules_of, unused_parameters
from whygrad.recording import QueryKind, Recording
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.catching import is_caught, is_expected

KEPT = 8
PACKING = "pack hook is modifying its input"
MOST_BROKEN = 64
OF_A_LOSS = ("detach", "clone", "is_leaf", "requires_grad", "retain_grad", "div", "mean", "to", "device")
TOLD_BY_CHILDREN = ("ProcessRaisedException", "ProcessExitedException", "ChildFailedError")
MOST_SNAPSHOTS = 64  # a program that catches the error again and again is not copied for ever


class Failures:
    """Recordings of failed backward passes, and of errors that end the program."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._recordings: deque[tuple[str, Recording]] = deque(maxlen=KEPT)
        self._done_at: deque[tuple[int, int]] = deque(maxlen=KEPT)  # what had been computed when each of them failed
        self._taken = 0
        self._tests = FailedTests()

    def test_ended(self, error: BaseException | None) -> None:
        errors = [] if error is None else [signature_of(link) for link in causes_of(error)]
        self._tests.part_ended(errors, self._recordings)

    def watching_engine(self, original: Callable[..., object]) -> Callable[..., object]:
        recorder, steady = self._recorder, self._recorder.steady

        def run(*args: object, **kwargs: object) -> object:
            __tracebackhide__ = True
            away, asked_for = steady.away, None
            begun = False
            try:
                if not away:
                    asked_for = recorder.guarded(pass_begins, recorder, args, kwargs, _getframe(1))
                begun = True
                out = original(*args, **kwargs)
            except BaseException as error:
                recorder.guarded(pass_failed, recorder)
                if begun and issubclass(type(error), Exception):
                    recorder.guarded(self._note, args, kwargs, error, _getframe(1), run.__code__)
                raise
            if away:
                recorder.run.passes += 1
                recorder.run.collecting += 1
            else:
                recorder.guarded(pass_ended, recorder, asked_for, args, kwargs, _getframe(1))
            return out

        return run

    def _note(self, args: Args, kwargs: Kwargs, error: Exception, frame: FrameType, engine: CodeType) -> None:
        if is_interruption(error):
            return  # the pass has not failed
        recorder = self._recorder
        self._taken += 1
        # A pass inside of this one (in a hook, a custom Function, a checkpoint) has told of it already.
        if self._taken > MOST_SNAPSHOTS or _comes_from(error.__traceback__, engine):
            return
        asked_for = Pass.of(args, kwargs)
        tensors, inputs = asked_for.tensors, asked_for.inputs
        roots = asked_for.blamed_roots(text_of(error))
        if not roots:
            return  # it started at nodes of the graph, or at what is none of torch's
        asked = len(inputs)
        inside = inside_transform(error, tensors)
        kind = QueryKind.ERROR if inside is not None else _kind_of(error, bool(inputs))
        if kind is QueryKind.UNUSED:
            inputs = unused_inputs(error, tensors, inputs) or inputs
        snapshot = Snapshot(recorder, spots_of(frame))
        known_as_gradients(recorder, roots, inputs, frame)
        starts = [recorder.origin_of(t, frame) for t in roots]
        recorder.run.failed_pass = Origin("backward", tuple(starts), recorder.stack.capture(frame), EXPORT)
        recording = snapshot.take(
            kind,
            starts,
            [recorder.origin_of(t, frame) for t in inputs],
            error=signature_of(error),
            root_name=snapshot.name_of(roots[0]),
            besides=[
                *recorder.run.roots,
                *(users_of(recorder, inputs) if kind is QueryKind.UNUSED else ()),
                *(source for _, _, sources in recorder.watching.tensors.copied_values.living() for source in sources),
            ],
            asked=asked,
            evidence=lambda copy: [
                *([inside] if inside is not None else ()),
                *self._seen_of(error if kind is QueryKind.ERROR else None, tensors, copy),
            ],
        )
        self._recordings.append((signature_of(error), recording))
        self._done_at.append(self._done())

    def _done(self) -> tuple[int, int]:
        return self._recorder.run.passes, torch_api.sequence_number()

    def _seen_of(self, error: Exception | None, tensors: list[torch.Tensor], copy: Copy) -> Iterator[Evidence]:
        """What a failed pass leaves to be found; most of it where the error is one of the pass itself."""
        recorder = self._recorder
        if recorder.steady.away:
            yield NotRecorded(recorder.steady.missed + 1)
        for frames, leaf, sources in recorder.watching.tensors.copied_values.living():
            into = copy.at(leaf)
            if into is not None:
                yield PutValues(into, copy.all_at(sources), copy.chain(frames))
        starts = [origin for t in tensors if (origin := recorder.origins.get(t)) is not None]
        yield from left_transform(recorder, starts, copy)
        if error is not None:
            failed = self._failed_pass(error, tensors, copy)
            yield failed
            yield from vector_readers(error, tensors, failed.failing)
            runs = recorder.watching.functions.checkpoints.latest_runs(text_of(error), copy.chain)
            if runs is not None:
                yield runs
            yield from recorder.watching.functions.hooks.blamed(error, copy.chain)
            yield from refused_gradient(recorder, error, copy)
            yield from captured_by_checkpoint()
            yield from forward_call(recorder)
            yield from result_types(recorder, error, starts, copy)

    def _failed_pass(self, error: Exception, tensors: list[torch.Tensor], copy: Copy) -> FailedPass:
        recorder, hooked = self._recorder, self._recorder.probe.hooked_saves.has
        with torch_api.plain():  # saved values are read, which a dispatch mode of the program's would count
            broken, failing = torch_api.broken_saves(tensors, hooked), failing_node(error, tensors, hooked)
        return FailedPass(
            replica=copy.chain(recorder.run.replicas.latest()),
            inside=copy.chain(_frames_inside(error.__traceback__)),
            failing=failing,
            broken=tuple(broken[:MOST_BROKEN]),
        )

    def recording_of(self, error: BaseException) -> Recording | None:
        """What is to be explained about an error that ended the program; None where it is none of ours."""
        with torch_api.plain():
            return self._recording_of(error)

    def _recording_of(self, error: BaseException) -> Recording | None:
        for link in causes_of(error):
            for signature, recording in reversed(self._recordings):
                if signature == signature_of(link):
                    return recording
            for explain in EXPLAINED:
                made = explain(self._recorder, link, spots_of_traceback(link.__traceback__))
                if made is not None:
                    return made
        return self._other_error(error)

    def latest_given_up(self) -> Recording | None:
        """The latest failed pass that the program did not go on from.

        One that it waits for, as a test does, was meant; one that its own `try` caught was not the end if it has
        computed more since. What left the program's own functions was caught by who runs them, a runner of tests.
        """
        if self._tests.is_told:
            return self._tests.latest
        for (signature, recording), done in zip(reversed(self._recordings), reversed(self._done_at), strict=True):
            chain, sources = recording.query.chain, SourceFiles(recording.sources)
            went_on = is_caught(chain, signature, sources) and done != self._done()
            if not went_on and not is_expected(chain, signature, sources):
                return recording
        return None

    def warnings(self) -> list[Recording]:
        """One recording for each warning of torch's; what a cause does not know of stays untold."""
        found = []
        for (text, frames), inside in self._recorder.run.warned.entries.items():
            snapshot, seen = Snapshot(self._recorder, []), [inside] if inside is not None else []
            chain = snapshot.chain_of(frames)
            found.append(snapshot.take(QueryKind.WARNING, [], error=text, chain=chain, evidence=seen))
        return found

    def _other_error(self, error: BaseException) -> Recording | None:
        """Any other error that torch raised: its message may be one that a cause knows."""
        spots = spots_of_traceback(error.__traceback__)
        if not is_a(error, Exception) or not spots or class_name(error) in TOLD_BY_CHILDREN:
            return None
        snapshot = Snapshot(self._recorder, spots)
        roots, name = self._involved(error, spots, snapshot)
        seen: list[Evidence] = [RunningFunctions(functions_of(spots)), *compiled_line(self._recorder, error)]
        seen += [*raised_inside(self._recorder, error, spots, snapshot), *grouped_twice(error, spots)]
        seen += refused_randomness(error, spots, snapshot)
        called = local_of(spots, "__call__", "self")  # a Function of the old kind is called as an object
        legacy = defined_at(type(called)) if is_a(called, torch.autograd.Function) else None
        function = legacy or self._recorder.run.failed_function
        if function is not None:
            seen.append(FailedFunction(function.name, function.forward))
            seen += [function] if is_a(function, OperatorFormula) else []
        if PACKING in text_of(error):
            seen += self._recorder.probe.hooked_saves.packing()
        if IN_WORKER in text_of(error):
            seen += data_sets_of(spots)
        return snapshot.take(
            QueryKind.ERROR,
            roots,
            error=signature_of(error),
            root_name=name,
            evidence=lambda copy: [*seen, *result_types(self._recorder, error, roots, copy)],
        )

    def _involved(self, error: Exception, spots: list[Spot], snapshot: Snapshot) -> tuple[list[Origin], str]:
        """The tensor that an error is about: the root of a backward call, or what went into the call that failed."""
        asked = [("backward", "self"), ("grad", "outputs"), ("backward", "tensors"), ("__deepcopy__", "self")]
        asked.append(("_gradcheck_helper", "func_out"))
        found = [local_of(spots, function, name) for function, name in asked]
        tensors = [t for f in found if f is not None for t in (f if is_a(f, (list, tuple)) else (f,))]
        tensor = next((t for t in tensors if is_a(t, torch.Tensor)), None)
        if tensor is not None:
            return [self._recorder.origin_of(tensor, spots[-1][0])], snapshot.name_of(tensor)
        failed = self._recorder.run.failed_call
        if failed is not None and failed[0] == signature_of(error):
            return [failed[1]], ""
        handed = given_to_torch(self._recorder, spots) if is_about_a_kind(error) else []
        return [self._recorder.origin_of(t, spots[-1][0]) for t in handed], ""


def _comes_from(traceback: TracebackType | None, code: CodeType) -> bool:
    """Was the error raised in a call of this code within the outermost one?"""
    return any(frame.f_code is code for frame, _ in spots_of_traceback(traceback)[1:])


def _frames_inside(traceback: TracebackType | None) -> Frames:
    """The frames that ran inside of the backward engine (hooks, custom Functions), innermost first."""
    spots = spots_of_traceback(traceback)[1:]  # the first is ours, around the engine
    return tuple(part for frame, at in reversed(spots) for part in (frame.f_code, at))


def _kind_of(error: Exception, asked: bool) -> QueryKind:
    """Which kind of question the failure of a backward pass is."""
    if torch_api.NOT_REQUIRING_GRAD in text_of(error):
        return QueryKind.GRAD if asked else QueryKind.BACKWARD
    return QueryKind.UNUSED if asked and is_about_unused_inputs(error) else QueryKind.ERROR


def _not_a_tensor(recorder: Recorder, error: BaseException, frames: list[Spot]) -> Recording | None:
    if not is_a(error, AttributeError) or not frames:
        return None
    found = re.match(r"'([\w.]+)' object has no attribute '(\w+)'", text_of(error))
    if not found or is_a(error.obj, torch.Tensor):
        return None
    known = recorder.exports.of(error.obj)
    if not re.fullmatch("backward|grad_fn|requires_grad_?", found.group(2)):
        # A framework asks a loss for more before it runs the pass; that is told where the number left torch.
        known = known or _handed_over(recorder, error.obj, frames)
        if known is None or found.group(2) not in OF_A_LOSS:
            return None
    snapshot = Snapshot(recorder, frames)
    roots = [known] if known is not None else []
    seen = NotATensor(found.group(1))
    return snapshot.take(QueryKind.NOT_A_TENSOR, roots, error=text_of(error), evidence=[seen])


def _handed_over(recorder: Recorder, number: object, frames: list[Spot]) -> Origin | None:
    """The export that a function on the way to the error was given, by itself or in a dictionary, of the same value.

    A framework divides a loss by the number of its passes, mostly 1, which makes another object of it.
    """
    for frame, _ in reversed(frames) if is_number(number) else ():
        values = [v for value in frame.f_locals.values() for v in (*(each(value) if is_a(value, dict) else ()), value)]
        known = next((o for v in values if is_number(v) and v == number and (o := recorder.exports.of(v))), None)
        if known is not None:
            return known
    return None


def _non_leaf(recorder: Recorder, error: BaseException, frames: list[Spot]) -> Recording | None:
    if "can't optimize a non-leaf Tensor" not in text_of(error) or not frames:
        return None
    tensor = local_of(frames, "add_param_group", "param")
    if not is_a(tensor, torch.Tensor):
        return None
    snapshot = Snapshot(recorder, frames)
    root = recorder.origin_of(tensor, frames[-1][0])
    return snapshot.take(QueryKind.NON_LEAF, [root], error=text_of(error), root_name=snapshot.name_of(tensor))


def _no_inf_checks(recorder: Recorder, error: BaseException, frames: list[Spot]) -> Recording | None:
    if NO_INF_CHECKS not in text_of(error) or not frames:
        return None
    optimizer = local_of(frames, "step", "optimizer")
    if not is_a(optimizer, torch.optim.Optimizer):
        return None
    held = [recorder.origin_of(p, frames[-1][0]) for p in parameters_of(optimizer)]
    roots = list(recorder.run.roots)[-1:]
    snapshot = Snapshot(recorder, frames)
    made = OptimizerMade(snapshot.chain_of(recorder.run.optimizers.get(optimizer, ())))
    return snapshot.take(QueryKind.NO_INF_CHECKS, roots, held, error=text_of(error), evidence=[made])


def _unfinished_reduction(recorder: Recorder, error: BaseException, frames: list[Spot]) -> Recording | None:
    if UNFINISHED_REDUCTION not in text_of(error) or not frames:
        return None
    modules = [f.f_locals.get("self") for f, _ in frames]
    replica = next((m for m in modules if is_a(m, torch.nn.parallel.DistributedDataParallel)), None)
    if replica is None:
        return None
    snapshot = Snapshot(recorder, frames)
    unused = unused_parameters(replica, text_of(error))
    seen = UnreducedParameters(tuple(unused), modules_of(replica, unused))
    made = snapshot.chain_of(recorder.run.replicas.made_at(replica))
    known = dict(named_parameters_in(replica.module))
    starving = [recorder.origin_of(known[name], frames[-1][0]) for name in unused]
    roots = list(recorder.run.roots)[-1:]  # of the step before, which left them without a gradient
    return snapshot.take(
        QueryKind.UNFINISHED_REDUCTION,
        roots,
        starving,
        error=signature_of(error),
        chain=made or None,
        evidence=[seen],
    )


EXPLAINED = (
    _not_a_tensor,
    _non_leaf,
    empty_parameters,
    _no_inf_checks,
    _unfinished_reduction,
    sparse_gradients,
    refused,
    missing_gradient,
    unrun_hook,
    no_grad_fn,
    nonfinite_norm,
)
