"""The questions a program asks by itself: `why(loss)`, `why(parameter)`, `why(model)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import FrameType

import torch

from whygrad.evidence.questions import Answer, LeftGradients
from whygrad.record.copying.snapshot import Snapshot
from whygrad.record.copying.step_inspection import StepInspection
from whygrad.record.live.origin import behind, comes_from
from whygrad.record.live.recorder import Recorder
from whygrad.record.questions.expecting import Expected, refuse_without_a_pass
from whygrad.record.questions.leftovers import earlier_passes, latest_passes, left_over
from whygrad.record.questions.spots import spots_of
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.holdings import parameters_in
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History, Learner
from whygrad.recording import QueryKind, Recording

IN_ALL = "inside the latest `whygrad.watch()` blocks or under `whygrad run`"
IN_THIS = "inside this `whygrad.watch()` block"


def ask(
    recorder: Recorder,
    inspection: StepInspection,
    subject: object,
    frame: FrameType,
    asked: str = IN_THIS,
    of_latest: bool = True,
) -> Recording:
    """Copy out what is needed to answer; a clear TypeError or ValueError for what cannot be asked.

    `asked` says where the subject was looked for, if it was not seen. A gradient is to come from the latest passes,
    unless any that have run are meant.
    """
    with torch_api.unseen():
        if is_a(subject, torch.nn.Module):
            return _ask_module(recorder, inspection, subject, frame, asked, of_latest)
        if is_a(subject, Expected):
            return _ask_those(recorder, inspection, subject, frame, asked, of_latest)
        if not is_a(subject, torch.Tensor):
            raise TypeError(f"why() explains tensors and modules, not {type(subject).__name__}")
        return _ask_tensor(recorder, inspection, subject, frame, asked, of_latest)


def was_seen(recorder: Recorder, subject: object) -> bool:
    """Was this tensor, what it is a view of, or a parameter of this module there while we recorded?"""
    with torch_api.unseen():
        if is_a(subject, torch.nn.Module):
            return any(recorder.origins.get(p) is not None for p in parameters_in(subject))
        if is_a(subject, Expected):
            return any(recorder.origins.get(p) is not None for p in subject)
        if not is_a(subject, torch.Tensor):
            return False
        base = torch_api.view_base(subject)
        return any(recorder.origins.get(t) is not None for t in (subject, base) if t is not None)


def _ask_tensor(
    recorder: Recorder, inspection: StepInspection, tensor: torch.Tensor, frame: FrameType, asked: str, of_latest: bool
) -> Recording:
    origin = recorder.origins.get(tensor)
    learns = tensor.is_leaf and (tensor.requires_grad or torch_api.is_parameter(tensor))
    if origin is None and not learns:
        raise ValueError(f"this tensor was not recorded: it was not created {asked}")
    passes, gradient = recorder.run.latest_passes, gradient_of(tensor)
    failed = recorder.run.failed_pass is not None
    latest = latest_passes(recorder, last=True) if of_latest or failed else []
    left = left_over(recorder, [tensor], latest) if learns else {}
    if origin is not None and learns and passes and gradient is not None and not (left or failed):
        return _ask_parameters(recorder, inspection, [tensor], frame, of_latest)
    snapshot = Snapshot(recorder, spots_of(frame))
    name = snapshot.name_of(tensor)
    if origin is None:
        was = "has a gradient, but was not seen" if gradient is not None else "was not seen"
        missing = (name or "it",) if gradient is None else ()
        unseen = Answer(f"{_called(name)} {was}: nothing used it {asked}", missing=missing, unknown=True)
        return snapshot.take(QueryKind.WHY, [], evidence=[unseen])
    if learns and passes:
        used, asked_of = comes_from(passes[-1], origin), (latest or passes)[-1:]
        if gradient is None:
            asked_of = earlier_passes(recorder, [origin], asked_of)[-1:] or asked_of
        lefts = [LeftGradients((name or "it",), all(left.values()))] if left else []
        told = [_parameter_answer(name, used, failed, bool(left)), *(seen.text for seen in lefts)]
        answer = Answer("; ".join(told), missing=(name or "it",) if left or gradient is None else ())
        return snapshot.take(QueryKind.WHY, asked_of, [origin], evidence=[answer, *lefts], besides=passes)
    roots = [] if tensor.requires_grad else [origin]
    return snapshot.take(QueryKind.WHY, roots, root_name=name, evidence=[Answer(_answer(tensor, name))])


def _ask_module(
    recorder: Recorder,
    inspection: StepInspection,
    module: torch.nn.Module,
    frame: FrameType,
    asked: str,
    of_latest: bool,
) -> Recording:
    parameters = [p for p in parameters_in(module) if torch_api.requires_grad(p)]
    if not parameters:
        raise ValueError("no parameter of this module requires a gradient")
    return _ask_those(recorder, inspection, Expected(parameters), frame, asked, of_latest)


def _ask_those(
    recorder: Recorder, inspection: StepInspection, parameters: Expected, frame: FrameType, asked: str, of_latest: bool
) -> Recording:
    if not was_seen(recorder, parameters):
        snapshot = Snapshot(recorder, spots_of(frame))
        missing = tuple(snapshot.name_of(p) or "a parameter" for p in parameters)
        unseen = Answer(f"none of these parameters was seen: nothing used them {asked}", missing, unknown=True)
        return snapshot.take(QueryKind.WHY, [], evidence=[unseen])
    refuse_without_a_pass(recorder)
    return _ask_parameters(recorder, inspection, parameters, frame, of_latest)


def _ask_parameters(
    recorder: Recorder,
    inspection: StepInspection,
    parameters: Sequence[torch.Tensor],
    frame: FrameType,
    of_latest: bool,
) -> Recording:
    """The same as is told at the end of a run, for these parameters and what has happened so far."""
    failed = recorder.run.failed_pass is not None
    latest = latest_passes(recorder) if of_latest or failed else []
    left = left_over(recorder, parameters, latest)
    known = {i: k for h in recorder.training.histories for i, k in h.learners.items()}
    history = History(None, next((h.frames for h in recorder.training.histories), ()))
    history.steps = max((h.steps for h in recorder.training.histories), default=0)
    for p in parameters:
        learner = Learner(p, recorder.origin_of(p, frame))
        before, gradient = (known.get(id(p)), gradient_of(p)) if id(p) not in left else (None, None)
        learner.got = gradient is not None or bool(before and before.got)
        learner.nonzero = bool(before and before.nonzero) or (gradient is not None and torch_api.any_nonzero(gradient))
        history.learners[id(p)] = learner
    names = Snapshot(recorder, spots_of(frame)).names
    passes = latest if left else recorder.run.passes_asked_about
    used = behind(passes)
    # Who has a gradient and is in none of these losses lacks nothing that could be explained.
    idle = [k for i, k in history.learners.items() if i in left and id(k.origin) not in used]
    starving = [k for k in history.learners.values() if not (k.got and k.nonzero) and k not in idle]
    passes = [*earlier_passes(recorder, [k.origin for k in starving if not k.got], passes), *passes]
    used = behind(passes)
    broken = [k for k in history.learners.values() if k.got and (t := k.ref()) is not None and not _is_finite(t)]
    missing = {id(k): names.get(id(k.ref()), "a parameter") for k in (*starving, *idle, *broken)}
    lefts = [LeftGradients(tuple(names.get(i, "a parameter") for i in left), all(left.values()))] if left else []
    lacking = _lacking(starving, idle, broken, missing, used)
    text = "; ".join([*lacking, *(seen.text for seen in lefts)]) or _all_is_there(parameters, names, failed)
    answer = Answer(text, tuple(missing.values()))
    looked = inspection.copy(history, passes, starving, broken, frame).recording()
    return replace(looked, evidence=(*looked.evidence, answer, *lefts))


def _is_finite(parameter: torch.Tensor) -> bool:
    gradient = gradient_of(parameter)
    return gradient is None or torch_api.all_finite(gradient)


def _lacking(
    starving: list[Learner], idle: list[Learner], broken: list[Learner], names: dict[int, str], used: set[int]
) -> list[str]:
    """What is wrong with whose gradient, as far as it was seen."""
    none = [k for k in starving if not k.got]
    kinds = {
        "not used by any loss with a backward pass": [k for k in none if id(k.origin) not in used],
        "not used by the latest loss": idle,
        "used by a loss, but without a gradient": [k for k in none if id(k.origin) in used],
        "the gradient is all zeros": [k for k in starving if k.got],
        "the gradient contains nan or infinity": broken,
    }
    found = {text: ", ".join(f"`{names[id(k)]}`" for k in kind) for text, kind in kinds.items() if kind}
    return [f"{text}: {listed}" for text, listed in found.items()]


def _all_is_there(parameters: Sequence[torch.Tensor], names: dict[int, str], failed: bool) -> str:
    if len(parameters) == 1:
        name = names.get(id(parameters[0]))
        subject = f"`{name}`" if name else "the parameter"
        return f"{subject} got a gradient in the latest backward pass that reached it"
    if failed:
        return f"all {len(parameters)} parameters have a gradient, but the latest backward pass failed"
    return f"all {len(parameters)} parameters got a gradient"


def _called(name: str) -> str:
    return f"`{name}`" if name else "the parameter"


def _answer(tensor: torch.Tensor, name: str) -> str:
    subject = f"`{name}`" if name else "the tensor"
    if tensor.requires_grad and tensor.is_leaf:
        return f"{subject} requires a gradient, but whygrad has seen no backward pass yet"
    if tensor.requires_grad:
        return f"{subject} carries a gradient: nothing cuts its path"
    return f"{subject} does not require a gradient, and was computed from nothing that requires one"


def _parameter_answer(name: str, used: bool, failed: bool, left: bool) -> str:
    if used and left:
        return f"the latest loss was computed from {_called(name)}, but its backward pass did not reach it"
    if used and failed:
        return f"{_called(name)} is on the path to the latest loss and nothing cuts it off: the backward pass failed"
    if used:
        way = "is on the path to the latest loss and nothing cuts it off: its gradient was cleared or rejected"
        return f"{_called(name)} {way}"
    suffix = ", whose backward pass failed" if failed else ""
    return f"{_called(name)} was not used by the latest loss{suffix}"
