"""Computing beside the program: in a thread without its state, by autograd's engine itself, within given bytes."""

from __future__ import annotations

import _thread
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, TypeVar

import torch

from whygrad.record.seam import private_names
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.torch_api import TORCH_FOLDER

if TYPE_CHECKING:
    from torch._ops import OpOverload

T = TypeVar("T")


def is_torchs_file(name: str) -> bool:
    return name.startswith(TORCH_FOLDER + os.sep)


def gradients(
    outputs: list[torch.Tensor],
    inputs: Sequence[object],
    weights: Sequence[torch.Tensor | None],
    has_graph: bool = False,
) -> Sequence[torch.Tensor | None]:
    """As `torch.autograd.grad`, keeping the graph, by the engine itself: it is no pass of the program's."""
    assert private_names.engine is not None
    return private_names.engine.run_backward(
        tuple(outputs), tuple(weights), True, has_graph, tuple(inputs), allow_unreachable=True, accumulate_grad=False
    )


def aside(act: Callable[[], T]) -> T:
    """Do it in a thread that has nothing of this one's: no modes, no hooks, no profiler, its own count of nodes."""
    outcome: list[T] = []
    failed: list[BaseException] = []
    done = _thread.allocate_lock()
    done.acquire()
    stream = torch.cuda.current_stream() if torch.cuda.is_initialized() else None

    def run() -> None:
        try:
            with torch.cuda.stream(stream), keeping_copies():
                outcome.append(act())
        except BaseException as error:
            failed.append(error)
        finally:
            done.release()

    _thread.start_new_thread(run, ())
    done.acquire()
    if failed:
        raise failed.pop()  # under no name: its traceback would hold this frame, and all of the program's around it
    return outcome.pop()


def keeping_copies() -> AbstractContextManager[object]:
    """Autograd keeps copies of what it saves, so that the saved may be written over."""
    return torch.autograd.graph.saved_tensors_hooks(lambda saved: saved.detach().clone(), lambda kept: kept)


class Refused(Exception):
    """An operation that is not to be computed again."""


class Sizing(private_names.DispatchMode):  # type: ignore[misc]
    """Counts the bytes of all results in double, on tensors without memory, up to `most`.

    Operations that are random, or not torch's own, are refused before they run.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._left = most

    def __torch_dispatch__(
        self, func: OpOverload, _: object, args: tuple[object, ...] = (), kwargs: Mapping[str, object] | None = None
    ) -> object:
        if func.namespace != "aten" or torch.Tag.nondeterministic_seeded in func.tags:
            raise Refused(func)
        kwargs = kwargs or {}
        if any(argument.name == "device" for argument in func._schema.arguments):
            kwargs = {**kwargs, "device": "meta"}
        out = func(*args, **kwargs)
        results = out if is_a(out, (tuple, list)) else (out,)
        self._left -= sum(8 * result.numel() for result in results if is_a(result, torch.Tensor))
        if self._left < 0:
            raise Refused(func)
        return out
