"""Parameters whose gradient is all zeros, by the operation that made it so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from whygrad.causes._base import root_name
from whygrad.causes._born import way_through
from whygrad.causes._silent import SilentCause, names, steps_taken
from whygrad.evidence.values import StarvingLeaf, ZeroedStep
from whygrad.finding import BirthOfValues, Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain

FLAT = ("Round", "Sign", "Sgn", "Floor", "Ceil", "Trunc", "FloorDivide", "Bernoulli", "Poisson", "Normal")
BOUNDED = ("Relu", "Threshold", "Clamp", "ClampMin", "ClampMax", "Hardtanh", "Hardsigmoid", "Hardswish", "Sigmoid",
           "Tanh", "Softmax", "LogSoftmax", "Celu", "Elu", "Erf", "Softplus", "Minimum", "Maximum", "Std", "Var",
           "LinalgVectorNorm", "Norm", "Abs", "L1Loss", "Cosh", "Cos", "Atan2")  # fmt: skip
PRODUCTS = ("Mul", "Mm", "Bmm", "Addmm", "Mv", "Dot", "Baddbmm", "Linear", "Convolution", "Addcmul", "Matmul")
ADDED = (("Addmm", 0), ("Baddbmm", 0), ("Addcmul", 0), ("Convolution", 2), ("Linear", 2))  # inputs that are only added
A_FEW_STEPS = 4  # what depends on values may be over at the next step: a ReLU can wake up again


@dataclass(frozen=True)
class Zeroed:
    """One operation, and the parameters to which it lets nothing through."""

    at: int
    node: str  # autograd's name of the step, without "Backward"
    leaves: tuple[int, ...]
    zero_valued: tuple[int, ...]  # of them those whose own values are all zeros
    zero_factor: bool = False  # of a product: what it was multiplied with is all zeros
    dtype: str = ""  # of the gradient that came out as zeros
    cancelled: bool = False  # what came from several sides added up to zeros


def zeroed(graph: UncutGraph) -> list[Zeroed]:
    """The starving parameters, put together by the place at which their gradient became zero."""
    groups: dict[Chain, list[tuple[int, ZeroedStep, int, bool]]] = {}
    for starving in graph.evidence(StarvingLeaf):
        births = [(b.at, b) for b in starving.births if b.at is not None and not _cancels(b)]
        if starving.got and births and starving.leaf is not None:
            # Of several places the one nearest to the loss is told: it comes first in the pass.
            at, birth = min(births, key=lambda known: -known[1].number)
            member = at, birth, starving.leaf, starving.all_zero
            groups.setdefault(graph.node(at).chain[-1:], []).append(member)
    found = []
    for members in groups.values():
        at, birth, _, _ = members[0]
        leaves = tuple(leaf for _, _, leaf, _ in members)
        empty = tuple(leaf for _, _, leaf, all_zero in members if all_zero)
        found.append(Zeroed(at, kind_of(birth.node), leaves, empty, birth.zero_factor, birth.dtype, birth.cancelled))
    return found


def has_lasted(graph: UncutGraph) -> bool:
    """Were there enough steps; or is there no training that could go on, and the program reads the zeros itself?"""
    return graph.query.read or steps_taken(graph) >= A_FEW_STEPS


def made_zero(graph: UncutGraph, stuck: Sequence[int]) -> list[Chain]:
    """Where these leaves got their zeros, each place once: the latest write into one, else where it was made."""
    latest = {w.old: w.chain for w in graph.recording.writes if w.old in stuck and w.chain and not w.step}
    chains = [latest.get(leaf) or graph.node(leaf).birth for leaf in stuck]
    first = {chain[-1]: chain for chain in reversed(chains) if chain}
    return [first[place] for place in sorted(first, key=lambda place: (place.file, place.line, place.column))]


def _cancels(birth: ZeroedStep) -> bool:
    """Is it a bias, whose gradient is a sum over the batch? Its terms cancel out, and nothing is wrong."""
    return (kind_of(birth.node), birth.input) in ADDED


def kind_of(node: str) -> str:
    """`ClampMinBackward0` -> `ClampMin`."""
    return re.sub(r"Backward\d*$", "", node)


class ZeroCause(SilentCause):
    """A cause that claims some kinds of operation that let no gradient through."""

    kinds: tuple[str, ...] = ()
    severity = "warning"
    at_once = False
    cancelling = False  # of gradients that cancel out: no operation has made them zero
    also = "also all zeros, for the same reason"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        if not self.at_once and not has_lasted(graph):
            return
        for zero in zeroed(graph):
            if zero.cancelled == self.cancelling and self.claims(zero):
                yield self.found(graph, zero, graph.node(zero.at).chain)

    def claims(self, zero: Zeroed) -> bool:
        return zero.node in self.kinds

    def found(self, graph: UncutGraph, zero: Zeroed, chain: Chain) -> Finding:
        node = graph.node(zero.at)
        text = graph.text(chain[-1]).strip() if chain else ""
        finding = self.finding(
            self.severity,
            chain,
            names(graph, zero.leaves),
            op=node.spelling.strip("_"),
            code=text if len(text) <= 60 and "\n" not in text else node.spelling,
            root=root_name(graph),
            steps=steps_taken(graph),
            at=zero.at,
            read=graph.query.read,
        )
        born = BirthOfValues("zeros", way_through(graph, zero.leaves, zero.at), root_name(graph))
        finding = replace(finding, birth=born)
        return finding if not self.path(graph, zero) else replace(finding, path=self.path(graph, zero))

    def path(self, graph: UncutGraph, zero: Zeroed) -> tuple[Step, ...]:
        return ()

    def subject(self, finding: Finding) -> str:
        if not finding.lost:
            return "a parameter's gradient is all zeros"
        if len(finding.lost) == 1:
            return f"the gradient of `{finding.lost[0]}` is all zeros"
        return f"the gradients of `{finding.lost[0]}` and {len(finding.lost) - 1} more are all zeros"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if self.at_once or finding.facts["read"]:
            return ()
        return (f"all zeros at every inspected step ({finding.facts['steps']} steps in total)",)
