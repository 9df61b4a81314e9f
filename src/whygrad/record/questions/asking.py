"""The questions a program asks by itself: `why(loss)`, `why(parameter)`, `why(model)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import FrameType

import torch

from whygrad.evidence.questions import Answer
from whygrad.record.copying.snapshot import Snapshot
from whygrad.record.copying.step_inspection import Looks
from whygrad.record.live.origin import comes_from
from whygrad.record.live.recorder import Recorder
from whygrad.record.questions.expecting import Expected, refuse_without_a_pass
from whygrad.record.questions.failures import spots_of
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.holdings import parameters_in
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History, Learner
from whygrad.recording import QueryKind, Recording


def ask(recorder: Recorder, looks: Looks, subject: object, frame: FrameType) -> Recording:
    """Copy out what is needed to answer; a clear TypeError or ValueError for what cannot be asked."""
    with torch_api.unseen():
        if is_a(subject, torch.nn.Module):
            return _ask_module(recorder, looks, subject, frame)
        if is_a(subject, Expected):
            refuse_without_a_pass(recorder)
            return _ask_parameters(recorder, looks, subject, frame)
        if not is_a(subject, torch.Tensor):
            raise TypeError(f"why() explains tensors and modules, not {type(subject).__name__}")
        return _ask_tensor(recorder, looks, subject, frame)


def _ask_tensor(recorder: Recorder, looks: Looks, tensor: torch.Tensor, frame: FrameType) -> Recording:
    origin = recorder.origins.get(tensor)
    learns = tensor.is_leaf and (tensor.requires_grad or torch_api.is_parameter(tensor))
    if origin is None and not learns:
        raise ValueError("this tensor was not seen: it was made outside `whygrad.watch()`")
    origin = origin or recorder.origin_of(tensor, frame)
    if learns and recorder.run.roots and gradient_of(tensor) is not None:
        return _ask_parameters(recorder, looks, [tensor], frame)
    snapshot = Snapshot(recorder, spots_of(frame))
    name = snapshot.name_of(tensor)
    if learns and recorder.run.roots:
        answer = _parameter_answer(tensor, name, comes_from(recorder.run.roots[-1], origin))
        seen = Answer(answer, missing=(name or "it",))
        return snapshot.take(QueryKind.WHY, list(recorder.run.roots)[-1:], [origin], evidence=[seen])
    roots = [] if tensor.requires_grad else [origin]
    return snapshot.take(QueryKind.WHY, roots, root_name=name, evidence=[Answer(_answer(tensor, name))])


def _ask_module(recorder: Recorder, looks: Looks, module: torch.nn.Module, frame: FrameType) -> Recording:
    parameters = [p for p in parameters_in(module) if torch_api.requires_grad(p)]
    if not recorder.run.roots:
        raise ValueError("no backward pass was seen yet: there is nothing to say about the gradients of a module")
    if not parameters:
        raise ValueError("no parameter of this module requires a gradient")
    return _ask_parameters(recorder, looks, parameters, frame)


def _ask_parameters(
    recorder: Recorder, looks: Looks, parameters: Sequence[torch.Tensor], frame: FrameType
) -> Recording:
    """The same as is told at the end of a run, for these parameters and what has happened so far."""
    known = {i: k for h in recorder.training.histories for i, k in h.learners.items()}
    history = History(None, next((h.frames for h in recorder.training.histories), ()))
    history.steps = max((h.steps for h in recorder.training.histories), default=0)
    for p in parameters:
        learner = Learner(p, recorder.origin_of(p, frame))
        before = known.get(id(p))
        gradient = gradient_of(p)
        learner.got = gradient is not None or bool(before and before.got)
        learner.nonzero = bool(before and before.nonzero) or (gradient is not None and torch_api.any_nonzero(gradient))
        history.learners[id(p)] = learner
    starving = [k for k in history.learners.values() if not k.got or not k.nonzero]
    broken = [k for k in history.learners.values() if (t := k.ref()) is not None and not _is_finite(t)]
    names = Snapshot(recorder, spots_of(frame)).names
    missing = [names.get(id(k.ref()), "a parameter") for k in (*starving, *broken)]
    answer = Answer(_summary(missing, parameters, names), tuple(missing))
    looked = looks.copy(history, list(recorder.run.roots), starving, broken, frame).recording()
    return replace(looked, evidence=(*looked.evidence, answer))


def _is_finite(parameter: torch.Tensor) -> bool:
    gradient = gradient_of(parameter)
    return gradient is None or torch_api.all_finite(gradient)


def _summary(missing: list[str], parameters: Sequence[torch.Tensor], names: dict[int, str]) -> str:
    if missing:
        listed = ", ".join(f"`{name}`" for name in missing)
        return f"not seen on the way to any loss that ran backward: {listed}"
    if len(parameters) == 1:
        name = names.get(id(parameters[0]))
        subject = f"`{name}`" if name else "the parameter"
        return f"{subject} got a gradient in the latest backward pass that reached it"
    return f"all {len(parameters)} parameters got a gradient"


def _answer(tensor: torch.Tensor, name: str) -> str:
    subject = f"`{name}`" if name else "the tensor"
    if tensor.requires_grad:
        return f"{subject} has a gradient to give: nothing on its way was cut that leaves it without one"
    return f"{subject} requires no gradient, and nothing that requires one was seen on the way to it"


def _parameter_answer(tensor: torch.Tensor, name: str, used: bool) -> str:
    subject = f"`{name}`" if name else "the parameter"
    if used:
        return (
            f"{subject} is on the way to the latest loss and nothing cuts it off: its gradient was cleared or refused"
        )
    return f"{subject} was not seen on the way to the latest loss that ran backward"
