"""Every call of torch that is private or differs between versions (2.4 and newer), in this one file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache, partial
from types import CodeType, FrameType

import torch
import torch.autograd
import torch.autograd.grad_mode
import torch.autograd.graph
import torch.overrides
import torch.utils.checkpoint
from torch.autograd.graph import GradientEdge, Node

from whygrad.evidence.passes import BrokenSave
from whygrad.evidence.torch_texts import OVERWRITTEN
from whygrad.interruptions.errors import hand_on
from whygrad.ops import MOST_ACTS, canonical, is_of_torch
from whygrad.record.seam import private_names
from whygrad.record.seam.as_is import attribute_of, class_name, code_of, is_a
from whygrad.record.seam.few_values import all_finite as all_finite
from whygrad.record.seam.few_values import any_nonzero as any_nonzero
from whygrad.record.seam.few_values import is_readable as is_readable
from whygrad.record.seam.few_values import sample as sample
from whygrad.record.seam.few_values import size_of as size_of
from whygrad.record.seam.few_values import spread as spread
from whygrad.record.seam.few_values import sum_of as sum_of
from whygrad.record.seam.few_values import values_in as values_in
from whygrad.record.seam.nodes import node_of

TORCH_FOLDER = os.path.dirname(torch.__file__)
OVERRIDES_FILE = torch.overrides.__file__
CONTEXT_FILE = private_names.CONTEXT_FILE
GRAD_MODE_FILE = torch.autograd.grad_mode.__file__
CLIPPING_FILE = torch.nn.utils.clip_grad.__file__
CHECKPOINT_FILE = torch.utils.checkpoint.__file__

set_grad_enabled_function = private_names.set_grad_enabled
sequence_number = private_names.sequence_number
untold = private_names.untold

# Of the class they are descriptors, which torch's annotations do not tell.
DATA_GETTER: Callable[[torch.Tensor], torch.Tensor] = torch.Tensor.data.__get__  # type: ignore[attr-defined]
GRADIENT_GETTER: Callable[[torch.Tensor], torch.Tensor | None] = torch.Tensor.grad.__get__  # type: ignore[union-attr]

UNINITIALIZED = (torch.nn.UninitializedParameter, torch.nn.UninitializedBuffer)
NOT_REQUIRING_GRAD = "does not require grad and does not have a grad_fn"
EXPORTS = tuple(
    getattr(torch.Tensor, name)
    for name in (
        "item",
        "tolist",
        "numpy",
        "__array__",
        "__float__",
        "__int__",
        "__index__",
        "__complex__",
        "__format__",
    )
    if hasattr(torch.Tensor, name)
)
DATA_GETTER_KIND = type(DATA_GETTER)
NAMED_ELSEWHERE = ("", "__get__", "__set__")  # the function alone does not tell what it is about
BRANCHES = (torch.Tensor.__bool__, torch.equal, torch.Tensor.equal, torch.allclose, torch.Tensor.allclose)


def name_of(function: object) -> str:
    """The name under which users know a torch function: `torch.Tensor.detach`, `torch.nn.functional.linear`."""
    if is_a(function, str):
        return function
    if type(function) is partial:  # around an object of the program's, see mode.py
        return class_name(function.func)
    known = private_names.resolve_name(function)
    if known:
        return known.removesuffix(".__get__")
    return str(getattr(function, "__name__", class_name(function)))


def is_data_getter(function: object) -> bool:
    """Does it read `.data`? Each reading makes a function of its own, which is equal to all others."""
    return type(function) is DATA_GETTER_KIND and function == DATA_GETTER


def gives_gradient(function: object) -> bool:
    """Does it read `.grad`, or compute a gradient?"""
    return function is torch.autograd.grad or (type(function) is DATA_GETTER_KIND and function == GRADIENT_GETTER)


def is_listed(function: object) -> bool:
    """Does torch list it among the functions that a mode sees?"""
    return private_names.resolve_name(function) is not None


def short_name_of(function: object) -> str:
    """The last part of `name_of`, without looking it up where the function itself tells it."""
    name: str = getattr(function, "__name__", "")
    return name_of(function).rpartition(".")[2] if name in NAMED_ELSEWHERE else name


class _ShortActs(dict[object, str]):
    def __missing__(self, function: object) -> str:
        act = canonical(short_name_of(function))
        if len(self) < MOST_ACTS and is_of_torch(function):
            self[function] = act
        return act


# As `act_of`, which knows nothing of what the getter of an attribute reads.
short_act_of: Callable[[object], str] = _ShortActs().__getitem__


def is_in_place(function: object) -> bool:
    return names_a_write(getattr(function, "__name__", ""))


@lru_cache(maxsize=4_096)
def names_a_write(name: str) -> bool:
    if name.startswith("__i") and name.endswith("__"):
        return name not in ("__index__", "__int__", "__invert__")
    return name.endswith("_") and not name.endswith("__")


def requires_grad(tensor: torch.Tensor) -> bool:
    """As autograd sees it; a view made under `no_grad` of a base that was written since refuses to be asked."""
    try:
        return tensor.requires_grad
    except RuntimeError as error:
        hand_on(error)
        return False


def is_parameter(value: object) -> bool:
    """As `isinstance(value, torch.nn.Parameter)`: tensors of a subclass are parameters by a mark that they have."""
    return is_a(value, torch.nn.Parameter) or (is_a(value, torch.Tensor) and attribute_of(value, "_is_param") is True)


def is_traced() -> bool:
    """Does `torch.jit.trace` watch? It warns where sizes, which are tensors to it, are compared."""
    return private_names.tracing_state() is not None


def is_result(tensor: torch.Tensor) -> bool:
    """Has autograd recorded what it was computed from?"""
    return requires_grad(tensor) and node_of(tensor) is not None


def is_learning_leaf(tensor: torch.Tensor) -> bool:
    """A leaf that gets gradients."""
    try:
        return tensor.requires_grad and tensor.is_leaf
    except RuntimeError as error:
        hand_on(error)
        return False


def view_base(tensor: torch.Tensor) -> torch.Tensor | None:
    """The tensor that `tensor` is a view of, as far as autograd knows."""
    if tensor.is_inference():
        return None
    return tensor._base


def broken_saves(
    tensors: Iterable[torch.Tensor], is_hooked: Callable[[Node], bool], most: int = 20_000
) -> list[BrokenSave]:
    """The nodes of autograd's graph whose saved values are gone.

    What the failing pass itself had run through is freed by then, so what was modified comes first.
    Reading a saved value makes torch check it, so it tells which operation suffers; nothing is changed by reading.
    """
    found: list[BrokenSave] = []
    seen: set[Node] = set()
    queue = [t.grad_fn for t in tensors if is_result(t)]
    for node in queue:
        if node is None or node in seen or len(seen) > most:
            continue
        seen.add(node)
        for name in dir(node) if not is_hooked(node) else ():
            if name.startswith("_saved_") or name == "saved_tensors":
                try:
                    getattr(node, name)
                except RuntimeError as error:
                    hand_on(error)
                    modified = OVERWRITTEN in str(error)
                    saved = name.removeprefix("_saved_")
                    found.append(BrokenSave(node._sequence_nr(), node.name(), saved, modified))
                except Exception as error:  # a custom Function's own attribute
                    hand_on(error)
                    continue
        queue.extend(following for following, _ in node.next_functions)
    return sorted(found, key=lambda save: not save.modified)


def grad_mode_context(frame: FrameType | None) -> tuple[int, bool, FrameType | None, CodeType | None]:
    """Who called `_set_grad_enabled`: (identity of the context manager, is it leaving, the frame outside, decorated).

    `decorated` is the code of the function that the context manager decorates.
    """
    identity, leaving, manager = 0, False, None
    while frame is not None and frame.f_code.co_filename == GRAD_MODE_FILE:
        manager, frame = frame, frame.f_back
    if manager is not None:
        identity = id(manager.f_locals.get("self"))
        # `set_grad_enabled(...)` as a decorator takes back in `__call__` what its constructor switched.
        leaving = manager.f_code.co_name in ("__exit__", "__call__")
    decorated = None
    while frame is not None and frame.f_code.co_filename == CONTEXT_FILE:
        decorated = code_of(frame.f_locals.get("func")) or decorated
        frame = frame.f_back
    return identity, leaving, frame, decorated


def grad_enabled() -> bool:
    return torch.is_grad_enabled()


def name_in(frame: FrameType, value: torch.Tensor) -> str:
    """What `torch.jit.trace` calls a value that this frame has a variable for."""
    names = (name for name, variable in frame.f_locals.items() if variable is value)
    return next(("" if name == "self" else name for name in names), "")


def has_function_modes() -> bool:
    return bool(private_names.stack_depth())


def has_dispatch_modes() -> bool:
    """Those of tracers that work before autograd have a stack of their own."""
    return bool(private_names.dispatch_depth() or private_names.is_dispatched_early())


class unseen:  # reads as a statement: `with unseen():`
    """What we compute ourselves: no function mode sees it, no graph records it."""

    __slots__ = ("_disabled", "_enabled")

    def __enter__(self) -> None:
        self._enabled = torch.is_grad_enabled()
        self._disabled = untold()
        self._disabled.__enter__()
        set_grad_enabled_function(False)

    def __exit__(self, *_: object) -> None:
        set_grad_enabled_function(self._enabled)
        self._disabled.__exit__(None, None, None)


# Asked several times a step, without a frame of Python's for each. Asking functorch for its stack would make one, which
# every later backward pass copies at each of its nodes.
_WATCHING: tuple[Callable[[], object], ...] = (
    private_names.dispatch_depth,
    private_names.is_dispatched_early,
    private_names.is_transforming,
    torch.is_inference_mode_enabled,
    private_names.is_profiled,
    torch.compiler.is_compiling,
    private_names.tracing_state,
)
COMPILED_BACKWARD = "torch._dynamo.compiled_autograd"  # the module is there only where the compiler is
# Is any of these questions answered with something true? Set where it was compiled.
any_in_c: Callable[[tuple[Callable[[], object], ...]], bool] | None = None


def values_may_be_read() -> bool:
    """Would reading values disturb nobody: no dispatch mode that counts, no transform, tracing or capture?"""
    is_watched = any(ask() for ask in _WATCHING) if any_in_c is None else any_in_c(_WATCHING)
    if is_watched or (COMPILED_BACKWARD in sys.modules and _backward_is_compiled()):
        return False
    if not torch.cuda.is_initialized():
        return True
    # A program that asks to be told of every wait for the device must not meet ours.
    return not torch.cuda.is_current_stream_capturing() and not torch.cuda.get_sync_debug_mode()


def _backward_is_compiled() -> bool:
    """Are hooks made part of a compiled backward pass?"""
    return bool(getattr(sys.modules.get(COMPILED_BACKWARD), "compiled_autograd_enabled", False))


# -- values kept for derivatives ------------------------------------------------------------------------------------


def version_of(tensor: torch.Tensor) -> int:
    """How often torch counted a write to the tensor; inference tensors are not counted."""
    try:
        # Torch raises where it counts none, which takes a hundred times as long as asking first.
        return -1 if tensor.is_inference() else tensor._version
    except RuntimeError as error:
        hand_on(error)
        return -1


def storage_key(tensor: torch.Tensor) -> int:
    """The identity of the tensor's storage, its own for as long as somebody holds the storage."""
    return tensor.untyped_storage()._cdata


