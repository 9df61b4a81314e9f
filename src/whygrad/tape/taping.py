"""Enters the program's calls into the tape: what is kept before a call, what it wrote after it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from whygrad.interruptions.errors import hand_on
from whygrad.record.live.bounded import Bounded
from whygrad.record.live.exports import is_array
from whygrad.record.live.limits import KEPT_VALUES, Limits
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import each, is_a, is_exactly, items_of, of_class
from whygrad.record.seam.given import first_in_front, values_of
from whygrad.tape import replays
from whygrad.tape.cells import Call, Cut, Fixed, Kept, geometry_of, span, tensors_in
from whygrad.tape.tape import Tape

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

PLAIN, WRITES, RANDOM, RESHAPES, LOSES, NORM = 0, 1, 2, 4, 8, 16

RANDOM_WORDS = ("dropout", "rand", "bernoulli", "multinomial", "normal", "uniform", "rrelu", "attention", "gumbel")
MORE_RANDOM_WORDS = ("exponential", "poisson", "cauchy", "geometric", "fractional", "lstm", "rnn", "binomial")
# In-place calls that change how the tensor lies or what it shows, and write no cell.
RESHAPING = ("squeeze_", "unsqueeze_", "t_", "transpose_", "swapaxes_", "swapdims_", "as_strided_", "rename_")
REPLACING = ("share_memory_", "resize_", "resize_as_", "set_", "_set_")  # the tensor lies elsewhere from then on
CONSTANTS = ("zero_", "normal_", "uniform_", "random_", "exponential_", "cauchy_", "geometric_", "log_normal_")
# The derivative does not depend on the value that stood there, so that it need not be copied.
SELF_FREE = ("add_", "sub_", "__iadd__", "__isub__", "addmm_", "addmv_", "addr_", "baddbmm_", "addcmul_", "addcdiv_")
PARTIAL = ("masked_", "index_", "scatter_", "put_", "fill_diagonal_")
FLAG_AT = {"dropout": 3, "alpha_dropout": 3, "relu": 1, "leaky_relu": 2, "elu": 2, "selu": 1, "celu": 2, "rrelu": 4}
FLAG_AT |= {"threshold": 3, "hardtanh": 3, "relu6": 1, "silu": 1, "mish": 1, "hardswish": 1, "hardsigmoid": 1}
STATISTICS = ("running_mean", "running_var")
NORMS = (F.batch_norm, F.instance_norm, torch.batch_norm, torch.instance_norm)


FUNCTIONS = 4_096  # of torch's, whose role is remembered
ARRAYS = 16  # exported arrays that are known again; each holds what it came from


class Pending:
    """A call that is about to run."""

    __slots__ = ("call", "place", "rng", "targets")

    def __init__(self) -> None:
        self.call: Call | None = None
        self.place: Any = None
        self.rng: Any = None
        self.targets: list[torch.Tensor] = []


class Taping:
    """The recorder's hand on the tape."""

    def __init__(self, recorder: Recorder, budget: int) -> None:
        self._recorder = recorder
        self.tape = Tape(recorder.origins, budget)
        self._roles: Bounded[Any, int] = Bounded(FUNCTIONS)
        self._arrays: deque[tuple[int, Kept, Cut]] = deque(maxlen=ARRAYS)  # (address, value, where it was exported)

    # -- before the call -------------------------------------------------------------------------------------------

    def tell(self, limits: Limits) -> None:
        """Where values were kept that a program could miss memory for."""
        for device in sorted(self.tape.devices - {"cpu"}):
            limits.met(KEPT_VALUES, device=device)

    def kept_among(self, objects: list[Any]) -> set[int]:
        """The ids of the values, and of the generators' states, that are alive because they are kept here."""
        kept = {id(thing.value) for thing in objects if type(thing) is Kept}
        return kept | {id(state) for thing in objects if type(thing) is Call for _, state in thing.rng or ()}

    def before(self, func: Any, args: Any, kwargs: Any) -> Pending | None:
        """Keep what the call is about to overwrite, and the state of the generators that it may draw from."""
        if self.tape.paused:
            return None
        role = self._roles.get(func)
        if role is None:
            role = self._roles[func] = _role(func)
        if not role and not kwargs:
            return None
        args, kwargs = first_in_front(args, kwargs)
        targets = _targets(func, role, args, kwargs)
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

    def _writing_call(self, func: Any, args: Any, kwargs: Any, targets: list[torch.Tensor], role: int) -> Call:
        name = getattr(func, "__name__", "")
        target = targets[0]
        if role & NORM or name in CONSTANTS:
            return Call(func, None, (), {}, ())
        if kwargs and kwargs.get("out") is not None:
            rest = {k: v for k, v in kwargs.items() if k != "out"}
            return Call(func, func, self.kept(args), self.kept(rest), ())
        if name in ("copy_", "fill_"):
            source = args[1] if len(args) > 1 else kwargs.get("src", kwargs.get("value", 0.0))
            return Call(func, replays.assign, (replays.like(target), self.kept(source)), {}, ())
        free = name in SELF_FREE or name.startswith(PARTIAL)
        given = (self._shape_of(args[0]), *self.kept(args[1:])) if free else self.kept(args)
        call = Call(func, func, given, self.kept(kwargs or {}), ())
        call.in_place, call.partial = True, name.startswith(PARTIAL)
        return call

    def _shape_of(self, tensor: torch.Tensor) -> Any:
        """The tensor as an argument whose value does not matter."""
        place = self.tape.place(tensor)
        if place is None:
            return replays.UNKEPT
        memory, layer = place
        with torch_api.plain():
            zeros = torch.zeros((), dtype=tensor.dtype, device=tensor.device).expand(tensor.size())
        kept = Kept(zeros, layer, memory.state, geometry_of(tensor), None)
        kept.block = self.tape.no_block
        return kept

    def kept(self, value: Any) -> Any:
        """`value` with every tensor in it as it is now."""
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
        if pending is not None and pending.call is not None:
            self._finish(pending.call, pending.rng, (args, kwargs), pending.targets, frame)
            self.tape.wrote(pending.call, pending.targets)
            if not _is_norm(func):
                return
        name = getattr(func, "__name__", "")
        if name in REPLACING or name in RESHAPING or name == "detach_":
            self._changed(func, name, out, frame)
            return
        call = None
        for index, result in enumerate(tensors_in(out)):
            if any(result is a for a in values_of(args, kwargs)):
                continue
            if not torch_api.is_plain(result):
                continue
            if self.tape.known_memory(result) is not None:
                self._showed(func, result, (args, kwargs), frame)
                continue
            if call is None:
                call = self._call(func, args, kwargs)
                results = list(tensors_in(out))
                self._finish(call, pending.rng if pending else None, (args, kwargs), results, frame)
            self.tape.made(call, result, index)

    def _call(self, func: Any, args: Any, kwargs: Any) -> Call:
        run, given, named = replays.replay_of(func), self.kept(args), self.kept(kwargs or {})
        if _is_norm(func):  # of the running statistics there is no derivative
            at = range(*_statistics(func).indices(len(given)))
            given = tuple(Fixed(g) if i in at and is_a(g, Kept) else g for i, g in enumerate(given))
            named = {n: Fixed(g) if n in STATISTICS and is_a(g, Kept) else g for n, g in named.items()}
        if run is None and not tensors_in((args, kwargs)):
            return Call(func, None, (), {}, ())  # `torch.zeros(3)`: nothing went in
        return Call(func, run or func, given, named, ())

    def _finish(self, call: Call, rng: Any, inputs: Any, results: list[torch.Tensor], frame: FrameType) -> None:
        recorder = self._recorder
        call.frames = recorder.stack.capture(frame)
        call.rng = rng
        tensors = tensors_in(inputs)
        if tensors:
            call.autocast = torch_api.autocast_in_force(tensors[0].device.type)
        carried = any(map(torch_api.requires_grad, tensors))
        off = not torch.is_grad_enabled()
        if carried and (off or not any(torch_api.requires_grad(r) for r in results)):
            call.cut = Cut(call.op, call.frames, recorder.modes.in_force() if off else None, "call")

    def _showed(self, func: Any, result: torch.Tensor, inputs: Any, frame: FrameType) -> None:
        """The result is a view, or an alias, of an argument."""
        key = torch_api.storage_key(result)
        plain = filter(torch_api.is_plain, tensors_in(inputs))
        source = next((t for t in plain if torch_api.storage_key(t) == key), None)
        if source is None:
            self.tape.place(result)
            return
        cut = None
        if result.dtype != source.dtype or result.is_conj() != source.is_conj() or result.is_neg() != source.is_neg():
            cut = Cut(func, self._recorder.stack.capture(frame), None, "opaque")
        elif _cuts(func, source, result):
            switch = None if torch.is_grad_enabled() else self._recorder.modes.in_force()
            fresh = func is torch_api.DATA_GETTER
            cut = Cut(func, self._recorder.stack.capture(frame), switch, "view", fresh)
        self.tape.showed(result, source, cut)

    def _changed(self, func: Any, name: str, tensor: torch.Tensor, frame: FrameType) -> None:
        if name == "detach_":
            self.tape.showed(tensor, tensor, Cut(func, self._recorder.stack.capture(frame), None, "view"))
        elif name in REPLACING:
            self.tape.moved(tensor)

    # -- the calls that need more ----------------------------------------------------------------------------------

    def before_setting(self, target: torch.Tensor, index: Any, value: Any) -> Pending:
        """`target[index] = value` is about to run."""
        pending = Pending()
        if self.tape.paused or not torch_api.is_plain(target):
            return pending
        region = _region(target, index)
        if region is not None:
            pending.targets = [region]
            func = torch.Tensor.__setitem__
            pending.call = Call(func, replays.assign, (replays.like(region), self.kept(value)), {}, ())
        else:
            pending.targets = [target]
            given = (self._shape_of(target), self.kept(index), self.kept(value))
            pending.call = Call(torch.Tensor.__setitem__, replays.set_elements, given, {}, ())
            pending.call.in_place = pending.call.partial = True
        pending.place = self.tape.place(target)
        for part in pending.targets:
            self.tape.about_to_write(part, pending.place)
        return pending

    def after_setting(self, pending: Pending, args: Any, frame: FrameType) -> None:
        if pending.call is not None:
            self._finish(pending.call, None, args, [args[0]], frame)
            self.tape.wrote(pending.call, pending.targets, pending.place)

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
        self._finish(call, None, args, results, frame)
        inputs = {torch_api.storage_key(t): k.state for t, k in zip(args, given, strict=True) if is_a(k, Kept)}
        for index, result in enumerate(results):
            if not torch_api.is_plain(result):
                continue
            if self.tape.known_memory(result) is None:
                self.tape.made(call, result, index)
            elif torch_api.storage_key(result) in inputs:
                self.tape.handed_on(call, result, index, inputs[torch_api.storage_key(result)])
            else:
                self.tape.wrote(call, [result], first=index)


