"""What lost the gradient was not recorded: recording was steady and away at that step, or the graph is too large."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause, root_name
from whygrad.evidence.questions import NotRecorded as Away
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind

ASKING = (QueryKind.BACKWARD, QueryKind.GRAD, QueryKind.UNUSED, QueryKind.NOT_A_TENSOR)


class NotRecorded(Cause):
    name = "not-recorded"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        away = graph.only(Away)
        missed = away.steps if away is not None else 0
        if graph.query.kind in ASKING and not missed and not verdict.blames and graph.ends_unknown():
            facts = {"root": root_name(graph), "missed": 0, "before": False}
            yield Finding(self.name, "error", "unknown", graph.query.chain, facts=facts)
        if not missed or graph.query.kind not in (QueryKind.BACKWARD, QueryKind.GRAD):
            return
        before = any(n.op == "backward" and n.place == _asked(graph) for n in graph.nodes)
        facts = {"root": root_name(graph), "missed": missed, "before": before}
        yield Finding(self.name, "error", "unknown", graph.query.chain, facts=facts)

    def subject(self, finding: Finding) -> str:
        return f"`{finding.facts['root']}` carries no gradient, and the reason is unknown"

    def clause(self, finding: Finding) -> str:
        missed = finding.facts["missed"]
        if not missed:
            return "the cause lies further back than the recorded graph"
        ago = "the previous step" if missed == 1 else f"{missed} steps earlier"
        return f"this step was not recorded; the last recorded step was {ago}"

    def label(self, finding: Finding) -> str:
        if not finding.facts["missed"]:
            return "nothing nearby explains it"
        return "had a gradient when it was recorded" if finding.facts["before"] else "was never recorded"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if not finding.facts["missed"]:
            return ("call `whygrad.why(…)` on a value earlier on the path",)
        return ("run again without `--steady` to record every step",)


def _asked(graph: UncutGraph) -> object:
    return graph.query.chain[-1] if graph.query.chain else None
