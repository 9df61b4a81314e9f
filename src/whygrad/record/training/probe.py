"""Looks at the values of a whole step, forward and backward: where a gradient became zero, nan or infinite.

Only on steps chosen by `schedule.py`. Autograd's nodes get a hook for one pass, which reads and changes nothing.
"""

from __future__ import annotations

import bisect
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import isfinite
from operator import attrgetter

import torch
from torch.autograd.graph import Node

from whygrad.interruptions.errors import hand_on
from whygrad.interruptions.signals import marks_section
from whygrad.ops import canonical
from whygrad.record.live.bounded import MANY_ORIGINS, Bounded
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin, nearest
from whygrad.record.live.pass_graph import PassGraph, with_flags
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, items_of
from whygrad.record.seam.hooked_saves import HookedSaves
from whygrad.record.seam.nodes import leaf_of
from whygrad.record.seam.own_hooks import Remove, put_on_node
from whygrad.record.training.bad_value_sites import (
    Birth,
    can_hide,
    cancelled_at_leaf,
    has_hidden,
    held_beyond,
    nonfinite_result,
    nonfinite_step,
    singular_steps,
    zero_step,
)
from whygrad.record.training.hook_writes import HookWrites
from whygrad.record.training.leaf_sums import LeafSums
from whygrad.record.training.looked_calls import ADDED_UP, LookedCalls
from whygrad.record.training.loss_nodes import ALONG_A_DIMENSION, dimension_of
from whygrad.record.training.post_mortem import birth_behind
from whygrad.record.training.schedule import OfEachLoss, Stages
from whygrad.record.watchers.batches.rows import SampleRows
from whygrad.record.watchers.tensors.constant_normalisation import OfOneElement

CLOCK = attrgetter("clock")
MOST_BIRTHS = 16
MOST_SCALARS = 64
MOST_ROWS = 128
MOST_RESULTS = 4_096
MOST_OF_A_PLACE = 256  # results between two passes whose values are read
MOST_ELEMENTS = 48  # the same, of single elements without a gradient: reading one takes longer than computing it
PLACES = 4_096

Gradients = Sequence[torch.Tensor | None]  # of a node: those that go out, or those that came in
Into = dict[
    Node, list[tuple[Node, int]]
]  # a node -> the others that send it gradients, each with the number of its input


@dataclass
class _Step:
    """One node of autograd's graph in the pass that is looked at."""

    sizes: list[float | None] = field(default_factory=list)  # of the gradient that went out to each input
    zeros: dict[int, Birth] = field(default_factory=dict)  # the inputs to which only zeros went


