"""Rounding, signs and floors: steps, flat between them, so their derivative is zero everywhere.

One number that is divided by its own length is a sign too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import root_name
from whygrad.causes._silent import counted, leaves_behind, names
from whygrad.causes.values._zeros import FLAT, ZeroCause, has_lasted
from whygrad.evidence.values import NormalisedAlone
from whygrad.finding import Act, Event, Finding, Wording
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Node
from whygrad.source.patterns.inplace_modules import layer_made, makes_layer
from whygrad.walk import reachable

SAMPLING = ("normal", "bernoulli", "poisson")
SIGNS = ("sign", "sgn")


class ZeroDerivative(ZeroCause):
    name = "zero-derivative"
    kinds = FLAT
    severity = "error"
    inferred = "the layer that applies it is inferred from the source"
    at_once = True

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        yield from super().find_silent(graph)
        ones = {seen.at for seen in graph.evidence(NormalisedAlone)}
        if not ones or not has_lasted(graph) or (graph.is_partial and graph.ends_unknown()):
            return
        free = _reached_without(graph, ones)
        for at in sorted(ones):
            node = graph.node(at)
            # The first input is what is normalised; a weight and a bias come after it.
            values = node.inputs if node.op.endswith("cosine_similarity") else node.inputs[:1]
            behind = sorted({leaf for value in values for leaf in leaves_behind(graph, value)} - free)
            lost = [i for i in behind if graph.node(i).requires_grad and graph.node(i).optimized]
            if lost and at in free:
                op = node.act
                facts = {"op": op, "root": root_name(graph), "one": True}
                wording = Wording("also without a training signal")
                found = self.finding("warning", node.chain, names(graph, lost), wording, **facts)
                yield _at_its_layer(graph, node, found)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("one"):
            return f"{counted(finding.lost)} {'learns' if len(finding.lost) == 1 else 'learn'} nothing"
        return super().subject(finding)

    def clause(self, finding: Finding) -> str:
        op = finding.facts["op"]
        if finding.facts.get("one"):
            if op == "div":
                return "a single number divided by its own magnitude is only its sign"
            if op == "sub":
                return "a single number minus its own mean is 0"
            return f"`{op}` normalises over one element, so the result does not depend on its magnitude"
        if op in SAMPLING:
            return f"`{op}` draws a sample, and the derivative of a sample is 0"
        return f"`{op}` is flat between its steps, so its derivative is 0 everywhere"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("one"):
            return "does not depend on the magnitude of the input: a sign, or 0"
        return "multiplies every gradient by 0"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        op = finding.facts["op"]
        if finding.facts.get("one"):
            return ("do not normalise single numbers, or normalise along a dimension with several elements",)
        if op in SIGNS:
            return ("use a smooth step, `torch.tanh(x / t)` with a small `t`, instead of the sign",)
        if op == "normal":
            return ("draw standard values and transform them: `mean + std * torch.randn_like(std)`",)
        return (f"let the gradient pass straight through: `x + (torch.{op}(x) - x).detach()`",)


def _at_its_layer(graph: UncutGraph, node: Node, finding: Finding) -> Finding:
    """The finding where the layer is made that normalises: over what it does so is said there."""
    place, own = node.place, [graph.node(i) for i in node.inputs[1:] if graph.node(i).parameter]
    # Its weight is made where the layer is; of a layer without one the source may tell.
    born = next((n.birth for n in own if n.birth and makes_layer(node.act, n.birth[-1], graph.sources)), ())
    if not born and not own and place is not None:
        made = layer_made(node.act, place, graph.recording.sources, graph.sources)
        born = (*node.chain, made) if made is not None else ()
    if not born:
        return finding
    used = Event(Act.USED, node.chain, "it runs here", cures=False)
    events = (used, Event(Act.MADE, born, observed=bool(own)))
    site = site_of(events, graph.sources)
    assert site is not None
    return replace(finding, chain=site.chain, path=site.shown, evidence=site.evidence, events=events)


def _reached_without(graph: UncutGraph, ones: set[int]) -> set[int]:
    """What the passes of the look were computed from, on ways that a gradient can take; those nodes end a way."""
    return reachable(graph.query.roots, lambda at: graph.learning_inputs(at) if at not in ones else ())
