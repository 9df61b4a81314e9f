"""`backward()` on a tensor of many elements: of which of them is the gradient asked?"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from whygrad import ops
from whygrad.causes._base import Cause, root_name
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain, Node, Place, QueryKind
from whygrad.source.patterns.inplace_modules import called_name, modules_with
from whygrad.source.patterns.returning import unreduced_return
from whygrad.walk import breadth_first

FRAGMENT = "can be implicitly created only for scalar outputs"


class NonScalarLoss(Cause):
    name = "non-scalar-loss"
    inferred = "whygrad observed where the value was computed, and infers the marked line from the source"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.ERROR or FRAGMENT not in graph.query.error:
            return
        root = graph.node(graph.roots[0]) if graph.roots else None
        asked = graph.query.chain
        made = root.chain if root is not None else ()
        # What another function returns is to be reduced there; what stands beside `backward()` is reduced on the spot.
        by_grad = bool(asked) and "autograd.grad(" in graph.text(asked[-1])
        elsewhere = bool(made and asked and not by_grad) and not _same_function(made[-1], asked[-1])
        term = _unreduced_term(graph, graph.roots[0]) if root is not None and not by_grad else None
        if term is not None and asked:
            is_returned = not elsewhere and not _same_function(term.chain[-1], asked[-1])
            if term.beside_numbers or is_returned:
                made, elsewhere = term.chain, True
        returned = _returned(graph, made, asked) if elsewhere else ()
        made = returned or made
        other = asked[-1:] if elsewhere else made[-1:]
        path = tuple(Step("", p, "`backward()` is called here" if elsewhere else "created here") for p in other)
        told = _told_not_to(graph, term.chain[-1]) if term is not None and made == term.chain else None
        if told is not None:
            path = (Step("", made[-1], "runs here"), *path)
        yield Finding(
            cause=self.name,
            severity="error",
            evidence="observed" if told is None and not returned else "inferred",
            chain=((*made, told) if told is not None else made) if elsewhere else asked,
            path=path,
            facts={
                "root": root_name(graph),
                "shape": list(root.shape) if root is not None else [],
                "elsewhere": elsewhere,
                "by_grad": by_grad,
                "told": told is not None,
                "returned": bool(returned),
            },
        )

    def subject(self, finding: Finding) -> str:
        shape = f" has shape {finding.facts['shape']}" if finding.facts["shape"] else " has many elements"
        return f"`{finding.facts['root']}`{shape}"

    def clause(self, finding: Finding) -> str:
        return "`backward()` needs one number to start from"

    def label(self, finding: Finding) -> str:
        if finding.facts["returned"]:
            return "returns it unreduced; another `return` of this function reduces it"
        return "not reduced to one number" if finding.facts["elsewhere"] else "more than one number"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        root = finding.facts["root"]
        argument = "grad_outputs" if finding.facts["by_grad"] else "gradient"
        if finding.facts["told"]:
            return ('leave out `reduction="none"`, or reduce its result with `.mean()` or `.sum()`',)
        return (
            f"reduce it: `{root}.mean()` or `{root}.sum()`; or pass a weight for every element: "
            f"`{argument}=torch.ones_like({root})` gives the gradient of the sum",
        )


def _told_not_to(graph: UncutGraph, place: Place) -> Place | None:
    """Where the loss is made whose call this is, and told to leave its values unreduced."""
    made = modules_with("reduction", "none", graph.recording.sources, graph.sources)
    held = {m.place for m in made if m.held_as and m.held_as == called_name(place, graph.sources)}
    return held.pop() if len(held) == 1 else None


def _returned(graph: UncutGraph, made: Chain, asked: Chain) -> Chain:
    """The `return` that leaves the value unreduced, where its function reduces it on another way; the outermost one."""
    for depth in range(len(asked), len(made) + 1):
        found = unreduced_return(made[depth - 1], graph.sources)
        if found is not None and not _same_function(found, asked[-1]):
            return (*made[: depth - 1], found)
    return ()


@dataclass(frozen=True)
class _Term:
    """The one line that makes all terms of a sum which are not reduced."""

    chain: Chain
    beside_numbers: bool  # the others are reduced


def _unreduced_term(graph: UncutGraph, root: int) -> _Term | None:
    terms = list(_terms(graph, root))
    # Of values that have gone no shape is known: where none is, the sum has its shape from all of them.
    unreduced = [node for node in terms if _has_many(node)] or terms
    if terms == [graph.node(root)] or len({node.place for node in unreduced}) != 1 or not unreduced[0].chain:
        return None
    return _Term(unreduced[0].chain, beside_numbers=len(unreduced) < len(terms))


def _terms(graph: UncutGraph, root: int) -> Iterator[Node]:
    """What was added up to the root, each without the number that weights it."""
    for index in breadth_first([root], lambda index: _parts(graph, graph.node(index))):
        if not _parts(graph, graph.node(index)):
            yield graph.node(index)


def _parts(graph: UncutGraph, node: Node) -> list[int]:
    """The terms of a sum whose terms all learn, or what a number weights."""
    parts = [i for i in node.inputs if graph.node(i).requires_grad]
    others = [graph.node(i) for i in node.inputs if i not in parts]
    is_sum = node.act in ops.PLUS_OR_MINUS and not others
    is_weighted = node.act in ops.SCALING and len(parts) == 1 and not any(map(_has_many, others))
    return parts if is_sum or is_weighted else []


def _has_many(node: Node) -> bool:
    return math.prod(node.shape) > 1


def _same_function(a: Place, b: Place) -> bool:
    return (a.file, a.function) == (b.file, b.function)
