"""Enters the program's calls into the tape: what is kept before a call, what it wrote after it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.record.live.bounded import Bounded
from whygrad.record.live.exports import is_array
from whygrad.record.live.limits import KEPT_VALUES, Limits
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import each, is_a, of_class
from whygrad.record.seam.given import NOTHING, first_in_front, values_of
from whygrad.tape import replays
from whygrad.tape.cells import Call, Cut, Fixed, Geometry, Kept, tensors_in
from whygrad.tape.in_c import put_in_c
from whygrad.tape.memory import span
from whygrad.tape.regions import region_of
from whygrad.tape.roles import (
    ASSIGNING,
    CONSTANTS,
    NORM,
    PARTIAL,
    RANDOM,
    REPLACING,
    RESHAPING,
    SELF_FREE,
    STATISTICS,
    is_norm,
    role_of,
    statistics_at,
    targets_of,
)
from whygrad.tape.tape import Tape

if TYPE_CHECKING:
    from whygrad.record.live.origin import Frames
    from whygrad.record.live.recorder import Recorder

FUNCTIONS = 4_096  # of torch's, whose role is remembered
SHAPES = 64  # of values that do not matter
ARRAYS = 16  # exported arrays that are known again; each holds what it came from


class Pending:
    """A call that is about to run."""

    __slots__ = ("call", "region", "rng", "same", "targets")

    def __init__(self) -> None:
        self.call: Call | None = None
        self.region: Geometry | None = None  # of the cells that are set, where it is not a target as a whole
        self.rng: Any = None
        self.same = False  # the cells are set to what they are, as by `y[i] += x`, which has added there before
        self.targets: list[torch.Tensor] = []


class Taping:
    """The recorder's hand on the tape."""

    def __init__(self, recorder: Recorder, budget: int) -> None:
        self._recorder = recorder
        self.tape = Tape(recorder.origins, budget)
        self.roles: dict[Any, int] = Bounded(FUNCTIONS)
        self.zeros: Bounded[replays.Like, torch.Tensor] = Bounded(SHAPES)  # that stand for values that do not matter
        self._arrays: deque[tuple[int, Kept, Cut]] = deque(maxlen=ARRAYS)  # (address, value, where it was exported)

    # -- before the call -------------------------------------------------------------------------------------------

    def put_in_c(self, hot: Any) -> None:
        """Have the compiled part enter plain calls."""
        put_in_c(self, hot)

    def tell(self, limits: Limits) -> None:
        """Where values were kept that a program could miss memory for."""
        for device in sorted(self.tape.devices - {"cpu"}):
            limits.met(KEPT_VALUES, device=device)

    def kept_among(self, objects: list[Any]) -> set[int]:
        """The ids of the values, and of the generators' states, that are alive because they are kept here."""
        kept = {id(thing.value) for thing in objects if type(thing) is Kept}
        kept.update(map(id, list(self.zeros.values())))
        return kept | {id(state) for thing in objects if type(thing) is Call for _, state in thing.rng or ()}

    def before(self, func: Any, args: Any, kwargs: Any) -> Pending | None:
        """Keep what the call is about to overwrite, and the state of the generators that it may draw from."""
        if self.tape.paused:
            return None
        role = self.role_of(func)
        if not role and not kwargs:
            return None
        args, kwargs = first_in_front(args, kwargs)
        targets = targets_of(func, role, args, kwargs)
        if not targets and not role & RANDOM:
            return None
        pending = Pending()
        if role & RANDOM:
            pending.rng = torch_api.random_states(tensors_in((args, kwargs)))
        if targets:
            pending.targets = targets
            pending.call = self._writing_call(func, args, kwargs, targets, role)
            for target in targets:
                self.tape.about_to_write(target)
        return pending

    def role_of(self, func: Any) -> int:
        """What a call of this function does to its arguments."""
        role = self.roles.get(func)
        if role is None:
            role = self.roles[func] = role_of(func)
        return role

    def _writing_call(self, func: Any, args: Any, kwargs: Any, targets: list[torch.Tensor], role: int) -> Call:
        name = getattr(func, "__name__", "")
        target = targets[0]
        if role & NORM or name in CONSTANTS:
            return Call(func, None, (), {}, ())
        if kwargs and kwargs.get("out") is not None:
            rest = {k: v for k, v in kwargs.items() if k != "out"}
            return Call(func, func, self.kept(args), self.kept(rest), ())
        if name in ASSIGNING:
            source = args[1] if len(args) > 1 else kwargs.get("src", kwargs.get("value", 0.0))
            return Call(func, replays.assign, (replays.like(target), self.kept(source)), {}, ())
        free = name in SELF_FREE or name.startswith(PARTIAL)
        given = (self.shape_of(args[0]), *self.kept(args[1:])) if free else self.kept(args)
        call = Call(func, func, given, self.kept(kwargs or {}), ())
        call.in_place, call.partial = True, name.startswith(PARTIAL)
        return call

    def shape_of(self, tensor: torch.Tensor) -> Any:
        """The tensor as an argument whose value does not matter."""
        place = self.tape.place(tensor)
        if place is None:
            return replays.UNKEPT
        key = tensor.size(), tensor.dtype, tensor.device
        zeros = self.zeros.get(key)
        if zeros is None:
            with torch_api.plain():
                zeros = torch.zeros((), dtype=tensor.dtype, device=tensor.device).expand(tensor.size()).data
            self.zeros[key] = zeros  # `.data`: of a view the base would live on as well
            if self.tape.hide is not None:
                self.tape.hide(zeros)
        return Kept.shape_of(tensor, zeros, place.layer, place.memory.state)

    def kept(self, value: Any) -> Any:
        """`value` with every tensor in it as it is now."""
        kind = type(value)
        if kind is int or kind is slice or value is None:  # mostly
            return value
        if kind is tuple:
            return tuple([self.kept(item) for item in value])
        if is_a(value, torch.Tensor):
            return self.tape.keep(value) or replays.UNKEPT
        if is_a(value, (float, complex)):
            return self.tape.number(value) or value
        if is_a(value, tuple):
            items = tuple(self.kept(item) for item in each(value))
            return tuple.__new__(type(value), items) if of_class(value, "_fields") is not None else items
        if is_a(value, list):
            return [self.kept(item) for item in each(value)]
        if is_a(value, dict):
            return {key: self.kept(item) for key, item in dict.items(value)}
        return value

    # -- after it --------------------------------------------------------------------------------------------------

    def after(self, pending: Pending | None, func: Any, args: Any, kwargs: Any, out: Any, frame: FrameType) -> None:
        """Enter what the call wrote."""
        if self.tape.paused:
            return
        frames = self._recorder.stack.capture(frame)
        if pending is not None and pending.call is not None:
            self._finish(pending.call, pending.rng, tensors_in((args, kwargs)), pending.targets, frames)
            for index, target in enumerate(pending.targets):
                self.tape.wrote(pending.call, target, index)
            if not is_norm(func):
                return
        name = getattr(func, "__name__", "")
        if name in REPLACING or name in RESHAPING or name == "detach_":
            self._changed(func, name, out, frames)
            return
        call, inputs, results = None, tensors_in((args, kwargs)), tensors_in(out)
        for index, result in enumerate(results):
            if any(result is a for a in values_of(args, kwargs)) or not torch_api.is_plain(result):
                continue
            if self.tape.known_memory(result) is not None:
                self._showed(func, result, inputs, frames)
                continue
            if call is None:
                call = self._call(func, args, kwargs, inputs)
                self._finish(call, pending.rng if pending else None, inputs, results, frames)
            self._made_or_showed(call, result, index, inputs)

    def after_one(self, func: Any, args: Any, out: torch.Tensor, frames: Frames) -> None:
        """As `after`, of a call that only reads its arguments, has no named ones, and has returned one tensor."""
        if self.tape.paused or not torch_api.is_plain(out):
            return
        inputs = tensors_in(args)
        for given in inputs:
            if given is out:
                return
        if self.tape.known_memory(out) is not None:
            self._showed(func, out, inputs, frames)
            return
        call = self._call(func, args, NOTHING, inputs)
        self._finish(call, None, inputs, [out], frames)
        self._made_or_showed(call, out, 0, inputs)

    def _call(self, func: Any, args: Any, kwargs: Any, inputs: list[torch.Tensor]) -> Call:
        run = replays.replay_of(func)
        if run is None and not inputs:
            return Call(func, None, (), {}, ())  # `torch.zeros(3)`: nothing went in
        given, named = self.kept(args), self.kept(kwargs) if kwargs else {}
        if is_norm(func):  # of the running statistics there is no derivative
            at = range(*statistics_at(func).indices(len(given)))
            given = tuple(Fixed(g) if i in at and is_a(g, Kept) else g for i, g in enumerate(given))
            named = {n: Fixed(g) if n in STATISTICS and is_a(g, Kept) else g for n, g in named.items()}
        return Call(func, run or func, given, named, ())

    def _finish(
        self, call: Call, rng: Any, inputs: list[torch.Tensor], results: list[torch.Tensor], frames: Frames
    ) -> None:
        call.frames = frames
        call.rng = rng
        if not inputs:
            return
        call.autocast = torch_api.autocast_in_force("cpu" if inputs[0].is_cpu else inputs[0].device.type)
        for tensor in inputs:
            if torch_api.requires_grad(tensor):
                break
        else:
            return
        if not torch.is_grad_enabled() or not any(torch_api.requires_grad(r) for r in results):
            self.cut(call)

    def cut(self, call: Call) -> None:
        """Autograd's graph ends at the call."""
        switch = None if torch.is_grad_enabled() else self._recorder.modes.in_force()
        call.cut = Cut(call.op, call.frames, switch, "call")

    def _showed(self, func: Any, result: torch.Tensor, inputs: list[torch.Tensor], frames: Frames) -> None:
        """The result is a view, or an alias, of an argument."""
        source = _source_of(result, inputs)
        if source is None:
            self.tape.place(result)
        else:
            self.shown(func, source, result, frames)

    def _made_or_showed(self, call: Call, result: torch.Tensor, index: int, inputs: list[torch.Tensor]) -> None:
        """Memory that was not known before the call's arguments were kept: it may be that of one of them."""
        source = _source_of(result, inputs) if self.tape.known_memory(result) is not None else None
        if source is None or source is result:  # `copy.deepcopy` is given it in its memo
            self.tape.made(call, result, index)
        else:
            self.shown(call.op, source, result, call.frames)

    def shown(self, func: Any, source: torch.Tensor, result: torch.Tensor, frames: Frames) -> None:
        """The result shows the memory of an argument, which is `source`."""
        cut, is_data = None, torch_api.is_data_getter(func)
        if _is_read_otherwise(result, source):
            cut = Cut(func, frames, None, "opaque")
        elif is_data or _cuts(func, source, result):
            switch = None if torch.is_grad_enabled() else self._recorder.modes.in_force()
            cut = Cut(func, frames, switch, "view", is_data)
        self.tape.showed(result, source, cut)

    def _changed(self, func: Any, name: str, tensor: torch.Tensor, frames: Frames) -> None:
        if name == "detach_":
            self.tape.showed(tensor, tensor, Cut(func, frames, None, "view"))
        elif name in REPLACING:
            self.tape.moved(tensor)
        else:
            self.tape.turned(tensor)

    # -- the calls that need more ----------------------------------------------------------------------------------

    def before_setting(self, target: torch.Tensor, index: Any, value: Any) -> Pending:
        """`target[index] = value` is about to run."""
        pending = Pending()
        if self.tape.paused or not torch_api.is_plain(target):
            return pending
        region = region_of(target, index)
        if region is not None and self.tape.shows_cells(value, target, region):
            pending.same = True
            return pending
        if region is not None:
            like = (region[0], region[3], target.device)
            pending.call = Call(torch.Tensor.__setitem__, replays.assign, (like, self.kept(value)), {}, ())
        else:
            given = (self.shape_of(target), self.kept(index), self.kept(value))
            pending.call = Call(torch.Tensor.__setitem__, replays.set_elements, given, {}, ())
            pending.call.in_place = pending.call.partial = True
        pending.region = region
        self.tape.about_to_write(target, region)
        return pending

    def after_setting(self, pending: Pending, args: Any, frame: FrameType) -> None:
        if pending.same:
            self.tape.counted(args[0])
        if pending.call is not None:
            frames = self._recorder.stack.capture(frame)
            self._finish(pending.call, None, tensors_in(args), [args[0]], frames)
            self.tape.wrote(pending.call, args[0], 0, pending.region)

    def parameter_made(self, data: Any, parameter: torch.Tensor, frames: Any) -> None:
        """A Parameter shows the memory that it was made of, as a leaf."""
        if not is_a(data, torch.Tensor) or not torch_api.is_plain(data) or not torch_api.is_plain(parameter):
            return
        if torch_api.storage_key(data) == torch_api.storage_key(parameter):
            self.tape.showed(parameter, data, Cut("torch.nn.Parameter", frames, None, "view", True))

    def exported(self, func: Any, tensor: torch.Tensor, value: Any, frames: Any) -> None:
        if self.tape.paused:
            return
        cut = Cut(func, frames, None, "number")
        if is_a(value, (float, complex)):
            self.tape.exported(value, tensor, cut)
        elif is_array(value) and torch_api.is_plain(tensor) and tensor.is_contiguous():
            kept = self.tape.keep(tensor)
            if kept is not None:
                self._arrays.append((tensor.data_ptr(), kept, cut))

    def array_came_back(self, tensor: torch.Tensor, frame: FrameType) -> None:
        """`from_numpy` of memory that had been exported: it is that value, where NumPy did not change it since."""
        start = tensor.data_ptr()
        for first, kept, cut in reversed(self._arrays):
            offset, rest = divmod(start - first, tensor.element_size())
            high = offset + span(tensor.size(), tensor.stride(), 0)[1]
            if rest or offset < 0 or high > kept.value.numel() or kept.value.dtype != tensor.dtype or kept.stale:
                continue
            window = (tensor.size(), tensor.stride(), offset)
            with torch_api.plain():
                same = torch.equal(replays.window(kept.value, *window), tensor)
            if same:
                call = Call(
                    "torch.from_numpy", replays.window, (kept, *window), {}, self._recorder.stack.capture(frame)
                )
                call.cut = cut
                self.tape.made(call, tensor, 0)
            return

    def function_ran(
        self, run: Callable[..., Any], cls: Any, given: Any, args: Any, out: Any, frame: FrameType
    ) -> None:
        """A custom Function's `apply`: what it did inside is replaced by the Function as a whole."""
        if self.tape.paused:
            return
        call = Call(f"{cls.__name__}.apply", run, given, {}, ())
        results = list(tensors_in(out))
        self._finish(call, None, tensors_in(args), results, self._recorder.stack.capture(frame))
        inputs = {torch_api.storage_key(t): k.state for t, k in zip(args, given, strict=True) if is_a(k, Kept)}
        for index, result in enumerate(results):
            if not torch_api.is_plain(result):
                continue
            if self.tape.known_memory(result) is None:
                self.tape.made(call, result, index)
            elif torch_api.storage_key(result) in inputs:
                self.tape.handed_on(call, result, index, inputs[torch_api.storage_key(result)])
            else:
                self.tape.wrote(call, result, index)


def _source_of(view: torch.Tensor, inputs: list[torch.Tensor]) -> torch.Tensor | None:
    """The argument that lies in the same memory."""
    key = torch_api.storage_key(view)
    return next((t for t in filter(torch_api.is_plain, inputs) if torch_api.storage_key(t) == key), None)


def _is_read_otherwise(view: torch.Tensor, source: torch.Tensor) -> bool:
    """Does a view take the same bytes for other numbers?"""
    if view.dtype is not source.dtype:
        return True
    return view.is_neg() != source.is_neg() or (view.is_complex() and view.is_conj() != source.is_conj())


def _cuts(func: Any, source: torch.Tensor, result: torch.Tensor) -> bool:
    """Does this view not hand the gradient on? `.detach()` does not, whether or not there is one now."""
    if func in (torch.Tensor.detach, torch.detach):
        return True
    return torch_api.requires_grad(source) and not (torch.is_grad_enabled() and torch_api.requires_grad(result))
