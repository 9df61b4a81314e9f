"""The torch calls that one `forward` of a custom Function makes: a straight list, noted while it runs.

What it computes can be computed again from the list, without a line of the program's own code. Whatever the list would
not tell of (values that leave torch, tensors made out of sight, calls of anybody else's) ends it.
"""

from __future__ import annotations

import itertools
import re
import types
from _thread import get_ident
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import torch

from whygrad.record.live.origin import Origins, OwnRef
from whygrad.record.seam import private_names, torch_api, torch_aside
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.given import Args, Kwargs

MOST_CALLS = 1_000
# To check one Function takes 64 MB at most: its values in double, what autograd saves of them, and the gradients.
MOST_BYTES = 16 * 2**20  # of its values

# What an argument may hold beside tensors: nothing that can change later, or run the program's code.
CONSTANTS = (bool, int, float, complex, str, type(None), type(...), torch.dtype, torch.device, torch.Size)
MORE_CONSTANTS = (torch.layout, torch.memory_format)
# Answers that carry no value from a tensor into the program's own arithmetic. A truth value steers it only.
ANSWERS = (bool, str, type(None), torch.Size, torch.dtype, torch.device, torch.layout)
CALLABLES_IN_C = (
    types.BuiltinFunctionType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.MethodWrapperType,
)
WITHOUT_EFFECT = (torch_api.set_grad_enabled_function, getattr(private_names.backward_hooks, "__set__", None))
GRAD_GETTER = getattr(torch.Tensor.grad, "__get__", None)
# They reach beyond the list: into another graph, or to what the tensor itself is.
UNFOLLOWED = frozenset({"__set__", "backward", "data_ptr", "grad", "register_hook", "retain_grad", "set_"})

# Operations that step, clip or choose; as calls, comparisons are among them.
STEPPING = "round|sign|floor|ceil|trunc|heaviside|argmax|argmin|clamp|clip|where|bernoulli|one_hot"
STEP = re.compile(rf"{STEPPING}|^_*(gt|ge|lt|le)_*$|greater|less")
# To integers they drop the fraction.
CASTS = frozenset({"to", "int", "long", "short", "byte", "char", "type"})
CASTING = r"\.(int|long|short|byte|char)\(|\bu?int\d"  # in a text
# They take nothing but sizes and kinds from a tensor.
BLANK = re.compile(r"^(new_(zeros|ones|full|empty)|(zeros|ones|full|empty)_like)$")
WRITES = re.compile(r"[^_]_$|^__(setitem|i[a-z]+)__$")
# Their results are new tensors with sizes that depend on values, so they are copied instead of computed again.
SIZED_BY_VALUES = frozenset({"bincount", "nonzero", "argwhere", "unique", "unique_consecutive", "repeat_interleave"})
NUMBERS = frozenset({"item", "tolist", "__int__", "__index__", "__float__"})


class NotFollowed(Exception):
    """The list does not tell what `forward` computed."""


@dataclass(frozen=True)
class Slot:
    """A tensor of the list, by its number."""

    number: int


@dataclass
class Call:
    """One call: arguments with a Slot for every tensor, and the numbers of the new tensors among its results."""

    func: Callable[..., object]
    args: object
    kwargs: object
    results: list[int | None] = field(default_factory=list)
    steady: bool = False  # does nothing that it reads depend on a floating-point argument?


