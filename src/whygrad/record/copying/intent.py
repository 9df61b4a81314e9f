"""What of a look tells of things that were meant to learn and cannot, as plain facts."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import torch

from whygrad.record.copying.module_owners import Owners
from whygrad.record.copying.snapshot import Snapshot
from whygrad.record.live.origin import Origin
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam.as_is import attribute_of, is_a, items_of
from whygrad.record.seam.holdings import modules_in, parameters_in
from whygrad.record.training.history import History
from whygrad.record.watchers.modules.untrained_tensors import random_attributes
from whygrad.record.watchers.tensors.storage_aliases import shadows_of, taken_from_data

Index = Callable[[Origin], int | None]


def facts_of_intent(
    recorder: Recorder, history: History, owners: Owners, snapshot: Snapshot, index: Index
) -> dict[str, Any]:
    """Of frozen parameters, random tensors in modules, values that were put somewhere, and aliases of parameters."""
    return {
        "frozen": [
            {
                "leaf": index(f.origin),
                "how": f.how,
                "names": f.names,
                "name": f.name,
                "held": f.held,
                "before": _places(snapshot, f.frames),
                "probe": _places(snapshot, f.probed),
            }
            for f in history.frozen
        ],
        "random": [
            {"leaf": index(o), "name": name, "buffer": is_buffer}
            for o, name, is_buffer in random_attributes(recorder, owners)
        ],
        "puts": _puts(recorder, snapshot, index),
        "hooked": _hooked(recorder, owners, snapshot),
        "wrappers": list(_wrappers(recorder, owners, index)),
        "shadows": [
            {"name": s.learner.name, "made": _places(snapshot, s.made), "written": _places(snapshot, s.written)}
            for s in shadows_of(history.learners.values(), recorder.origins.refs())
        ],
        "taken": [
            {"leaf": index(learner.origin), "name": learner.name, "data": snapshot.names.get(id(data), "")}
            for learner, data in taken_from_data(history.learners.values(), recorder.origins.refs(), recorder.roots)
        ],
    }


def flag_fact(flag: dict[str, Any], held: set[int], snapshot: Snapshot, recorder: Recorder) -> dict[str, Any]:
    """The flag with the program's files: who set it was not seen."""
    own, loaded = recorder.stack.ownership, [attribute_of(m, "__file__") for m in list(sys.modules.values())]
    files = [file for file in loaded if is_a(file, str) and own[file]]
    lost = [snapshot.names[i] for i in flag["ids"] & held if i in snapshot.names]
    return {**flag, "lost": lost, "ids": None, "files": files}


def _puts(recorder: Recorder, snapshot: Snapshot, index: Index) -> list[dict[str, Any]]:
    """Values that were put into leaves, or into copies that are gone, with the leaves that they came from."""
    found = []
    copies = [(frames, into, sources) for frames, (into, sources) in recorder.puts.copies.items()]
    for frames, into, sources in [*copies, *((f, None, s) for f, s in recorder.puts.dropped.items())]:
        leaf = into() if into is not None else None
        leaves = [i for ref in sources if (o := ref()) is not None and (i := index(o)) is not None]
        if leaves and (into is None or leaf is not None):
            at = index(leaf) if leaf is not None else None
            found.append({"into": at, "dropped": into is None, "from": leaves, "chain": _places(snapshot, frames)})
    return found


def _wrappers(recorder: Recorder, owners: Owners, index: Index) -> Iterator[dict[str, Any]]:
    """Models that stand around a part of another one: what is their own, and what they share."""

    def known(tensors: Iterable[torch.Tensor]) -> list[int]:
        origins = [o for t in tensors if (o := recorder.origins.get(t)) is not None]
        return [i for o in origins if (i := index(o)) is not None]

    for _, root in owners.roots:
        shared = [p for p in parameters_in(root) if owners.models_that_share(p)]
        own = [p for p in parameters_in(root) if not owners.models_that_share(p)] if shared else []
        if own:
            part = next(name for name, model in owners.models_that_share(shared[0]) if model is not root)
            yield {"own": known(own), "shared": known(shared), "part": part}


def _hooked(recorder: Recorder, owners: Owners, snapshot: Snapshot) -> list[dict[str, Any]]:
    """The modules that have forward hooks, and the lines that have put them there."""
    lines: dict[int, list[Any]] = {}
    for ref, frames in recorder.hooking.on_modules:
        lines.setdefault(id(ref()), []).append(frames)
    named = [(f"{path}.{inner}" if inner else path, m) for path, r in owners.roots for inner, m in modules_in(r)]
    return [
        {"name": name, "lines": [_places(snapshot, frames) for frames in lines[id(module)]]}
        for name, module in (named if lines else ())
        if id(module) in lines and items_of(attribute_of(module, "_forward_hooks"))
    ]


def _places(snapshot: Snapshot, frames: Any) -> list[dict[str, Any]]:
    return [dataclasses.asdict(place) for place in snapshot.chain_of(frames)]
