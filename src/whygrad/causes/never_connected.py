"""Nothing that should learn is behind the loss, as far as the program was watched."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause, root_name
from whygrad.finding import Finding
from whygrad.graph.routes import routes_from
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict

ASKING = ("backward", "grad", "not-a-tensor")


class NeverConnected(Cause):
    name = "never-connected"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if verdict.blames or graph.query.kind not in ASKING:
            return
        branch = _deciding_branch(graph)
        root = graph.node(graph.roots[0]) if graph.roots else None
        if branch is not None:
            chain = graph.node(branch).chain
        else:
            chain = root.chain if root is not None and root.chain else graph.query.chain
        yield Finding(
            cause=self.name,
            severity="error",
            evidence="inferred" if branch is not None else "observed",
            chain=chain,
            facts={
                "root": root_name(graph),
                "type": graph.query.facts.get("type"),
                "branch": graph.node(branch).detail if branch is not None else "",
                "has_optimizer": graph.has_optimizer,
                "leaf": root is not None and root.kind == "leaf",
            },
        )

    def clause(self, finding: Finding) -> str:
        if finding.facts["type"]:
            return f"it is a `{finding.facts['type']}`, and no tensor was seen on the way to it"
        if finding.facts["has_optimizer"]:
            return "nothing that the optimizer holds was used on the way to it"
        return "nothing that requires a gradient was used on the way to it"

    def label(self, finding: Finding) -> str:
        root = finding.facts["root"]
        if finding.facts["branch"]:
            return f"was {finding.facts['branch']}: what is computed behind it did not reach `{root}`"
        if finding.facts["type"]:
            return f"`{root}` is a plain {finding.facts['type']} here"
        return f"`{root}` is still this value" if finding.facts["leaf"] else "made here, from nothing that could learn"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["branch"] or finding.facts["leaf"] or finding.facts["type"]:
            return (f"skip `backward()` when nothing was added to `{finding.facts['root']}`",)
        return ("compute the loss from the output of what should learn",)


def _deciding_branch(graph: UncutGraph) -> int | None:
    """An `if` under which something would have been added to the root, as the source tells."""
    behind = routes_from(graph, graph.roots, lambda *_: ())
    return next((b for b in graph.branches if b in behind), None)