class Probe:
    """Values of one step; what it found is kept until the next probed pass."""

    def __init__(self, hooked_saves: HookedSaves, hook_writes: HookWrites) -> None:
        self.hooked_saves, self.hook_writes = hooked_saves, hook_writes
        self.stages, self.of_each_loss = Stages(), OfEachLoss()
        self.active = True  # the first pass is always looked at
        self.closely = True  # and so are its values, one by one
        self.is_early = True  # it is one of the first
        self.was_close = False  # those of the latest pass were
        self.left_out = False  # not all that was computed for it was read
        # How often each place was met since the latest pass, by id of its frames, which are kept.
        self._times: Bounded[int, tuple[Frames, int]] = Bounded(PLACES)
        self.worn: Bounded[int, Frames] = Bounded(PLACES)  # those of them of which no more values are read
        self.nonfinite: list[Birth] = []  # where nan or infinity arose, in the order in which it happened
        self.zeros: dict[int, list[Birth]] = {}  # id of a leaf -> where all of its gradient became zero
        self.arrived: dict[int, torch.Tensor] = {}  # id of a leaf with hooks -> the gradient that came to it
        self.loss_was_finite = True
        self.scalars: deque[Origin] = deque(maxlen=MOST_SCALARS)  # of this step: results that may be losses
        self.rows: deque[Origin] = deque(maxlen=MOST_ROWS)  # the same, of one number for each sample
        self.trains = False  # an optimizer was made
        self.results: deque[Origin] = deque(maxlen=MOST_RESULTS)  # with a gradient, of a step whose values are read
        self.of_one = OfOneElement()
        self.samples: SampleRows | None = None  # of a prediction that was the same for all of them
        self.looked = LookedCalls()
        self._leaf_sums = LeafSums()
        self._nodes: list[Node] = []
        self._steps: dict[Node, _Step] = {}
        self._handles: list[Remove] = []
        self._broken = False  # this pass has met something that is not finite

    def look_next(self, active: bool, closely: bool, is_early: bool = False) -> None:
        """Look at the next step so; one that `is_early` is looked at also where something is suspected until then."""
        self.active, self.closely, self.is_early = active, active and closely, is_early
        self.left_out = False
        if self._times:
            self._times.clear()
            self.worn.clear()

    def is_read(self, frames: Frames, most: int = MOST_OF_A_PLACE) -> bool:
        """Are values of this place read? Of a loop with very many the first are, until the next pass."""
        times = self._times.get(id(frames), (frames, 0))[1] + 1
        self._times[id(frames)] = (frames, times)
        if times > most:
            self.left_out = True
            self.worn[id(frames)] = frames
        return times <= most

    def pass_begins(self) -> None:
        if self.is_early and not self.closely:
            self.loss_was_finite = True  # unless somebody finds that it is not

    def step_ended(self) -> None:
        """What was computed for it is the next one's no more."""
        self.scalars.clear()
        self.results.clear()

    def ask_samples(self, samples: SampleRows | None) -> None:
        """Ask each result whether its rows differ; C asks that of none, so it leaves all of them to us."""
        if samples is not self.samples:
            self.samples = samples
            self.looked.closed = samples is not None
            self.looked.clear()

    def suspect(self) -> None:
        """Something is wrong with the gradients of this step: where it arises is found in the next one."""
        self.active = self.closely = self.active or self.is_early

    # -- forward ----------------------------------------------------------------------------------------------------

    def result(self, args: Iterable[object], out: object, origin: Origin | None) -> None:
        """A call returned `out`: did it make nan or infinity of finite values?"""
        if origin is None or not torch_api.is_readable(out):
            return
        shape = tuple(out.shape)
        origin.add(shape=shape)
        if self.samples is not None:
            self.samples.note(out, origin)
        name = getattr(origin.op, "__name__", "")
        if canonical(name) in ALONG_A_DIMENSION and (dimension := dimension_of(out, origin)) is not None:
            origin.add(mark=dimension)
        is_left_to_autograd = False
        if origin.flags & REQUIRES_GRAD:
            self.of_one.result(out, origin, name)
            if not shape:
                self.scalars.append(origin)
            elif canonical(name) in ADDED_UP:
                self.rows.append(origin)
            is_left_to_autograd = not self.closely
            if self.closely and self.trains:
                self.results.append(origin)
            if is_left_to_autograd and not can_hide(name):
                return
        most = MOST_OF_A_PLACE if shape or origin.flags & REQUIRES_GRAD else MOST_ELEMENTS
        if torch.is_grad_enabled() and len(self.nonfinite) < MOST_BIRTHS and self.is_read(origin.frames, most):
            self._read(args, out, origin, is_left_to_autograd)

    def _read(self, args: Iterable[object], out: torch.Tensor, origin: Origin, is_left_to_autograd: bool) -> None:
        """Of what autograd follows, its own graph tells where a bad loss arose, unless it was hidden on the way."""
        if not torch_api.values_may_be_read():
            return
        if not origin.flags & REQUIRES_GRAD and torch_api.all_finite(out):
            return  # mostly; no graph records a sum of what requires no gradient
        with torch_api.unseen():
            if is_left_to_autograd:
                self.closely = has_hidden(origin.op, args)
            elif not torch_api.all_finite(out):
                birth = nonfinite_result(args, out, origin)
                if birth is not None:
                    self.nonfinite.append(birth)

    # -- backward ---------------------------------------------------------------------------------------------------

    def attach(self, tensors: Iterable[object], graph: PassGraph) -> None:
        """Put a hook on every node that this pass will run through.

        Where its values are not looked at one by one, on those that can make nan or infinity of good values.
        """
        self.was_close = False
        self.closely = self.closely or (self.is_early and self.hook_writes.are_expected)
        roots = [t for t in tensors if is_a(t, torch.Tensor)]
        if not torch_api.values_may_be_read() or not all(torch_api.is_readable(t) for t in roots):
            return
        self._broken = False
        if self.closely:
            self._attach_to_all(roots, graph.nodes)
        else:
            watched = singular_steps(graph.nodes)
            # A pass inside of a pass begins before the hooks of the other were taken away.
            self._handles += [put_on_node(node, partial(self._look_at_singular, node)) for node in watched]

    def _attach_to_all(self, roots: list[torch.Tensor], nodes: list[Node]) -> None:
        with torch_api.unseen():
            self.loss_was_finite = all(torch_api.all_finite(t) for t in roots)
        self.zeros, self.arrived, self.was_close = {}, {}, True
        self._nodes = nodes
        self._leaf_sums.begins(nodes)
        for node in nodes:
            if leaf_of(node) is None:
                step = self._steps[node] = _Step()
                self._handles.append(put_on_node(node, partial(self._look_at, node, step)))
        self._handles += self.hook_writes.begins(nodes)

    @marks_section
    def _look_at_singular(self, node: Node, going_out: Gradients, coming_in: Gradients) -> None:
        """The hook of a node that can make nan or infinity, where nothing else of the pass is looked at."""
        try:
            with torch_api.unseen():
                if not self._broken and not all(g is None or isfinite(torch_api.sum_of(g)) for g in going_out):
                    self._look(node, going_out, coming_in)
        except Exception as error:  # a value that cannot be read tells nothing
            hand_on(error)

    def bad_loss(self, tensors: Iterable[object], starts: Iterable[Origin]) -> None:
        """A pass that is not looked at begins with nan or infinity: find afterwards where that arose."""
        birth = birth_behind(tensors, self.hooked_saves.has)
        found = [birth] if birth is not None else []
        find_operations(found, starts)
        # What was seen to arise in values that need no gradient was earlier.
        self.nonfinite, self.loss_was_finite = [*(self.nonfinite if self.active else ()), *found], False

    @marks_section
    def _look_at(self, node: Node, step: _Step, going_out: Gradients, coming_in: Gradients) -> None:
        """The hook of a node. What waits for its end waits for the end of the pass: without us no Python runs there."""
        try:
            with torch_api.unseen():
                step.sizes = [None if g is None else _carried_by(g) for g in going_out]
                if 0.0 in step.sizes:
                    reads = not self.hooked_saves.has(node)
                    zeros = [(n, g) for n, g in enumerate(going_out) if g is not None and step.sizes[n] == 0]
                    step.zeros = {n: zero_step(node, n, g, reads) for n, g in zeros}
                    cancelled = all(g is None or _carried_by(g) == 0 for g in coming_in)
                    for birth in step.zeros.values():
                        birth.cancelled = cancelled
                        birth.held_beyond = held_beyond(node, coming_in[0]) if reads and not cancelled else 0.0
                self._leaf_sums.sent(node, going_out, step.sizes)
                self._note_masked(node, going_out)
                self.hook_writes.sent(node, going_out, coming_in)
                if not self._broken and not all(s is None or isfinite(s) for s in step.sizes):
                    self._look(node, going_out, coming_in)
        except Exception as error:  # a value that cannot be read tells nothing
            hand_on(error)
            step.sizes = []

    def _note_masked(self, node: Node, going_out: Gradients) -> None:
        """What a leaf with hooks gets before the hooks see it: torch adds up what comes from all of its uses."""
        for (following, _), gradient in zip(node.next_functions, going_out, strict=False):
            leaf = leaf_of(following)
            if leaf is None or gradient is None or not items_of(leaf._backward_hooks):
                continue
            if torch_api.is_readable(gradient):
                before = self.arrived.get(id(leaf))
                self.arrived[id(leaf)] = gradient.to_dense().clone() if before is None else before + gradient

    def _look(self, node: Node, going_out: Gradients, coming_in: Gradients) -> None:
        """Something that is not finite goes out: the first such node has made it."""
        if all(torch_api.all_finite(g) for g in coming_in if g is not None):
            bad = next((g for g in going_out if g is not None and not torch_api.all_finite(g)), None)
            if bad is not None and len(self.nonfinite) < MOST_BIRTHS:
                self._broken = True
                self.nonfinite.append(nonfinite_step(node, bad, not self.hooked_saves.has(node)))

    def finish(self, starts: Iterable[Origin]) -> None:
        """The pass is over: find the operations behind the nodes, and let go of everything."""
        if not (self._handles or self._nodes):
            return  # mostly: it was not looked at
        for remove in self._handles:
            remove()
        unplaced = [b for b in self.nonfinite if b.origin is None] if self._handles else []
        self.hook_writes.ends()
        if self._nodes:
            self.zeros = self._zero_gradients()
            unplaced += [b for births in self.zeros.values() for b in births if not b.at_leaf]
        if unplaced:
            find_operations(unplaced, starts)
        self._leaf_sums.ends()
        self._nodes, self._steps, self._handles = [], {}, []

    def _zero_gradients(self) -> dict[int, list[Birth]]:
        into: Into = {}
        for node in self._nodes:
            for number, (following, _) in enumerate(node.next_functions):
                if following is not None:
                    into.setdefault(following, []).append((node, number))
        leaves = [(n, leaf) for n in self._nodes if (leaf := leaf_of(n)) is not None]
        found = {id(leaf): self._behind(node, into) for node, leaf in leaves}
        return {leaf: births for leaf, births in found.items() if births}

    def _behind(self, leaf: Node, into: Into) -> list[Birth]:
        """Where the gradient of a leaf became zero on each way to it; empty where something arrived."""
        if self._leaf_sums.cancel_out(leaf):
            return [cancelled_at_leaf()]
        births: dict[tuple[Node, int], Birth] = {}
        seen, queue = {leaf}, [leaf]
        for at in queue:
            for node, number in into.get(at, ()):
                size = self._size(node, number)
                if size:
                    return []
                if size is not None and self._arrived(node, into):
                    births[node, number] = self._steps[node].zeros[number]
                elif node not in seen:
                    seen.add(node)
                    queue.append(node)
        return list(births.values())

    def _size(self, node: Node, number: int) -> float | None:
        """Of the gradient that went from a node to its input; None where none went, or it is not known."""
        step = self._steps.get(node)
        return step.sizes[number] if step is not None and number < len(step.sizes) else None

    def _arrived(self, node: Node, into: Into) -> bool:
        """Did anything but zeros come to a node? A root starts with something."""
        before = into.get(node, ())
        return not before or any(self._size(other, number) for other, number in before)


def _carried_by(gradient: torch.Tensor) -> float:
    """How much a gradient carries. One without elements is not of zeros: what makes some of it picks nothing."""
    return torch_api.sum_of(gradient) if gradient.numel() else 1.0


def find_operations(births: list[Birth], starts: Iterable[Origin]) -> None:
    """Find each node's operation: autograd numbers its nodes, and an Origin has the count after its own."""
    met = nearest(starts, most=MANY_ORIGINS + 1)
    is_whole = len(met) <= MANY_ORIGINS
    del met[MANY_ORIGINS:]
    made = sorted(with_flags(met, REQUIRES_GRAD, LEAF), key=CLOCK)
    clocks = list(map(CLOCK, made))
    for birth in births:
        at = bisect.bisect_right(clocks, birth.number)
        # An operation that is several of autograd's has the count after its last: one that was not met may lie between.
        is_known = at < len(made) and (is_whole or clocks[at] == birth.number + 1)
        birth.origin = made[at] if is_known else None
