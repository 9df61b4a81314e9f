"""Values that a pass uses again although steps have changed the parameters they were computed from.

Mostly autograd itself refuses a second pass through them. Where a step of it saves nothing (a cast, a sum, `cat`) it
goes on with values of parameters that are gone: those in the cache of autocast, or computed before the loop.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import torch
from torch.autograd.graph import Node

from whygrad.evidence.of_one_cause.stale_values import StaleValue
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import leaf_of, node_of
from whygrad.record.telling import only_inspected
from whygrad.record.training.bad_value_sites import Birth
from whygrad.record.training.history import Learner
from whygrad.record.training.probe import find_operations
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

# Their results lie in the memory of their input, and change with it.
VIEWS = frozenset({
    "Alias", "AsStrided", "Detach", "Diagonal", "Expand", "Narrow", "Permute", "ReshapeAlias", "Select", "Slice",
    "Split", "SplitWithSizes", "Squeeze", "T", "Transpose", "Unbind", "Unflatten", "Unfold", "Unsqueeze", "View",
    "ViewAs",
    "ViewAsComplex", "ViewAsReal",
})  # fmt: skip
CAST = "ToCopy"


@dataclass
class _Stale:
    """One place at which such a value was made; that of autocast's cache has no frames."""

    frames: Frames
    used: Frames = ()
    passes: int = 0
    steps: int = 0
    learners: dict[int, Learner] = field(default_factory=dict)


class StaleValues(Watcher):
    """Asks at inspected passes whether a node in the graph is older than the latest steps of what it leads to."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[Frames, _Stale] = Bounded(MOST)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected:
            return
        roots = [t for t in event.tensors if is_a(t, torch.Tensor)]
        # A value that has outlived one step alone may be meant to.
        lasted = {h: clock for h in self.recorder.training.followed if (clock := h.progress.lasted) is not None}
        if not lasted or not all(map(torch_api.is_readable, roots)):
            return
        changed = {id(learner.ref()): (h, learner) for h in lasted for learner in h.learners.values()}
        old: list[tuple[Birth, dict[int, Learner], int]] = []
        for node in _frontier(roots, event.graph.nodes, max(lasted.values())):
            leaves = [leaf for n in breadth_first([node], _inner) if (leaf := leaf_of(n)) is not None]
            known = [changed[id(leaf)] for leaf in leaves if id(leaf) in changed]
            since = [h for h, _ in known if lasted[h] > node._sequence_nr()]
            if since and len(old) < MOST:
                birth = Birth("stale", False, node.name(), node._sequence_nr())
                learners = {id(learner): learner for h, learner in known if h in since}
                old.append((birth, learners, max(h.steps for h in since)))
        if old:
            self._note(old, event, max(lasted.values()))

    def _note(self, old: list[tuple[Birth, dict[int, Learner], int]], event: PassBegan, clock: int) -> None:
        find_operations([birth for birth, _, _ in old], event.known)
        met: set[Frames] = set()
        devices = {t.device.type for t in event.tensors if is_a(t, torch.Tensor)}
        casts = torch.is_autocast_cache_enabled() and any(map(torch_api.autocast_in_force, devices))
        for birth, learners, steps in old:
            frames = _made(birth, clock, casts)
            if frames is None:
                continue
            stale = self._found.setdefault(frames, _Stale(frames))
            stale.passes += frames not in met
            met.add(frames)
            stale.used, stale.steps = self.recorder.stack.capture(event.frame), max(stale.steps, steps)
            stale.learners |= learners

    def of_run(self, copy: Copy) -> Iterator[StaleValue]:
        for stale in self._found.values():
            names = tuple(learner.name for learner in stale.learners.values() if learner.name)
            used = copy.chain(stale.used)
            yield StaleValue(copy.chain(stale.frames), used, stale.passes, stale.steps, names, len(stale.learners))


def _made(birth: Birth, clock: int, casts: bool) -> Frames | None:
    """Where the value was made: nowhere in the program where autocast keeps its casts; None where it is not known."""
    origin: Origin | None = birth.origin
    if origin is not None and origin.clock <= clock:
        return origin.frames
    return () if casts and _kind(birth.node) == CAST else None


def _frontier(roots: list[torch.Tensor], nodes: list[Node], clock: int) -> Iterator[Node]:
    """The nodes older than this that newer ones, or views, lead to; those of leaves, and views, are none themselves."""
    starts = {node_of(t) for t in roots}
    if all(n._sequence_nr() >= clock for n in nodes):
        return  # mostly; that of a leaf has the greatest number
    newer = [n for n in nodes if n._sequence_nr() >= clock or _kind(n.name()) in VIEWS]
    ahead = starts | {following for n in newer for following, _ in n.next_functions}
    for node in nodes:
        if node in ahead and node._sequence_nr() < clock and leaf_of(node) is None and _kind(node.name()) not in VIEWS:
            yield node


def _inner(node: Node) -> list[Node]:
    return [following for following, _ in node.next_functions if following is not None]


@lru_cache(maxsize=1_024)
def _kind(name: str) -> str:
    return re.sub(r"Backward\d*$", "", name)