class ForwardCalls:
    """The list of one `forward`, with copies of what came from outside; holds no tensor of the program's."""

    def __init__(self, args: Args, origins: Origins) -> None:
        self.thread = get_ident()
        self.lost = False
        self.calls: list[Call] = []
        self.copies: dict[int, torch.Tensor] = {}  # of the arguments and of what was there before
        self.inputs: list[int] = []  # the number of each argument that is a tensor
        self.wanted: list[bool] = []  # does it require a gradient?
        self.outputs: list[tuple[int, torch.Tensor]] = []  # the number of each result that is one, and its value
        self.precision = 0.0  # the distance of 1 to the next number, where it is the largest
        self.steps = False  # does a call step, clip or choose, by what depends on a floating-point argument?
        # The numbers of those that do not depend on one, so that they stay as they are when those are moved a little,
        # and whether each is itself of floating point.
        self._steady: dict[int, bool] = {}
        self._bytes = 0
        self._serial = itertools.count()
        self._before = dict(origins.table)  # the tensors that were there before
        self._numbers: dict[int, tuple[OwnRef, int]] = {}
        self._open: Call | None = None
        for tensor in (a for a in args if is_a(a, torch.Tensor)):
            _check_real(tensor)
            number = self._number_of(tensor)
            self.inputs.append(self._copy(tensor) if number is None else number)
            self.wanted.append(torch_api.requires_grad(tensor))
            if tensor.is_floating_point():
                self._steady.pop(self.inputs[-1], None)

    def is_unread(self, number: int) -> bool:
        """Is this an argument of floating point that no call reads, and no result is?"""
        if not self.copies[number].is_floating_point() or any(number == result for result, _ in self.outputs):
            return False
        return not any(s.number == number for c in self.calls for s in _slots((c.args, c.kwargs)))

    # -- while `forward` runs ---------------------------------------------------------------------------------------

    def before(self, func: Callable[..., object], args: Args, kwargs: Kwargs | None) -> None:
        """A call is about to run."""
        if self.lost or get_ident() != self.thread or func in WITHOUT_EFFECT:
            return
        try:
            if self._open is not None or len(self.calls) == MOST_CALLS or not _is_torchs_own(func):
                raise NotFollowed  # the call before this one has raised, or …
            self._open = Call(func, self._noted(args), self._noted(kwargs or {}))
            self._read(self._open)
        except NotFollowed:
            self.lose()

    def after(self, func: object, out: object) -> None:
        """It has returned."""
        call, self._open = (self._open, None) if get_ident() == self.thread else (None, self._open)
        if call is None or self.lost or call.func is not func:
            return
        try:
            if _holds_tensors(out):
                self._keep(call, out)
            elif func is torch.Tensor.__setitem__:
                self.calls.append(call)
            elif not _is_answer(func, out) and not (call.steady and _name(func) in NUMBERS):
                raise NotFollowed
        except NotFollowed:
            self.lose()

    def _read(self, call: Call) -> None:
        """What the call reads is known: does it step, and what can it have changed?"""
        name = _name(call.func)
        given = list(_slots((call.args, call.kwargs)))
        call.steady = all(slot.number in self._steady for slot in given)
        if call.steady:
            return
        self.steps = self.steps or bool(STEP.search(name))
        if is_a(call.kwargs, dict) and "out" in call.kwargs:
            self._steady = {}
        elif WRITES.search(name):  # and others of its kind may share its memory
            whole = any(not self._steady.get(slot.number, True) for slot in given[:1])
            self._steady = {} if whole else {n: False for n, floats in self._steady.items() if not floats}
        call.steady = len(given) == 1 and bool(BLANK.search(name))

    def _keep(self, call: Call, out: object) -> None:
        """Tensors were returned."""
        if call.steady and _name(call.func) in SIZED_BY_VALUES:
            for result in flat(out):
                if is_a(result, torch.Tensor) and self._number_of(result) is None:
                    self._copy(result)
            return
        if _name(call.func) in CASTS and not call.steady and _is_whole(out):
            self.steps = True
        call.results = [self._made(result) for result in flat(out)]
        self.calls.append(call)
        if call.steady:
            made = zip(call.results, flat(out), strict=True)
            self._steady |= {n: r.is_floating_point() for n, r in made if n is not None and is_a(r, torch.Tensor)}

    def lose(self) -> None:
        self.lost, self.calls = True, []
        self.copies.clear()
        self._forget()

    def _forget(self) -> None:
        self._numbers.clear()
        self._before.clear()

    def finish(self, out: object) -> None:
        """`forward` has returned; `out` is what `apply` made of that."""
        try:
            for result in flat(out):
                if not is_a(result, torch.Tensor) or (number := self._number_of(result)) is None:
                    raise NotFollowed
                _check_real(result)
                self.outputs.append((number, self._copied(result)))
        except NotFollowed:
            self.lose()
        self._forget()

    # -- tensors ----------------------------------------------------------------------------------------------------

    def _noted(self, value: object) -> object:
        if is_a(value, torch.Tensor):
            number = self._number_of(value)
            return Slot(self._from_outside(value) if number is None else number)
        if is_a(value, (*CONSTANTS, *MORE_CONSTANTS)):
            return value
        if type(value) is tuple or type(value) is list:
            return type(value)(map(self._noted, value))
        if type(value) is dict:
            return {key: self._noted(item) for key, item in value.items()}
        if type(value) is slice:
            return slice(*map(self._noted, (value.start, value.stop, value.step)))
        raise NotFollowed

    def _from_outside(self, tensor: torch.Tensor) -> int:
        """One that was not there before is made of the arguments, perhaps, where nobody saw it."""
        ref = self._before.get(id(tensor))
        if ref is None or ref() is not tensor:
            raise NotFollowed
        return self._copy(tensor)

    def _number_of(self, tensor: torch.Tensor) -> int | None:
        ref, number = self._numbers.get(id(tensor), (None, 0))
        return number if ref is not None and ref() is tensor else None

    def _made(self, result: object) -> int | None:
        if not is_a(result, torch.Tensor) or self._number_of(result) is not None:
            return None
        self._count(result, 8)
        return self._new_number(result)

    def _copy(self, tensor: torch.Tensor) -> int:
        number = self._new_number(tensor)
        self.copies[number] = self._copied(tensor)
        self._steady[number] = tensor.is_floating_point()
        return number

    def _copied(self, tensor: torch.Tensor) -> torch.Tensor:
        self._count(tensor, tensor.element_size())
        with torch_api.plain():
            return tensor.detach().clone()

    def _count(self, tensor: torch.Tensor, element: int) -> None:
        if not torch_api.is_plain(tensor):
            raise NotFollowed
        if tensor.is_floating_point() or tensor.is_complex():
            self.precision = max(self.precision, torch.finfo(tensor.dtype).eps)
        self._bytes += tensor.numel() * element
        if self._bytes > MOST_BYTES:
            raise NotFollowed

    def _new_number(self, tensor: torch.Tensor) -> int:
        number = next(self._serial)
        self._numbers[id(tensor)] = OwnRef(tensor), number
        return number


