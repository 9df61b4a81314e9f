"""A result that was saved or pickled and loaded again: the loaded values do not know what computed them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import Cause, cut_finding, node_cut
from whygrad.evidence.stored_results import CameBack
from whygrad.finding import Finding, Step
from whygrad.graph.routes import Cut
from whygrad.graph.sites import up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Blame, Verdict
from whygrad.recording import Chain, Place

ENTERING = ("from_numpy", "as_tensor", "asarray", "tensor", "requires_grad")  # the same value, not a use of it


class StoredResult(Cause):
    name = "stored-result"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node = graph.node(index)
        return node_cut(self, node, index) if isinstance(node.mark, CameBack) else None

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for blame in verdict.blames:
            if blame.cut.cause != self.name:
                continue
            finding, loaded = cut_finding(graph, blame), graph.node(blame.cut.node)
            stored = loaded.mark.chain if isinstance(loaded.mark, CameBack) else ()
            used = _used(graph, blame)
            if used and any(_line(place) == _line(used[-1]) for place in loaded.chain[:-1]):
                used = up_to_parting(loaded.chain, stored)  # one call stores and loads, and its caller uses the result
            steps = [*_steps(stored, "stored here, without its history"), *_steps(loaded.chain, "loaded here")]
            chain = used or finding.chain
            path = tuple(step for step in steps if not chain or _line(step.place) != _line(chain[-1]))
            # To compute the value anew where it is used leaves nothing of the way between.
            cut = replace(finding.cut, others=(), silenced="") if finding.cut else None
            yield replace(finding, chain=chain, path=path, facts={**finding.facts, "used": bool(used)}, cut=cut)

    def clause(self, finding: Finding) -> str:
        return (
            f"`{finding.facts['root']}` is computed from a stored copy of a result, and loaded values have no history"
        )

    def label(self, finding: Finding) -> str:
        return "uses the loaded values" if finding.facts["used"] else "loads plain values"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        model = f"`{name}`" if (name := _module_of(finding.lost)) else "the model"
        return (f"run {model} on its inputs in every step; reuse stored results only for a frozen model",)


def _module_of(lost: tuple[str, ...]) -> str:
    """The innermost module that all of these parameters are in."""
    paths = [name.split(".")[:-1] for name in lost]
    same = [parts[0] for parts in zip(*paths, strict=False) if len(set(parts)) == 1] if paths else []
    return ".".join(same)


def _used(graph: UncutGraph, blame: Blame) -> Chain:
    """Where the program first computes with the loaded values; nothing where it is one expression with the loading."""
    nodes = blame.routes[0].nodes
    after = nodes[nodes.index(blame.cut.node) + 1 :] if blame.cut.node in nodes else ()
    loading = graph.node(blame.cut.node).place
    for node in map(graph.node, after):
        if node.chain and node.act not in ENTERING and (loading is None or _line(node.chain[-1]) != _line(loading)):
            return node.chain if node.op != "backward" else ()
    return ()


def _steps(chain: Chain, label: str) -> list[Step]:
    return [Step("", chain[-1], label)] if chain else []


def _line(place: Place) -> tuple[str, int]:
    return place.file, place.line
