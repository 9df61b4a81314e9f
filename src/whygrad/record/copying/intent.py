"""What of a look tells of things that were meant to learn and cannot."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.evidence import Evidence
from whygrad.evidence.modules import HookedModule, LookalikeFlag, RandomTensor, WrappedPart
from whygrad.evidence.tensors import LeafFilled, ShadowOfParameter, TakenMemory
from whygrad.record.copying.module_owners import Owners
from whygrad.record.copying.own_modules import LOADED
from whygrad.record.copying.snapshot import Copy
from whygrad.record.live.origin import Frames
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam.as_is import attribute_of, items_of
from whygrad.record.seam.holdings import modules_in
from whygrad.record.training.history import History
from whygrad.record.watchers.modules.untrained_tensors import random_attributes
from whygrad.record.watchers.tensors.storage_aliases import shadows_of, taken_from_data
from whygrad.source.owner import Ownership


def evidence_of_intent(recorder: Recorder, history: History, owners: Owners, copy: Copy) -> Iterator[Evidence]:
    """Of random tensors in modules, values that were put somewhere, hooks, and aliases of parameters."""
    for origin, name, is_buffer in random_attributes(recorder, owners):
        yield RandomTensor(copy.at(origin), name, is_buffer)
    yield from _filled_leaves(recorder, copy)
    yield from _hooked_modules(recorder, owners, copy)
    yield from _wrapped_parts(recorder, owners, copy)
    learners = history.learners.values()
    for shadow in shadows_of(learners, recorder.origins.refs()):
        yield ShadowOfParameter(shadow.learner.name, copy.chain(shadow.made), copy.chain(shadow.written))
    for learner, data in taken_from_data(learners, recorder.origins.refs(), recorder.run.roots):
        yield TakenMemory(copy.at(learner.origin), learner.name, copy.name(data))


def lookalike_flags(
    owners: Owners, held: set[int], names: dict[int, str], ownership: Ownership
) -> Iterator[LookalikeFlag]:
    """Those that contradict what optimizers hold, with the program's files: who set them was not seen."""
    flags = [flag for flag in owners.flags if flag.against & held]
    files = tuple(file for file in LOADED.files() if ownership[file]) if flags else ()
    for flag in flags:
        lost = tuple(sorted(names[i] for i in flag.against & held if i in names))
        yield LookalikeFlag(flag.on, flag.attribute, flag.value, flag.kind, lost, files)


def _filled_leaves(recorder: Recorder, copy: Copy) -> Iterator[LeafFilled]:
    """Values that were put into leaves, or into copies that are gone, with the leaves that they came from."""
    for frames, (into, sources) in recorder.watching.tensors.copied_values.copies.items():
        leaf = into()
        leaves = copy.all_at(o for ref in sources if (o := ref()) is not None)
        if leaves and leaf is not None:
            yield LeafFilled(copy.at(leaf), False, leaves, copy.chain(frames))
    for frames, sources in recorder.watching.tensors.copied_values.dropped.items():
        leaves = copy.all_at(o for ref in sources if (o := ref()) is not None)
        if leaves:
            yield LeafFilled(None, True, leaves, copy.chain(frames))


def _wrapped_parts(recorder: Recorder, owners: Owners, copy: Copy) -> Iterator[WrappedPart]:
    """Models that stand around a part of another one: what is their own, and what they share."""
    origin_of = recorder.origins.get
    for _, root in owners.roots:
        shared = [p for p in owners.parameters_of(root) if owners.models_that_share(p)]
        own = [p for p in owners.parameters_of(root) if not owners.models_that_share(p)] if shared else []
        if own:
            part = next(name for name, model in owners.models_that_share(shared[0]) if model is not root)
            known = [copy.all_at(o for p in some if (o := origin_of(p)) is not None) for some in (own, shared)]
            yield WrappedPart(known[0], known[1], part)


def _hooked_modules(recorder: Recorder, owners: Owners, copy: Copy) -> Iterator[HookedModule]:
    """The modules that have forward hooks, and the lines that have put them there."""
    lines: dict[int, list[Frames]] = {}
    for ref, frames in recorder.watching.functions.hooking.on_modules:
        lines.setdefault(id(ref()), []).append(frames)
    if not lines:
        return
    named = [(f"{path}.{inner}" if inner else path, m) for path, r in owners.roots for inner, m in modules_in(r)]
    for name, module in named:
        if id(module) in lines and items_of(attribute_of(module, "_forward_hooks")):
            yield HookedModule(name, tuple(copy.chain(frames) for frames in lines[id(module)]))