def _check_real(tensor: torch.Tensor) -> None:
    if tensor.is_complex():
        raise NotFollowed  # of what goes in or comes out complex, gradients are a matter of convention


def flat(value: object) -> Iterator[object]:
    """What a call returned, one by one, also out of tuples in tuples."""
    if is_a(value, (tuple, list)):
        for item in value:
            yield from flat(item)
    else:
        yield value


def _slots(value: object) -> Iterator[Slot]:
    """The tensors among what was given to a call."""
    if is_a(value, Slot):
        yield value
    elif type(value) is tuple or type(value) is list:
        for item in value:
            yield from _slots(item)
    elif type(value) is dict:
        yield from _slots(list(value.values()))
    elif type(value) is slice:
        yield from _slots((value.start, value.stop, value.step))


def _is_whole(out: object) -> bool:
    """Is it a tensor of integers or truth values?"""
    return is_a(out, torch.Tensor) and not (out.is_floating_point() or out.is_complex())


def _name(func: object) -> str:
    name = getattr(func, "__name__", "")
    return name if type(name) is str else ""


def _holds_tensors(out: object) -> bool:
    return any(is_a(result, torch.Tensor) for result in flat(out))


def _is_answer(func: object, out: object) -> bool:
    """Is it about shapes and kinds, or a truth value? A number that was a tensor's value may come back unseen."""
    if is_a(out, ANSWERS):
        return True
    if func in torch_api.EXPORTS:
        return False
    return is_a(out, int) or (is_a(out, tuple) and all(is_a(item, int) for item in out))


def _is_torchs_own(func: object) -> bool:
    """Does calling it run torch alone: no custom operator, no function of somebody else's?"""
    if getattr(func, "__name__", "") in UNFOLLOWED or func == GRAD_GETTER:
        return False
    if is_a(func, CALLABLES_IN_C):
        return True
    code = getattr(func, "__code__", None)
    return is_a(func, types.FunctionType) and code is not None and torch_aside.is_torchs_file(code.co_filename)
