"""`grad(of, wrt)`: the derivative of any elements with respect to any others."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import torch

from whygrad.elements.cuts import Passes, told
from whygrad.elements.picked import Picked, derivative, nothing_filled, same_value
from whygrad.elements.places import Spot, locate
from whygrad.elements.replay import CannotRun, vector_products
from whygrad.elements.routes import Paths, Search, paths_of
from whygrad.elements.sweep import Sweep, unequal
from whygrad.evidence.torch_texts import OVERWRITTEN
from whygrad.record.live.mode_suspension import asking
from whygrad.record.live.origin import comes_from
from whygrad.record.seam import torch_api
from whygrad.safe_text import one_line
from whygrad.tape.cells import Cut

ROWS = 256  # elements of `of` that are followed at once at the most,
BATCH_BYTES = 2**27  # and what their derivatives may take for one tensor


class NoGradient(UserWarning):
    """The answer is zero because nothing leads from `wrt` to `of`; the text says why."""


class Reading:
    """An answer in the making: the derivative, and why it is zero where nothing leads there."""

    def __init__(self, value: torch.Tensor, reason: str = "") -> None:
        self.value = value
        self.reason = one_line(reason)


def grad(of: Any, wrt: Any, through: Any, recorder: Any, frame: FrameType | None) -> torch.Tensor:
    """The derivative, shaped as `of` and then as `wrt`; a warning and `.reason` where it is zero for want of a way."""
    check(of, "of")
    check(wrt, "wrt")
    with aside(recorder, frame):
        reading = read(of, wrt, through, recorder)
    result = reading.value.detach().reshape((*of.shape, *wrt.shape))
    result.reason = reading.reason  # type: ignore[attr-defined]
    if reading.reason:
        warnings.warn(reading.reason, NoGradient, stacklevel=3)
    return result


def check(tensor: Any, name: str) -> None:
    """One clear sentence for what has no derivative."""
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(
            f"`{name}` is a {type(tensor).__name__}, not a tensor: pass tensors, slices or elements of them"
        )
    if not (tensor.is_floating_point() or tensor.is_complex()):
        kind = str(tensor.dtype).removeprefix("torch.")
        raise TypeError(f"`{name}` holds {kind} values, which have no derivative")
    if tensor.device.type == "meta":
        raise ValueError(f"`{name}` is on the meta device: it has a shape, but no values to differentiate")


@contextmanager
def aside(recorder: Any, frame: FrameType | None) -> Iterator[None]:
    """Differentiate, and leave the program's state as it was."""
    living = []
    if recorder is not None:
        living = [t for ref in recorder.origins.refs() if (t := ref()) is not None]
    before = asking.now
    with torch_api.differentiating(), nothing_filled(frame, living):
        asking.now = True
        try:
            yield
        except CannotRun as error:
            cut = Cut(error.call.op, error.call.frames, None, "call")
            raise ValueError(f"{told([cut], Passes(None, recorder))} could not be run again: {error}") from error
        finally:
            asking.now = before


def tape_of(recorder: Any) -> Any:
    """The tape, where values were kept and our own part did not fail."""
    if recorder is None or recorder.mode.taping is None or recorder.broken:
        return None
    recorder.mode.asked = True
    return recorder.mode.taping.tape


def read(of: torch.Tensor, wrt: torch.Tensor, through: Any, recorder: Any) -> Reading:
    if not of.numel() or not wrt.numel():
        return Reading(_zeros(of, wrt))
    tape = tape_of(recorder)
    passes = Passes(through, recorder)
    asked, picked = Picked(of), Picked(wrt)
    start, goal = locate(of, tape, asked), locate(wrt, tape, picked)
    if through and (start is None or goal is None):
        raise ValueError(f"`through` needs the computation of `{'of' if start is None else 'wrt'}` to be watched")
    if start is None or goal is None:
        around = _around(recorder)
        return _by_autograd(asked, picked, around) or _unwatched(asked, picked, around)
    behind = goal.behind()
    rewritten = goal.rewritten or (behind is not None and behind.rewritten)
    if not (through or rewritten or not of.requires_grad or not wrt.requires_grad):
        answer = _by_autograd(asked, picked)
        if answer is not None:
            return answer
    answer = by_tape(start, goal, passes, recorder, of, wrt)
    passes.check()
    return answer


