"""What is noted before and after every backward pass."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.marks import PassRan
from whygrad.record.events import PassBegan, PassEnded, PassFailed
from whygrad.record.live.origin import EXPORT, Origin
from whygrad.record.live.pass_graph import PassGraph
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, items_of
from whygrad.record.seam.given import is_on
from whygrad.record.seam.patched import ENGINE_PARAMETERS
from whygrad.record.training.post_mortem import is_bad_loss
from whygrad.record.training.schedule import ALL_OF_THE_FIRST, is_looked_at, is_looked_at_closely

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder


@dataclass(eq=False)
class Pass:
    """What the engine was asked for; what is no tensor in it is none of ours."""

    starts: list[object]
    tensors: list[torch.Tensor]  # of those
    inputs: list[torch.Tensor]
    is_retained: bool
    collects: bool  # into `.grad`: `autograd.grad` returns its gradients
    graph: PassGraph  # of nothing, until it begins

    @classmethod
    def of(cls, args: tuple[object, ...], kwargs: dict[str, object]) -> Pass:
        known = {**kwargs, **dict(zip(ENGINE_PARAMETERS, args))}  # noqa: B905  # saying so costs as much again
        is_retained = is_on(known.get("keep_graph")) or is_on(known.get("create_graph"))
        inputs = [t for t in items_of(known.get("inputs")) if is_a(t, torch.Tensor)]
        starts, collects = items_of(known.get("t_outputs")), is_on(known.get("accumulate_grad"))
        tensors = [t for t in starts if is_a(t, torch.Tensor)]
        return cls(starts, tensors, inputs, is_retained, collects, PassGraph((), ()))

    def blamed_roots(self, text: str) -> list[torch.Tensor]:
        """The tensor that torch's text gives by its number, or all of them."""
        number = re.match(r"element (\d+)", text)
        at = int(number.group(1)) if number else len(self.starts)
        return [t for t in self.starts[at : at + 1] if is_a(t, torch.Tensor)] or self.tensors


def pass_begins(recorder: Recorder, args: tuple[object, ...], kwargs: dict[str, object], frame: FrameType) -> Pass:
    """A backward pass is about to run; returns what it was asked for."""
    begins = Pass.of(args, kwargs)
    tensors, collects = begins.tensors, begins.collects
    if recorder.probe.active:
        recorder.run.limits.look_around()
    recorder.probe.pass_begins()
    readable = torch_api.values_may_be_read()
    if readable and collects:
        with torch_api.unseen():
            recorder.training.pass_begins(frame)
            recorder.watching.tensors.untracked.pass_begins()
            recorder.watching.tensors.copied_values.pass_begins()
            known = _known(recorder, tensors)
            graph = PassGraph(tensors, known)
            early = recorder.probe.of_each_loss.is_looked_at(known)
            if early or recorder.probe.active:
                recorder.watching.stir()
            recorder.watching.tell(PassBegan(tuple(tensors), known, graph, recorder.probe.active, early, frame))
            unread = not recorder.probe.closely or recorder.probe.left_out
            if unread and is_bad_loss(tensors) and recorder.training.bad_loss():
                recorder.probe.bad_loss(tensors, known)
    else:
        known = _known(recorder, tensors)
        graph = PassGraph(tensors, known)
    if recorder.probe.active and readable:
        with torch_api.unseen():
            recorder.watching.steps.updating.pass_begins(known, frame)
    attaches = recorder.probe.active or recorder.probe.is_early
    if attaches and not recorder.suspension.is_in_compiled_code:  # hooks would be compiled with it
        recorder.probe.attach(tensors, graph)
    graph.let_go()
    begins.graph = graph
    return begins


def _known(recorder: Recorder, tensors: list[torch.Tensor]) -> list[Origin]:
    found = (recorder.origins.get(t) for t in tensors)
    return [origin for origin in found if origin is not None]


def pass_ended(
    recorder: Recorder, asked_for: Pass | None, args: tuple[object, ...], kwargs: dict[str, object], frame: FrameType
) -> None:
    """A backward pass succeeded: remember from where. What it was asked for is known from its beginning, mostly."""
    ran_through = asked_for or Pass.of(args, kwargs)
    tensors, collects = ran_through.tensors, ran_through.collects
    recorder.run.passes += 1
    recorder.run.collecting += collects
    recorder.run.failed_pass = None
    recorder.run.waiting.clear()
    if not recorder.suspension.compiled:  # the compiler runs backward passes of its own
        recorder.suspension.come_back()
    found = tuple(_known(recorder, tensors))
    frames, ran = recorder.stack.capture(frame), None
    if found:
        ran = Origin("backward", found, frames, EXPORT)
        ran.add(mark=PassRan(ran_through.is_retained), number=recorder.run.passes, collects=collects)
        recorder.run.pass_ran(ran)
        recorder.watching.steps.retained_graphs.pass_ran(ran)
        recorder.training.pass_ran(ran)
    recorder.watching.tell(PassEnded(list(found), ran_through.graph.after_pass(found), ran, frames, collects))
    recorder.training.clocks.pass_ended(frames)
    recorder.probe.finish(found)
    steady = recorder.steady
    if steady.wanted:
        recorder.probe.look_next(steady.is_probed(recorder.run.passes), True)
    else:
        _look_at_next(recorder, recorder.probe.stages.number_of(recorder.run.passes + 1))
    if torch_api.values_may_be_read() and collects:
        with torch_api.unseen():
            recorder.training.pass_ended(frame)
            if recorder.training.readings is not None:
                recorder.training.readings.pass_ended()


def pass_failed(recorder: Recorder) -> None:
    recorder.probe.finish(())
    recorder.watching.tell(PassFailed())


def _look_at_next(recorder: Recorder, number: int) -> None:
    """Is the next pass looked at, and are its values? Those of a first one are where one before it was suspicious."""
    probe = recorder.probe
    is_early, looked_at = 1 < number <= ALL_OF_THE_FIRST, is_looked_at(number)
    suspicious = bool(probe.arrived) or bool(probe.of_one.found())
    probe.look_next(looked_at, is_looked_at_closely(number) or suspicious, is_early)
