"""A gradient used in a loss without `create_graph=True`: it is a plain number to autograd."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import Cause, edit_call, node_cut, root_name
from whygrad.causes._silent import dead_terms, leaves_behind
from whygrad.diagnostic import Edit
from whygrad.evidence.marks import CalledByLibrary, GradientWithHistory
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.unseen_gradients import unseen_gradient
from whygrad.graph.verdict import Verdict
from whygrad.ops import DETACHING
from whygrad.recording import Chain, QueryKind
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import computed_argument, passes_on
from whygrad.walk import breadth_first

CUTTING = DETACHING | {"item"}
READ = "torch.Tensor.grad"
NO_HISTORY = "this gradient has no history"
UNRECORDED = "whygrad did not record how `{root}` is computed; it infers from the source that a `.grad` goes into it"
GRADIENTS = ("grad", "torch.autograd.grad", READ)


class MissingCreateGraph(Cause):
    name = "missing-create-graph"
    also = "also without gradient, for the same reason"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node = graph.node(index)
        if node.op not in GRADIENTS or node.requires_grad or node.kind != "operation":
            return None
        if isinstance(node.mark, GradientWithHistory):
            # It was passed: something on the way has no second derivative, or is itself such a gradient.
            behind = _gradient_behind(graph, index)
            return (
                replace(node_cut(self, node, index), chain=_decided_at(graph, behind)) if behind is not None else None
            )
        return replace(node_cut(self, node, index), chain=_decided_at(graph, index))

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            site = finding.site
            before = graph.sources.syntax(site.file).line(site.line)[: site.column - 1] if site is not None else ""
            facts = {**finding.facts, "computed": before.endswith("create_graph=")}
            yield _with_the_read(graph, replace(finding, facts=facts))
        if graph.query.kind is QueryKind.SILENT:
            yield from self._dead_terms(graph)

    def find_without_cut(self, graph: UncutGraph) -> Iterator[Finding]:
        root = root_name(graph)
        found = unseen_gradient(graph, root)
        if found is None:
            return
        read, facts = found.read[-1], {"root": root, "mark": None, "of_pass": True, "again": "computed"}
        facts |= {"code": graph.text(found.left[-1]).strip()}
        path = (Step(READ, read, NO_HISTORY),)
        wording = Wording(inferred=UNRECORDED.format(root=root))
        yield Finding(self.name, "error", "inferred", found.left, path, facts=facts, wording=wording)

    def _dead_terms(self, graph: UncutGraph) -> Iterator[Finding]:
        """Terms of the loss that are computed from a gradient, and give none themselves."""
        told = set()
        for term in dead_terms(graph):
            at = _gradient_behind(graph, term)
            node = graph.node(at) if at is not None else None
            chain = _decided_at(graph, at) if at is not None else ()
            if node is None or chain[-1:] in told:
                continue
            told.add(chain[-1:])
            site = chain[-1] if chain else None
            text = graph.text(site).strip() if site else ""
            facts = {"root": root_name(graph), "mark": node.mark, "code": text, "text": text, "term": True}
            facts["of_pass"] = node.op == READ and chain != node.chain
            place = graph.node(term).place
            path = (Step("", place, "this term contributes no gradient"),) if place and place != site else ()
            yield Finding(self.name, "warning", "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        if finding.of_a_term:
            return f"a term of `{finding.facts['root']}` has no effect on what is learned"
        if finding.facts.get("again") == "itself":
            return f"`{finding.facts['root']}` cannot be differentiated"
        return super().subject(finding)

    def clause(self, finding: Finding) -> str:
        what = "it" if finding.of_a_term else f"`{finding.facts['root']}`"
        if finding.facts.get("again") == "itself":
            return "it is a gradient that was computed without `create_graph=True`"
        if finding.facts.get("again"):
            what = "it"
        return f"{what} depends on a gradient that was computed without `create_graph=True`"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("computed"):
            return "false in this call, so the gradient has no history"
        return NO_HISTORY if not finding.facts.get("of_pass") else "this pass leaves gradients without a history"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("again"):
            return (
                "pass `create_graph=True` to this pass, because its gradients are differentiated again; set "
                "`.grad` to None afterwards, so that the graph is freed",
            )
        if finding.facts.get("of_pass"):
            return (
                "compute this gradient with `torch.autograd.grad(…, create_graph=True)`, and use its result "
                "instead of `.grad`",
            )
        of_pass = finding.facts["mark"] == CalledByLibrary("backward")
        where = "backward(…)" if of_pass else "torch.autograd.grad(…)"
        return (f"pass `create_graph=True` to `{where}` when its result goes into a loss",)

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        return edit_call(finding, "create_graph=True") if "autograd.grad(" in finding.facts["code"] else ()


def _decided_at(graph: UncutGraph, index: int) -> Chain:
    """The call that leaves the gradient without history: that of a helper, where `create_graph` is its argument."""
    chain = _computed_at(graph, index)
    while len(chain) > 1 and passes_on(chain[-1], "create_graph", graph.sources):
        chain = chain[:-1]
    decided = computed_argument(chain[-1], "create_graph", graph.sources) if chain else None
    return (*chain[:-1], decided) if decided is not None else chain


def _computed_at(graph: UncutGraph, index: int) -> Chain:
    """Where the gradient was computed: a `.grad` is only read, and the latest pass before has left it there."""
    node = graph.node(index)
    if node.op != READ or not node.inputs:
        return node.chain
    calls = [i for i, n in enumerate(graph.nodes) if n.op == "backward" and n.chain and n.clock <= node.clock]
    for call in sorted(calls, key=lambda i: (graph.node(i).clock, graph.node(i).number), reverse=True):
        if node.inputs[0] in graph.learning_behind(graph.node(call).inputs):
            return graph.node(call).chain
    return node.chain


def _with_the_read(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding of a pass, whose path says where the gradient is read that the pass has left."""
    reads = {n.place for n in graph.nodes if n.op == READ and n.place and not n.requires_grad}
    site = finding.site
    if finding.facts["op_full"] != READ or site is None or site in reads:
        return finding
    path = tuple(replace(step, label=NO_HISTORY) if step.place in reads else step for step in finding.path)
    roots = [graph.node(i) for i in graph.query.roots]
    facts = {**finding.facts, "of_pass": True}
    if roots and all(n.op == READ for n in roots):
        held = finding.lost[0] if finding.lost else "a parameter"
        facts |= {"again": "itself", "root": graph.query.root_name or f"{held}.grad"}
    return replace(finding, path=path, facts=facts)


def _gradient_behind(graph: UncutGraph, term: int) -> int | None:
    """The gradient that a term is computed from, where nothing else cuts it off."""

    def cuts(at: int) -> bool:
        return graph.node(at).switch is not None or graph.node(at).act in CUTTING

    for at in breadth_first((term,), lambda at: () if cuts(at) else graph.node(at).inputs):
        node = graph.node(at)
        is_gradient = node.op in GRADIENTS and node.kind == "operation"
        is_bare = is_gradient and not cuts(at) and not isinstance(node.mark, GradientWithHistory)
        # What a reference computes, of which nothing learns, is a target; a `.grad` does not show what it came from.
        if is_bare and (node.op == READ or any(graph.node(i).optimized for i in leaves_behind(graph, at))):
            return at
    return None
