"""Sums that keep every graph they ever added: `total += loss`, step after step."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator
from itertools import islice
from types import FrameType

from whygrad.evidence.passes import Keeper
from whygrad.ops import act_of
from whygrad.record.copying.who_keeps import keeper_of
from whygrad.record.live.bounded import MOST, Bounded, BoundedSet
from whygrad.record.live.origin import (
    LEAF,
    REQUIRES_GRAD,
    Frames,
    Origin,
    OwnRef,
    TensorRef,
    behind,
    comes_from,
    learning_parents,
)
from whygrad.record.seam.torch_api import sequence_number
from whygrad.record.training.schedule import OfEachLoss
from whygrad.source.owner import Ownership
from whygrad.walk import breadth_first, levels

LONG = 4  # so many additions of one line are a loop
COUNTED = 256
RECURRENT = 64  # so many steps of a recurrence that nobody goes back through
MANY = 16  # so many results of one line that live on are a list that grows
PASSES = 8  # and so many passes must have left them alone
NEAR = 3  # how far behind an exported value the sum is looked for
LINES = 1_024  # that run backward, and are known to
SPARE_WALKS = 64  # passes of other lines that are followed to what is kept
MOST_ADDED = 5_000  # operations behind one value that is added


class RetainedGraphs:
    """Sums that were met and through which no backward pass has gone."""

    def __init__(self, roots: Iterable[Origin], ownership: Ownership) -> None:
        self._roots = roots  # of the latest backward passes
        self._ownership = ownership
        self.since = 0  # autograd's count of operations: what was made before is of another stretch of the run
        self.keepers: Bounded[Frames, Keeper | None] = Bounded(MOST)  # place -> what keeps its results
        self._goes_backward: BoundedSet[Frames] = BoundedSet(LINES)
        self._met: Bounded[Frames, tuple[weakref.ref[Origin], int]] = Bounded(MOST)
        self._recurrences: Bounded[Frames, weakref.ref[Origin]] = Bounded(MOST)
        self.kept: Bounded[Frames, int] = Bounded(MOST)  # place -> how many of its results live on with their graphs
        self._oldest: Bounded[Frames, tuple[OwnRef, weakref.ref[Origin]]] = Bounded(MOST)  # of those results
        self._bounds: Bounded[Frames, int] = Bounded(MOST)  # how many there were where the oldest has been let go
        self._left_alone: BoundedSet[Frames] = BoundedSet(LINES)  # the passes that did not use them
        self._spare_walks = SPARE_WALKS
        self.found: Bounded[Frames, int] = Bounded(MOST)  # place -> how many graphs it kept
        self._lines = OfEachLoss()  # that run backward, as long as nothing was found

    def begin_anew(self) -> None:
        """What was found so far is told no more, and what lives on from before does not grow."""
        self.since = sequence_number()
        for found in (self.kept, self.found, self.keepers):
            found.clear()

    def met(self, origin: Origin) -> None:
        """A value that requires a gradient was exported, or lives on from step to step."""
        queue = [(origin, 0)]
        for at, depth in queue:
            if not at.flags & REQUIRES_GRAD:
                continue
            length = self._length_of_sum(at)
            if length >= LONG and (at.frames in self._goes_backward or any(comes_from(r, at) for r in self._roots)):
                self._goes_backward.add(at.frames)
                self.found.pop(at.frames, None)
            elif length >= LONG and self._grows(at, length):
                self._met[at.frames] = (weakref.ref(at), length)
                self.found[at.frames] = max(length, self.found.get(at.frames, 0))
            elif depth < NEAR:
                queue.extend((p, depth + 1) for p in at.parents[:2])

    def _length_of_sum(self, origin: Origin) -> int:
        """How many results of one line follow on each other: of a line that adds, or of a recurrence."""
        length = length_of_chain(origin)
        adds = _adds(origin.op)
        return length if adds or length >= RECURRENT or self._outlives_passes(origin) else 0

    def _grows(self, origin: Origin, length: int) -> bool:
        if _adds_runs_of_one_model(origin) or self._outlives_passes(origin):
            return True
        return length >= RECURRENT and self._goes_on(origin)

    def _goes_on(self, origin: Origin) -> bool:
        """Is it what was met before, grown longer? One that is begun anew in each step grows no memory."""
        before = self._recurrences.get(origin.frames)
        self._recurrences[origin.frames] = weakref.ref(origin)
        earlier = before() if before is not None else None
        return earlier is not None and earlier is not origin and comes_from(origin, earlier)

    def _outlives_passes(self, origin: Origin) -> bool:
        """Did a backward pass run between each two of its latest additions? What one forward pass adds up has none."""
        clocks = [root.clock for root in self._roots]
        at: Origin | None = origin
        for _ in range(LONG - 1):
            before = _earlier(at, origin.frames) if at is not None else None
            if at is None or before is None or not any(before.clock < clock <= at.clock for clock in clocks):
                return False
            at = before
        return True

    def look(self, refs: Iterable[TensorRef], steps: int, frame: FrameType) -> None:
        """Results that live on, with their graphs, since before the latest passes, and that none of those used.

        In a short run fewer are enough, where every step so far has left one.
        """
        for frames, (tensor, _) in list(self._oldest.items()):
            if tensor() is None:  # the list was emptied since, or forgets its oldest for each that it gets
                self._bounds[frames] = max(self.kept.get(frames, 0), self._bounds.get(frames, 0))
                self._is_not_kept(frames)
        roots = list(self._roots)
        if len(roots) < PASSES:
            return
        oldest = min(root.clock for root in roots)
        groups: dict[Frames, list[Origin]] = {}
        alive: dict[Frames, int] = {}
        tensors: dict[int, TensorRef] = {}
        for ref in refs:
            origin = ref.origin
            if origin is None or not _is_learning_result(origin) or origin.clock < self.since:
                continue
            alive[origin.frames] = alive.get(origin.frames, 0) + 1
            if origin.clock < oldest:
                groups.setdefault(origin.frames, []).append(origin)
                tensors[id(origin)] = ref
        fewest = {frames: MANY if number < max(MANY, steps) else PASSES - 1 for frames, number in alive.items()}
        many = {frames: origins for frames, origins in groups.items() if len(origins) >= fewest[frames]}
        used = behind(roots, with_gradients=True) if many else set()
        outermost = _outermost({f: [o for o in origins if id(o) not in used] for f, origins in many.items()})
        for frames in many.keys() - outermost.keys():
            self._is_not_kept(frames)
        for frames, left in outermost.items():
            grows = len(left) >= fewest[frames] and len(left) > self._bounds.get(frames, 0)
            kept = tensors[id(left[0])]() if grows else None
            if kept is not None and frames not in self._goes_backward:
                self.kept[frames] = max(len(left), self.kept.get(frames, 0))
                self._oldest.setdefault(frames, (OwnRef(kept), weakref.ref(left[0])))
                for root in roots:
                    self._left_alone.add(root.frames)
                if frames not in self.keepers:
                    self.keepers[frames] = keeper_of(kept, frame, self._ownership)

    def _is_not_kept(self, frames: Frames) -> None:
        for known in (self.kept, self.keepers, self._oldest):
            known.pop(frames, None)

    def _pass_of_another_line(self, root: Origin) -> None:
        """A list of results may be kept for the end of an episode, when another line goes back through them."""
        self._spare_walks -= 1
        used = behind([root], with_gradients=True)
        for frames, (_, origin) in list(self._oldest.items()):
            if id(origin()) in used:
                self._goes_backward.add(frames)
                self._is_not_kept(frames)

    def pass_ran(self, root: Origin) -> None:
        """What a backward pass goes through was summed, or kept, for that."""
        if self._oldest and self._spare_walks and root.frames not in self._left_alone:
            self._pass_of_another_line(root)
        if self._lines.is_looked_at(root.parents) or self.found:
            for added in _near(root):
                self._goes_backward.add(added.frames)
                self.found.pop(added.frames, None)
        if not self._met:
            return  # mostly
        met = [(frames, origin) for frames, (ref, _) in self._met.items() if (origin := ref()) is not None]
        used = behind([root]) if met else set()
        for frames, origin in met:
            # Of a recurrence the last result may be left over, while a pass goes through those before it.
            earlier = _earlier(origin, frames)
            if id(origin) in used or (earlier is not None and id(earlier) in used):
                self._goes_backward.add(frames)
                del self._met[frames]
                self.found.pop(frames, None)


def _is_learning_result(origin: Origin) -> bool:
    """Has it a history that is kept with it? A part of a flat parameter has that, and is a parameter to everybody."""
    return bool(origin.flags & REQUIRES_GRAD) and not origin.flags & LEAF and not (origin.extra or {}).get("sharded")


def _outermost(kept: dict[Frames, list[Origin]]) -> dict[Frames, list[Origin]]:
    """Without those that only the graphs of the others keep alive; of a recurrence each is behind the next."""
    inner = behind([o for left in kept.values() for o in left], with_gradients=True) if len(kept) > 1 else set()
    outer = {f: left for f, left in kept.items() if 2 * sum(id(o) not in inner for o in left) >= len(left) > 0}
    return outer or kept


def _adds_runs_of_one_model(origin: Origin) -> bool:
    """Were the last two values that were added computed from the same leaves, each anew?

    Terms of one loss share what was computed from the batch, or are of different parameters.
    """
    before = _earlier(origin, origin.frames)
    earlier = _earlier(before, origin.frames) if before is not None else None
    if before is None or earlier is None:
        return False
    first, second = _added(before, earlier), _added(origin, before)
    share = first.keys() & second.keys()
    return bool(share) and all(first[key] for key in share)


def _added(origin: Origin, before: Origin) -> dict[int, bool]:
    """What carries a gradient behind the value that was added to `before`, and whether it is a leaf."""
    added = [p for p in learning_parents(origin) if p is not before and not comes_from(p, before)]
    return {id(at): bool(at.flags & LEAF) for at in islice(breadth_first(added, learning_parents), MOST_ADDED)}


def _near(root: Origin) -> Iterator[Origin]:
    """The additions just behind a pass: what they add up goes backward, however long ago it is when we meet it."""
    for level in islice(levels(root.parents, lambda at: at.parents[:2]), NEAR + 2):
        yield from (at for at in level if _adds(at.op))


def _adds(op: object) -> bool:
    return act_of(op) == "add"


def length_of_chain(origin: Origin) -> int:
    """How many results of one line follow on each other."""
    length, at = 0, origin
    while length < COUNTED:
        length += 1
        before = _earlier(at, origin.frames)
        if before is None:
            break
        at = before
    return length


def _earlier(origin: Origin, frames: Frames) -> Origin | None:
    """The result of the same line from which this one was computed, a few operations back."""
    queue = [(p, 1) for p in origin.parents if p.flags & REQUIRES_GRAD]  # what was detached keeps no graph
    for at, depth in queue:
        if at.frames == frames:
            return at
        if depth < NEAR:
            queue.extend((p, depth + 1) for p in at.parents if p.flags & REQUIRES_GRAD)
    return None