def storage_bytes(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage().nbytes()


def is_plain(tensor: torch.Tensor) -> bool:
    """A strided tensor of numbers in memory: no subclass with a meaning of its own, no sparse, nested or fake one."""
    return (
        (type(tensor) is torch.Tensor or type(tensor) is torch.nn.Parameter)
        and tensor.layout is torch.strided
        and not (tensor.is_meta or tensor.is_quantized or tensor.is_nested or private_names.is_transformed(tensor))
        and private_names.has_storage(tensor)  # one that stands for several, as `is_grads_batched` makes them, has none
    )


@contextmanager
def plain() -> Iterator[None]:
    """Run torch as if nobody recorded and no mode were in force."""
    with untold(), torch.no_grad(), _uncounted():
        yield


def _uncounted() -> AbstractContextManager[object]:
    """No counter, tracer or profiler sees what runs inside; keeping it from them is slow, where there are any."""
    if has_dispatch_modes():
        return private_names.without_dispatch_modes()
    return _unprofiled() if private_names.is_profiled() else nullcontext()


@contextmanager
def _unprofiled() -> Iterator[None]:
    private_names.have_profiled(False)
    try:
        yield
    finally:
        private_names.have_profiled(True)


@contextmanager
def differentiating() -> Iterator[None]:
    """Gradients on, whatever the program has switched; nobody records."""
    with untold(), torch.inference_mode(False), torch.enable_grad():
        yield


def autocast_in_force(device_type: str) -> tuple[str, torch.dtype] | None:
    """(device type, dtype) where autocast is on for this kind of device."""
    try:
        is_on = torch.is_autocast_enabled(device_type)
    except RuntimeError as error:  # a device that knows no autocast
        hand_on(error)
        is_on = False
    return (device_type, torch.get_autocast_dtype(device_type)) if is_on else None


def random_states(tensors: Iterable[torch.Tensor]) -> list[tuple[int | None, torch.Tensor]]:
    """The states of the generators that a call on these tensors may draw from."""
    states: list[tuple[int | None, torch.Tensor]] = [(None, torch.get_rng_state())]
    for index in {t.device.index for t in tensors if t.device.type == "cuda"}:
        states.append((index, torch.cuda.get_rng_state(index)))
    return states


@contextmanager
def random_states_set(states: list[tuple[int | None, torch.Tensor]]) -> Iterator[None]:
    """Draw as it was drawn then; the program's own states come back."""
    before = [(at, torch.get_rng_state() if at is None else torch.cuda.get_rng_state(at)) for at, _ in states]
    _set_random_states(states)
    try:
        yield
    finally:
        _set_random_states(before)


def _set_random_states(states: list[tuple[int | None, torch.Tensor]]) -> None:
    for at, state in states:
        if at is None:
            torch.set_rng_state(state)
        else:
            torch.cuda.set_rng_state(state, at)


def edge_of(node: Node, number: int) -> GradientEdge:
    """What `torch.autograd.grad` takes as an input for the `number`th result of a node of autograd's graph."""
    edge: Callable[..., GradientEdge] = GradientEdge
    return edge(*(node, number, None)[: len(GradientEdge._fields)])  # newer versions have a third, which may be empty
