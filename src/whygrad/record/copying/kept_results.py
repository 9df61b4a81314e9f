"""Results of operations that modules keep in attributes, as if they were parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import torch

from whygrad.evidence.modules import KeptResult
from whygrad.record.copying.module_owners import leaves_behind
from whygrad.record.copying.snapshot import Copy
from whygrad.record.live.origin import Origin, made_at
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam import torch_api
from whygrad.record.watchers.modules.unregistered import Hidden


def results_among(recorder: Recorder, hidden: Iterable[Hidden]) -> list[tuple[str, Origin]]:
    """What modules have without having it registered, by name, where it is a result that was made with its module."""
    named = [(name, key) for entry in hidden for name, key in zip(entry.seen.lost, entry.tensors, strict=True)]
    known: dict[int, torch.Tensor] = {}
    if named:
        known = {id(tensor): tensor for ref in recorder.origins.refs() if (tensor := ref()) is not None}
    found = []
    for name, key in named:
        tensor = known.get(key)
        origin = recorder.origins.get(tensor) if tensor is not None else None
        if tensor is not None and origin is not None and torch_api.is_result(tensor) and _is_made_with(origin):
            found.append((name, origin))
    return found


def kept_results(results: Iterable[tuple[str, Origin]], copy: Copy) -> Iterator[KeptResult]:
    """These results, with the leaves behind them."""
    for name, origin in results:
        at, leaves = copy.at(origin), copy.all_at(leaves_behind([origin]))
        if leaves and at is not None:
            yield KeptResult(name, at, leaves)


def _is_made_with(origin: Origin) -> bool:
    if (origin.extra or {}).get("sharded"):
        return False  # it is a parameter, of which a flat one has the values
    return any(getattr(code, "co_name", "") == "__init__" for code in made_at(origin)[::2])
