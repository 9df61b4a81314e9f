"""What a second derivative makes of a custom Function: is it that of what `forward` computed?

A pass with `create_graph=True` leaves a graph of what `backward` did. It is differentiated once more here, step by step
and as far as that Function goes, for one random direction. What `forward` computed and saved is a constant in that
graph, unless it is an argument or a result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from types import CodeType

import torch
from torch.autograd.graph import Node

from whygrad.record.live.bounded import Bounded
from whygrad.record.seam.nodes import leaf_of, node_of, run_step, shape_of_result
from whygrad.record.training.linear_forms import kind_of_node
from whygrad.record.watchers.functions.backward_compare import (
    Unsure,
    Wrong,
    check_values,
    is_for_its_gradient,
    largest_difference,
    moved,
    random_like,
    returned_for,
    size_of,
)
from whygrad.record.watchers.functions.forward_calls import ForwardCalls
from whygrad.record.watchers.functions.forward_replay import Replay, check_sizes

TOLERANCE = 1e-2
NOISE = 10  # how much worse than autograd's own formulas one may round
SMALL = 1e-3  # of the first derivative: what is smaller is rounding
TRIES = 32  # calls of one Function that are followed for it
MOST_FUNCTIONS = 256
MOST_STEPS = 256  # of one `backward`

Edge = tuple[Node, int]
Gradients = Sequence[torch.Tensor | None]
ByNumber = dict[int, torch.Tensor]  # of each argument


class GraphCalls:
    """Which calls of a Function are followed because passes make a graph of its `backward`.

    Mostly one of several does, as that of a penalty: the call is known again by its number since the latest pass that
    added to gradients.
    """

    def __init__(self) -> None:
        self.are_wanted = False
        self._calls: Bounded[CodeType, tuple[int, int]] = Bounded(MOST_FUNCTIONS)  # by `backward`: passes, calls since
        self._numbers: Bounded[CodeType, int] = Bounded(MOST_FUNCTIONS)  # of the latest call with a graph
        self._left: Bounded[CodeType, int] = Bounded(MOST_FUNCTIONS)  # tries; 0 where it is known

    def count(self, code: CodeType, passes: int) -> int:
        """A call of the Function; returns its number."""
        since, number = self._calls.get(code, (passes, 0))
        self._calls[code] = passes, (number + 1 if since == passes else 1)
        return self._calls[code][1]

    def latest(self, code: CodeType) -> int:
        """The number of the latest call; 0 where there was none."""
        return self._calls.get(code, (0, 0))[1]

    def met(self, code: CodeType, number: int) -> None:
        """A pass made a graph of the `backward` of this call."""
        self.are_wanted = bool(self._left.setdefault(code, TRIES)) or self.are_wanted
        if number:
            self._numbers[code] = number

    def is_due(self, code: CodeType, number: int) -> bool:
        """Is this call to be followed?"""
        if self._numbers.get(code) != number or not self._left.get(code):
            return False
        self._left[code] -= 1
        self.are_wanted = any(self._left.values())
        return True

    def is_open(self, code: CodeType) -> bool:
        return self._left.get(code, 0) > 0

    def settle(self, code: CodeType) -> None:
        self._left[code] = 0
        self.are_wanted = any(self._left.values())


@dataclass(eq=False)
class Graph:
    """Where the history of what one `backward` returned begins and ends; held until the pass is over."""

    returned: list[Edge | None]
    incoming: list[Node]  # where the history of what came in begins
    arguments: list[Edge | None]
    results: int  # the id of the node of `forward`, which saved results lead to

    @property
    def root(self) -> Node | None:
        return next((edge[0] for edge in self.returned if edge is not None), None)


@dataclass(frozen=True)
class Slopes:
    """How the returned gradients, each weighted with its direction, change with arguments and results."""

    directions: ByNumber
    arguments: ByNumber
    results: list[torch.Tensor | None]


class NotPlain(Exception):
    """More went on than steps of torch's own that can be run one by one."""


def edge_of(gradient: torch.Tensor | None) -> Edge | None:
    """Where the history of a gradient begins."""
    node = node_of(gradient) if gradient is not None else None
    return (node, gradient.output_nr) if gradient is not None and node is not None else None


def slopes_of(
    graph: Graph, forward: ForwardCalls, returned: Gradients, has_hooked_saves: Callable[[Node], bool]
) -> Slopes:
    """Differentiate what `backward` did, with what came in as a constant."""
    directions = _directions(forward, returned)
    steps = _Steps(graph, forward, has_hooked_saves)
    for number, edge, gradient in zip(forward.inputs, graph.returned, returned, strict=False):
        if edge is not None and gradient is not None and number in directions:
            steps.add(edge, directions[number].to(gradient.dtype))
    steps.run()
    arguments: ByNumber = {}
    for edge, number in dict(zip(graph.arguments, forward.inputs, strict=False)).items():
        if edge is not None and (slope := steps.arrived.get(edge)) is not None:
            arguments[number] = arguments[number] + slope.double() if number in arguments else slope.double()
    results = [steps.of_results.get(at) for at in range(len(forward.outputs))]
    return Slopes(directions, arguments, results)


