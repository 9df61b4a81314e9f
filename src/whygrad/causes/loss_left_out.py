"""A value that was computed and reported like a loss, and that no backward pass was run from."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import root_name
from whygrad.causes._silent import SilentCause, counted, leaves_behind, names, reachable
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict

REPORTING = ("item", "__float__", "__format__", "tolist")


class LossLeftOut(SilentCause):
    name = "loss-left-out"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind != "silent" or verdict.blames or not graph.query.roots:
            return
        idle = set(graph.query.wrt) - reachable(graph)
        learning = leaves_behind(graph, graph.query.roots[-1])
        for index, node in enumerate(graph.nodes) if idle else ():
            op = node.op.rpartition(".")[2]
            if node.kind != "export" or op not in REPORTING or not node.inputs:
                continue
            value = graph.node(node.inputs[0])
            lost = sorted(idle & leaves_behind(graph, index))
            # A loss shares what learns with the one that went backward; a metric need not.
            if lost and value.requires_grad and leaves_behind(graph, index) & learning:
                yield self._found(graph, node.inputs[0], lost)
                return

    def _found(self, graph: UncutGraph, index: int, lost: list[int]) -> Finding:
        ran = graph.node(graph.query.roots[-1])
        # Where the reported value contains what went backward, the wrong one did; else a term was not put in.
        made = graph.node(ran.inputs[0]).chain if ran.inputs else ()
        contained = any(graph.node(i).chain == made for i in _behind(graph, index))
        chain = ran.chain if contained or not made else made
        place = graph.node(index).place
        path = (Step("", place, "computed here, and only reported"),) if place else ()
        facts = {"root": root_name(graph)}
        return Finding(self.name, "warning", "observed", chain, path, tuple(names(graph, lost)), facts)

    def subject(self, finding: Finding) -> str:
        verb = "gets" if len(finding.lost) <= 1 else "get"
        return f"{counted(finding.lost)} {verb} no gradient"

    def clause(self, finding: Finding) -> str:
        return f"a value that depends on it was reported, and `{finding.facts['root']}` went backward in its place"

    def label(self, finding: Finding) -> str:
        return "does not include it"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("call `backward()` on the whole loss",)


def _behind(graph: UncutGraph, index: int) -> set[int]:
    seen, queue = {index}, [index]
    for at in queue:
        new = [i for i in graph.node(at).inputs if i not in seen]
        seen.update(new)
        queue += new
    return seen