def _by_autograd(start: Picked, picked: Picked, off_tape: str = "") -> Reading | None:
    """Autograd's own answer; None where it has none, or where it gives up and the tape can go on.

    Where the values are not on the tape, `off_tape` says how they would be.
    """
    if not start.tensor.requires_grad or not picked.sources:
        return None
    inside = same_value(start.root, picked.root)
    if off_tape and _is_rewritten(picked):
        # Autograd would count what was computed from the tensor since its last write, and nothing before.
        raise ValueError(
            "`wrt` belongs to a tensor whose elements were written in place one by one: compute it, and `of`, "
            f"inside {off_tape}"
        )
    try:
        found = derivative(start.tensor, picked)
    except RuntimeError as error:
        if not off_tape and _is_about_overwriting_or_freeing(error):
            return None
        raise _in_other_words(error, off_tape) from error
    if found is None:
        return None
    reason = ""
    if inside and not bool((found != 0).any()):
        reason = "`of` and `wrt` are different elements of one tensor, and neither was computed from the other"
    return Reading(found, reason)


def _is_rewritten(picked: Picked) -> bool:
    """Does autograd know that the tensor was written in place?"""
    node = getattr(picked.root, "node", None)
    return node is not None and node.name().endswith("CopySlices")


def _is_about_overwriting_or_freeing(error: RuntimeError) -> bool:
    return OVERWRITTEN in str(error) or "a second time" in str(error)


def _in_other_words(error: RuntimeError, around: str) -> Exception:
    if not _is_about_overwriting_or_freeing(error):
        return error
    if "a second time" in str(error):
        return ValueError(
            "a backward pass freed the graph: request this derivative before that pass, pass `retain_graph=True` to "
            f"it, or compute inside {around}"
        )
    return ValueError(
        f"a value that this derivative needs was overwritten in place: compute it inside {around}, "
        "which keeps overwritten values"
    )