def _role(func: Any) -> int:
    name = getattr(func, "__name__", "")
    role = PLAIN
    if name in REPLACING or name in RESHAPING or name == "detach_":
        return RESHAPES
    if torch_api.is_in_place(func) and func is not torch.Tensor.__setitem__:
        role |= WRITES
    if name == "gru" or any(word in name for word in (*RANDOM_WORDS, *MORE_RANDOM_WORDS)):
        role |= RANDOM
    if name in FLAG_AT:
        role |= LOSES
    if _is_norm(func):
        role |= NORM
    return role


def _cuts(func: Any, source: torch.Tensor, result: torch.Tensor) -> bool:
    """Does this view not hand the gradient on? `.detach()` does not, whether or not there is one now."""
    if func in (torch.Tensor.detach, torch.detach, torch_api.DATA_GETTER):
        return True
    return torch_api.requires_grad(source) and not (torch.is_grad_enabled() and torch_api.requires_grad(result))


def _statistics(func: Any) -> slice:
    """Where the running statistics stand among the arguments of what normalises."""
    return slice(3, 5) if func in (torch.batch_norm, torch.instance_norm) else slice(1, 3)


def _is_norm(func: Any) -> bool:
    return any(func is norm for norm in NORMS)


def _targets(func: Any, role: int, args: Any, kwargs: Any) -> list[torch.Tensor]:
    """The tensors that the call writes."""
    if role & NORM:  # in training the running statistics are written
        held = [*args[_statistics(func)], *((kwargs or {}).get(name) for name in STATISTICS)]
        return [t for t in held if is_a(t, torch.Tensor)]
    out = kwargs.get("out") if kwargs else None
    if out is not None:
        return [t for t in tensors_in(out) if torch_api.is_plain(t)]
    flagged = bool(kwargs) and kwargs.get("inplace") is True
    if role & LOSES:
        at = FLAG_AT[func.__name__]
        flagged = flagged or (len(args) > at and args[at] is True)
    first = args[0] if args else None
    if (role & WRITES or flagged) and is_a(first, torch.Tensor) and torch_api.is_plain(first):
        return [first]
    return []


def _region(target: torch.Tensor, index: Any) -> torch.Tensor | None:
    """The view that `target[index]` is; None where the index picks single elements, or is more than plain numbers."""
    if tensors_in(index) or _has_list(index):
        return None
    with torch_api.plain():
        try:
            region = target[index]
        except Exception as error:  # the program's own error: it comes again when the write runs
            hand_on(error)
            return None
    return region if torch_api.storage_key(region) == torch_api.storage_key(target) else None


def _has_list(index: Any) -> bool:
    parts = items_of(index) if is_a(index, tuple) else [index]
    bounds = [bound for p in parts if type(p) is slice for bound in (p.start, p.stop, p.step)]
    return not all(is_exactly(p, int, slice, type(None), type(...)) for p in parts) or any(
        not is_exactly(bound, int, type(None)) for bound in bounds
    )
