"""Errors about the kind of a value (its dtype, its layout): what went into the call, and of which kind all that is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import CodeType

import torch

from whygrad.evidence.traits import ResultTypes, SparseGradients
from whygrad.record.copying.snapshot import Copy, Snapshot, Spot
from whygrad.record.live.bounded import MOST_NODES
from whygrad.record.live.origin import REQUIRES_GRAD, Origin, parents_of
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam.as_is import class_name, is_a, signature_of, text_of
from whygrad.record.seam.holdings import parameters_of
from whygrad.record.seam.nodes import dtype_of_result, gradient_of, graph_nodes
from whygrad.recording import QueryKind, Recording
from whygrad.walk import breadth_first

# Torch's words, where the kind of a value is what it refuses.
OF_KIND = re.compile(
    r"\bdtypes?\b|scalar types?\b|of floating point|real scalar outputs|Input type \(|desired output type",
    re.IGNORECASE,
)
SPARSE = ("does not support sparse gradients", "SparseAdam does not support dense gradients")
FAR_BEHIND = 20_000  # Origins, where a pass has failed
TENSORS = 4  # of the arguments of one call


def is_about_a_kind(error: BaseException) -> bool:
    return bool(OF_KIND.search(text_of(error).partition("\n")[0]))


def given_to_torch(recorder: Recorder, spots: list[Spot]) -> list[torch.Tensor]:
    """The tensors that the program handed to the function of a library's that it called when the error was raised."""
    own = [at for at, (frame, _) in enumerate(spots) if recorder.stack.ownership[frame.f_code.co_filename]]
    for frame, _ in spots[max(own, default=-1) + 1 :]:
        values = (frame.f_locals.get(name) for name in _arguments(frame.f_code))
        tensors = [value for value in values if is_a(value, torch.Tensor)]
        if tensors:
            return tensors[:TENSORS]
    return []


def _arguments(code: CodeType) -> tuple[str, ...]:
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def result_types(recorder: Recorder, error: BaseException, roots: list[Origin], copy: Copy) -> Iterator[ResultTypes]:
    """Of an error about a kind the dtypes of what requires a gradient behind the roots.

    Those of living tensors are read; those of others autograd's own graph tells.
    """
    if not is_about_a_kind(error):
        return
    living = {id(ref.origin): tensor for ref in recorder.origins.refs() if (tensor := ref()) is not None}
    behind = list(breadth_first(roots, parents_of, FAR_BEHIND))
    starts = [tensor for origin in behind if (tensor := living.get(id(origin))) is not None]
    steps = {node._sequence_nr(): dtype_of_result(node) for node in graph_nodes(starts, MOST_NODES)}
    found: list[tuple[int, str]] = []
    for origin in behind:
        at = copy.at(origin) if origin.flags & REQUIRES_GRAD else None
        tensor = living.get(id(origin))
        dtype = tensor.dtype if tensor is not None else steps.get(origin.clock - 1)
        if at is not None and dtype is not None:
            found.append((at, str(dtype).removeprefix("torch.")))
    if found:
        yield ResultTypes(tuple(sorted(found)))


def sparse_gradients(recorder: Recorder, error: BaseException, spots: list[Spot]) -> Recording | None:
    """The question which parameters have the gradients that an optimizer cannot use, and what made them so."""
    if not any(text in text_of(error) for text in SPARSE):
        return None
    running = (frame.f_locals.get("self") for frame, _ in reversed(spots))
    optimizer = next((o for o in running if is_a(o, torch.optim.Optimizer)), None)
    if optimizer is None:
        return None
    wants_sparse = is_a(optimizer, torch.optim.SparseAdam)
    held = [p for p in parameters_of(optimizer) if (g := gradient_of(p)) is not None and g.is_sparse != wants_sparse]
    snapshot = Snapshot(recorder, spots)
    origins = [recorder.origin_of(p, spots[-1][0]) for p in held]
    made = snapshot.chain_of(recorder.run.optimizers.get(optimizer, ()))
    return snapshot.take(
        QueryKind.ERROR,
        [],
        origins,
        error=signature_of(error),
        evidence=lambda copy: [SparseGradients(copy.all_at(origins), class_name(optimizer), made)],
    )
