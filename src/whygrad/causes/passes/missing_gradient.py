"""An error about `None` where the program computes with a `.grad` that is not there."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause, leaf_name
from whygrad.evidence.questions import MissingGradient as Seen
from whygrad.finding import Finding, Step
from whygrad.graph.left_out import find_left_out
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain
from whygrad.source.span import is_returned

CLAUSES = {
    "no pass": "no backward pass ran before this",
    "result": "the tensor is not a leaf, and autograd keeps gradients only for leaves",
    "used": "gradients were cleared after the backward pass",
    "late": "`requires_grad` was set after the loss was computed from the tensor",
    "clearing": "no backward pass has reached the tensor yet, so there is nothing to clear",
    "copy": "the tensor is a copy, and the loss was computed from the original",
    "unused": "no loss with a backward pass depends on the tensor",
}
LABELS = {
    "no pass": "reads a gradient that is not computed yet",
    "result": "computed here, so it is not a leaf",
    "used": "clears it before it is used",
    "late": "too late for values that were computed before",
    "clearing": "clears a gradient that does not exist",
    "copy": "creates a separate tensor that no loss uses",
    "unused": "reads a gradient that never arrived",
}
HELPS = {
    "no pass": "call `backward()` first, or skip None: `if x.grad is not None:`",
    "result": "to train it, make it a leaf: compute it first, then `.detach().requires_grad_()`; "
    "to read its gradient, call `retain_grad()` before `backward()`",
    "used": "use the gradients before they are cleared",
    "late": "set `requires_grad` before anything is computed from it",
    "clearing": "call the optimizer's `zero_grad()`, or skip None: `if p.grad is not None:`",
    "copy": "keep the original and call `retain_grad()` on it, or compute the loss from the copy",
    "unused": "compute the loss from this tensor, or leave the tensor out here",
}


class MissingGradient(Cause):
    name = "missing-gradient"
    inferred = "whygrad infers from names in the source that this line uses the gradient"

    def find_without_cut(self, graph: UncutGraph) -> Iterator[Finding]:
        seen = graph.only(Seen)
        if seen is None:
            return
        read, at, state = graph.query.chain, graph.query.wrt[0], seen.state
        chain: Chain = read
        copied = find_left_out(graph, at, alone=False) if state == "unused" and graph.roots else None
        if copied is not None and copied.how == "copy":
            state, chain = "copy", copied.chain
        elif state == "result" and graph.node(at).chain:
            chain = _where_named(graph, graph.node(at).chain)
        elif state == "late" and graph.node(at).chain:
            chain = graph.node(at).chain
        elif state == "used" and seen.cleared:
            chain = seen.cleared
        elif state == "used":
            state = "unknown"
        path = (Step("", read[-1], "is None here"),) if read and chain != read else ()
        evidence = "unknown" if state == "unknown" else "observed" if seen.here else "inferred"
        lost = leaf_name(graph, at)
        yield Finding(self.name, "error", evidence, chain, path, (lost,) if lost else (), {"state": state})

    def subject(self, finding: Finding) -> str:
        return f"`{finding.lost[0]}.grad` is None" if finding.lost else "the program reads a gradient that is None"

    def clause(self, finding: Finding) -> str:
        return CLAUSES.get(
            finding.facts["state"], "a loss with a backward pass depends on the tensor, but the gradient is gone"
        )

    def label(self, finding: Finding) -> str:
        return LABELS.get(finding.facts["state"], "reads a gradient that no longer exists")

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (HELPS.get(finding.facts["state"], "check hooks and `.grad = None` between `backward()` and here"),)


def _where_named(graph: UncutGraph, chain: Chain) -> Chain:
    """The calls up to the one whose result is kept in a variable: an expression that is returned has no name there."""
    while len(chain) > 1 and is_returned(chain[-1], graph.sources):
        chain = chain[:-1]
    return chain