def by_tape(start: Spot, goal: Spot, passes: Passes, recorder: Any, of: torch.Tensor, wrt: torch.Tensor) -> Reading:
    """Through the memory that was watched."""
    if 2 * wrt.numel() + 1 < of.numel() and not goal.rewritten:
        # Elements of `of` may have used different writings of a tensor, so that is asked row by row.
        columns = _by_columns(start, goal, passes)
        if columns is not None:
            return Reading(columns.to(wrt.device))
    parts, used, sweeps = [], False, []
    largest = max(start.layer.block.nbytes, goal.layer.block.nbytes, 1)
    rows = max(1, min(ROWS, BATCH_BYTES // largest))
    for first in range(0, of.numel(), rows):
        sweep = swept(start, goal, passes, first, min(first + rows, of.numel()))
        grad, reached = goal.answer(sweep)
        parts.append(grad)
        used = used or bool(reached.any())
        sweeps.append(sweep)
    value = torch.cat(parts).to(wrt.device)
    if used:
        return Reading(value)
    behind = goal.behind()
    if behind is not None:  # a copy that nothing was computed from: the elements it was copied from are meant
        return by_tape(start, behind, passes, recorder, of, wrt)
    return Reading(value, _watched_reason(start, goal, sweeps, passes, recorder))


def _by_columns(start: Spot, goal: Spot, passes: Passes) -> torch.Tensor | None:
    """Where `wrt` has fewer elements: the walk back is linear in what it starts from, so one walk is differentiated.

    None where nothing was reached, or where some call has no second derivative.
    """
    try:
        seeds = unequal(torch.ones((1, start.count), device=start.device), start.geometry[3])
        seeds = start.spread(seeds).requires_grad_()
        sweep = Sweep(1, passes, goal.layer, traced=True)
        sweep.add(start.layer, start.geometry, start.state, seeds * 1, seeds != 0)
        sweep.run()
        found, reached = goal.answer(sweep)
        if not found.requires_grad or not bool(reached.any()):
            return None
        units = torch.eye(goal.count, dtype=found.dtype, device=found.device).reshape(goal.count, *found.shape)
        (columns,) = vector_products([found], [seeds], [units])
    except (RuntimeError, NotImplementedError, CannotRun):
        return None
    return start.collected(columns.reshape(goal.count, *seeds.shape[1:])).reshape(goal.count, start.count).t()


def swept(start: Spot, goal: Spot, passes: Any, first: int, end: int) -> Sweep:
    """Follow the elements `first` to `end` of `of` back."""
    seeds = start.seeds(first, end)
    sweep = Sweep(end - first, passes, goal.layer)
    if end > first:
        sweep.add(start.layer, start.geometry, start.state, seeds, seeds != 0)
    sweep.run()
    return sweep


def paths(of: Any, wrt: Any, recorder: Any, frame: FrameType | None) -> Paths:
    """By which lines the derivative comes about; needs the computation to have been watched."""
    check(of, "of")
    check(wrt, "wrt")
    with aside(recorder, frame):
        tape = tape_of(recorder)
        start, goal = locate(of, tape, Picked(of)), locate(wrt, tape, Picked(wrt))
        if start is None or goal is None:
            missing = "of" if start is None else "wrt"
            raise ValueError(f"the lines that lead to `{missing}` are unknown: compute inside {_around(recorder)}")
        passes = Passes(None, recorder)
        count = of.numel()
        sweep = swept(start, goal, passes, 0, count)
        total, used = goal.answer(sweep)
        behind = None if bool(used.any()) else goal.behind()
        if behind is not None:
            goal, sweep = behind, swept(start, behind, passes, 0, count)
            total, used = goal.answer(sweep)
        search = Search(sweep, goal, passes)
        search.add((), start, start.seeds(0, count))
        search.run()
        shape = (*of.shape, *wrt.shape)
        return paths_of(search, total.reshape(shape), shape, goal, recorder)


def _watched_reason(start: Spot, goal: Spot, sweeps: list[Sweep], passes: Passes, recorder: Any) -> str:
    cuts = list(dict.fromkeys(cut for sweep in sweeps for cut in sweep.blocked))
    if cuts:
        free = swept(start, goal, lambda cut: True, 0, min(ROWS, start.count))
        if bool(goal.answer(free)[1].any()):
            return "the value goes from `wrt` to `of`, but its gradient is cut: " + told(cuts, passes)
    if any(sweep.unseen for sweep in sweeps):
        return "no recorded path leads from `wrt` to `of`; part of it was computed outside the recording"
    left = _left_torch(goal, recorder, passes)
    if left:
        return f"no recorded path leads from `wrt` to `of`, but a value computed from `wrt` left torch: {left}"
    return "never connected: `of` was not computed from `wrt`" + _devices(start.device, goal.device)


def _left_torch(goal: Spot, recorder: Any, passes: Passes) -> str:
    """Where values that came from `wrt` were exported: nobody follows them in plain Python or NumPy."""
    source = recorder.origins.get(goal.tensor)
    base = torch_api.view_base(goal.tensor)
    source = source or (recorder.origins.get(base) if base is not None else None)
    exports = [e for e in recorder.exports if source is not None and comes_from(e, source)]
    return told([Cut(e.op, e.frames, None, "number") for e in exports[:2]], passes) if exports else ""


def _around(recorder: Any) -> str:
    """What is to be put around a computation so that its values are kept."""
    if recorder is None or not recorder.mode.taping_ended:
        return "`with whygrad.watch():`"
    late = "`watch()` keeps no values from the second step of an optimizer on, unless a derivative was requested before"
    return f"`with whygrad.watch(values=True):` ({late})"


def _unwatched(asked: Picked, picked: Picked, inside: str) -> Reading:
    """Zero, where PyTorch's own graph has both and no way between them; what nobody recorded is unknown."""
    of, wrt = asked.tensor, picked.tensor
    around = f"it was not recorded: {inside} around the computation"
    if not wrt.requires_grad and picked.root is None:
        why = "`wrt` requires no gradient, so PyTorch did not record what was computed from it"
        raise ValueError(f"the derivative is unknown: {why}, and {around} records it")
    if not of.requires_grad and asked.root is None:
        why = "`of` has no history, so PyTorch recorded nothing that leads to it"
        raise ValueError(f"the derivative is unknown: {why}, and {around} records it")
    why = f"in PyTorch's graph `of` was not computed from `wrt`{_devices(of.device, wrt.device)}"
    return Reading(_zeros(of, wrt), f"{why}; {around} shows which line cuts it off, if one does")


def _devices(of: torch.device, wrt: torch.device) -> str:
    return "" if of == wrt else f" (`of` is on {of}, `wrt` on {wrt}: a copy on another device is another tensor)"


def _zeros(of: torch.Tensor, wrt: torch.Tensor) -> torch.Tensor:
    return torch.zeros((of.numel(), *wrt.shape), dtype=wrt.dtype, device=wrt.device)
