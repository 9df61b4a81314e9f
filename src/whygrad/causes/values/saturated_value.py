"""A bounded function outside the range in which it has a slope: a dead ReLU, a clamp at its limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import loss_operations, reachable
from whygrad.causes.values._zeros import BOUNDED, ZeroCause
from whygrad.finding import Act, Event, Finding
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.source.patterns.inplace_modules import layer_made

CONSTANT = (
    "check the `dim` of the softmax, or scale the logits down: over one element, or of large logits, it is constant"
)
SMOOTH = {
    "clamp": "start the value inside the range, or bound it smoothly with `tanh` or `sigmoid`",
    "relu": "start with smaller weights or a smaller learning rate, or use `leaky_relu`, whose slope is never 0",
    "softmax": CONSTANT,
    "log_softmax": CONSTANT,
}
HINGES = ("relu", "clamp", "clip", "threshold", "maximum", "max")


class SaturatedValue(ZeroCause):
    name = "saturated-value"
    inferred = "which layer applies it is inferred from the source"
    kinds = BOUNDED

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        last, behind = loss_operations(graph), reachable(graph)
        for finding in super().find_silent(graph):
            hinge = str(finding.facts["op"]).endswith("_loss") or str(finding.facts["op"]).startswith(HINGES)
            # A margin that is kept already is no mistake, unless the program asks for its gradient. What the loss has
            # another use for is a value that the model computes, not a margin.
            users = [user for user in graph.users.get(finding.facts["at"], ()) if user in behind]
            is_margin = finding.facts["at"] in last and last.issuperset(users)
            if not hinge or finding.facts["read"] or not is_margin:
                yield _at_its_layer(graph, finding)

    def clause(self, finding: Finding) -> str:
        return f"every input is in a range where `{finding.facts['op']}` is flat"

    def label(self, finding: Finding) -> str:
        return "flat for every element, so no gradient passes"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        op = str(finding.facts["op"])
        found = next((text for name, text in SMOOTH.items() if op.startswith(name)), "")
        return (found or "keep the inputs in the range where the function is not flat",)


def _at_its_layer(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding where the layer is made that applies the function, where the program's line calls a whole network."""
    node = graph.node(finding.facts["at"])
    files = graph.recording.sources
    made = layer_made(node.act, node.place, files, graph.sources, inside=True) if node.place is not None else None
    if made is None:
        return finding
    events = (
        Event(Act.USED, node.chain, "it runs here", cures=False),
        Event(Act.MADE, (*node.chain, made), observed=False),
    )
    site = site_of(events, graph.sources)
    assert site is not None
    return replace(finding, chain=site.chain, path=site.shown, evidence=site.evidence, events=events)