def _directions(forward: ForwardCalls, returned: Gradients) -> ByNumber:
    """One for the gradient of each argument that has one, of its own size."""
    found: ByNumber = {}
    for number, wanted, gradient in zip(forward.inputs, forward.wanted, returned, strict=False):
        if wanted and (gradient is None or gradient.shape != forward.copies[number].shape):
            raise NotPlain
        if wanted and gradient is not None:
            (direction,) = random_like([gradient])
            assert direction is not None
            found.setdefault(number, direction)
    return found


class _Steps:
    """The steps of autograd's that one `backward` left, run one by one and never past its own."""

    def __init__(self, graph: Graph, forward: ForwardCalls, has_hooked_saves: Callable[[Node], bool]) -> None:
        self._has_hooked_saves = has_hooked_saves
        self._results = graph.results
        shapes = [tuple(forward.copies[number].shape) for number in forward.inputs]
        self._shapes = {e: shape for e, shape in zip(graph.arguments, shapes, strict=False) if e is not None}
        self._result_shapes = [tuple(value.shape) for _, value in forward.outputs]
        self._ends = {*graph.incoming, *(edge[0] for edge in self._shapes)}
        self.arrived: dict[Edge, torch.Tensor] = {}
        self.of_results: dict[int, torch.Tensor] = {}

    def add(self, edge: Edge, gradient: torch.Tensor) -> None:
        """A gradient goes along this edge."""
        node, number = edge
        if id(node) == self._results:
            gradient = gradient.sum_to_size(self._result_shapes[number])
            before = self.of_results.get(number)
            self.of_results[number] = gradient if before is None else before + gradient
            return
        shape = self._shapes.get(edge) if node in self._ends else shape_of_result(node)
        if shape is not None:
            gradient = gradient.sum_to_size(shape)
            self.arrived[edge] = self.arrived[edge] + gradient if edge in self.arrived else gradient
        elif not self._is_end(node):
            raise NotPlain  # a step with several results

    def _is_end(self, node: Node) -> bool:
        return node in self._ends or id(node) == self._results or leaf_of(node) is not None

    def run(self) -> None:
        """Run each step when all has arrived that comes to it."""
        waiting = self._waiting()
        ready = [node for node, number in waiting.items() if not number]
        for node in ready:  # grows while it is walked
            gradient = self.arrived.get((node, 0))
            going_out = run_step(node, gradient) if gradient is not None else ()
            for at, (following, number) in enumerate(node.next_functions):
                if following is None:
                    continue
                if at < len(going_out) and (sent := going_out[at]) is not None:
                    self.add((following, number), sent)
                if following in waiting:
                    waiting[following] -= 1
                    if not waiting[following]:
                        ready.append(following)

    def _waiting(self) -> dict[Node, int]:
        """The steps, each with how many others send to it."""
        waiting = {node: 0 for node, _ in self.arrived if not self._is_end(node)}
        queue = list(waiting)
        for node in queue:  # grows while it is walked
            if not kind_of_node(node) or self._has_hooked_saves(node) or len(queue) > MOST_STEPS:
                raise NotPlain
            for following, _ in node.next_functions:
                if following is not None and not self._is_end(following):
                    if following not in waiting:
                        waiting[following] = 0
                        queue.append(following)
                    waiting[following] += 1
        return waiting


def compare_second(forward: ForwardCalls, incoming: Gradients, returned: Gradients, slopes: Slopes) -> list[Wrong]:
    """For which arguments the second derivative of the Function is not that of its `forward`."""
    check_sizes(forward)
    if is_for_its_gradient(forward):
        return []
    replay = Replay(forward, precise=True)
    check_values(forward, replay)
    first, exact = replay.gradients(incoming), replay.curvature(incoming, slopes.directions)
    tolerance = max(TOLERANCE, 16 * forward.precision)
    for number, gradient in returned_for(forward, returned).items():
        if number not in first or size_of(gradient - first[number]) > tolerance * size_of(first[number]):
            raise Unsure  # another gradient is meant, or is wrong itself
    through_results = replay.gradients(slopes.results)
    rounded = Replay(forward, precise=False).curvature(incoming, slopes.directions)
    sides = [Replay(forward, True, moved(forward, s)).curvature(incoming, slopes.directions) for s in (1, -1)]
    found = []
    for number in slopes.directions:
        derivative = exact.get(number)
        observed = sum((s[number] for s in (slopes.arguments, through_results) if number in s), torch.zeros(()))
        derivative = derivative if derivative is not None else torch.zeros_like(forward.copies[number]).double()
        observed = observed.double().expand(derivative.shape)
        scale = max(size_of(observed), size_of(derivative))
        if not isfinite(scale):
            raise Unsure
        allowed = max(tolerance * scale, SMALL * size_of(*first.values()))
        if any(size_of(side.get(number, torch.zeros(())) - derivative) > allowed for side in sides):
            raise Unsure  # a kink
        noise = size_of(rounded[number].double() - derivative) if number in rounded else 0.0
        if size_of(observed - derivative) > max(allowed, NOISE * noise):
            found.append(largest_difference(forward.inputs.index(number), observed, derivative))
    return found
