"""From the loss back to what should learn: the route with the fewest cuts, and which cuts those are.

A cut is given by a function `cut_at(node, input)`, because what cuts is the causes' knowledge. Cuts at one place in
the source count once, so a model run under `no_grad` has one cut and not one for each layer.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from whygrad.graph.precedence import INFERRED, Plausibility
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place

SHARE = 0.7  # of the time that is left
LEFT_OUT = "the graph was followed only in part"


@dataclass(frozen=True)
class Cut:
    """Something that a gradient does not pass. `key` is the same for cuts that one change of the source undoes."""

    cause: str
    chain: Chain
    node: int
    plausibility: Plausibility = Plausibility.LIKELY
    switch: int | None = None

    @property
    def key(self) -> Place | str:
        return self.chain[-1] if self.chain else f"{self.cause} {self.node}"


@dataclass(frozen=True)
class Route:
    """A way from a leaf to the root, and the cuts on it, the leaf's side first."""

    leaf: int
    cuts: tuple[Cut, ...]
    cost: int
    length: int
    inferred: bool
    steps: Mapping[int, _Step] = field(compare=False, repr=False)  # of all routes: each by itself would be as long

    @property
    def order(self) -> tuple[int, int]:
        """The cheapest comes first, and of equal ones the most direct."""
        return self.cost, self.length

    @property
    def nodes(self) -> tuple[int, ...]:
        """Every node on the way, the leaf first."""
        nodes, at = [self.leaf], self.steps[self.leaf].child
        while at is not None:
            nodes.append(at)
            at = self.steps[at].child
        return tuple(nodes)


CutAt = Callable[[UncutGraph, int, int], tuple[Cut, ...]]


@dataclass(slots=True)
class _Step:
    """How a node was reached first, that is cheapest."""

    cost: int
    length: int
    child: int | None
    cuts: tuple[Cut, ...]
    inferred: bool


def routes_from(
    graph: UncutGraph, roots: tuple[int, ...], cut_at: CutAt, wanted: Callable[[int], bool] | None = None
) -> dict[int, Route]:
    """The cheapest route from every node behind `roots`, or from those that are `wanted`, by node."""
    guessed = graph.roots_inferred
    steps: dict[int, _Step] = {root: _Step(0, 0, None, (), guessed) for root in roots}
    done: set[int] = set()
    queue = [(0, 0, position, root) for position, root in enumerate(roots)]
    count = len(queue)
    with graph.budget.share(SHARE, LEFT_OUT):
        while queue:
            graph.budget.check()
            _, _, _, index = heapq.heappop(queue)
            if index in done:
                continue
            done.add(index)
            for parent in graph.inputs(index):
                step = _cross(graph, index, parent, steps[index], cut_at)
                known = steps.get(parent)
                if known is None or (step.cost, step.length) < (known.cost, known.length):
                    steps[parent] = step
                    count += 1
                    heapq.heappush(queue, (step.cost, step.length, count, parent))
    ends = done if wanted is None else filter(wanted, done)
    return {index: Route(index, s.cuts, s.cost, s.length, s.inferred, steps) for index in ends for s in [steps[index]]}


def _cross(graph: UncutGraph, index: int, parent: int, step: _Step, cut_at: CutAt) -> _Step:
    new: tuple[Cut, ...] = ()
    for cut in cut_at(graph, index, parent):
        if not _told(cut, (*new, *step.cuts)) and not _is_for_a_write(graph, cut, step.cuts):
            new += (cut,)
    inferred = graph.is_inferred(index, parent)
    cost = step.cost + sum(cut.plausibility for cut in new) + (INFERRED if inferred else 0)
    cuts = (*new, *step.cuts) if new else step.cuts
    return _Step(cost, step.length + 1, index, cuts, step.inferred or inferred)


def _told(cut: Cut, cuts: tuple[Cut, ...]) -> bool:
    """Is this one of the cuts already met, or a part of one: the `.detach()` in `x.detach().numpy()`?"""
    place = cut.chain[-1] if cut.chain else None
    for other in cuts:
        around = other.chain[-1] if other.chain else None
        if cut.key == other.key:
            return True
        # A draw or a choice in a block without gradients would have none outside of it either.
        is_apart = other.switch is not None and cut.plausibility >= Plausibility.NO_DERIVATIVE
        if place and around and around.column and around.contains(place) and not is_apart:
            return True
    return False


def _is_for_a_write(graph: UncutGraph, cut: Cut, cuts: tuple[Cut, ...]) -> bool:
    """Are gradients off to write the leaf that the route comes from, which stops it whether they are off or not?"""
    written = graph.node(cuts[0].node) if cuts and cut.switch is not None else None
    return written is not None and written.kind == "leaf" and written.switch == cut.switch
