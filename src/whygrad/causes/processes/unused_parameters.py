"""DistributedDataParallel waits for gradients of parameters that the loss did not use."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.causes._base import Cause
from whygrad.evidence.processes import HeldModule, UnreducedParameters
from whygrad.finding import Act, Event, Finding
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax


class UnusedParameters(Cause):
    name = "unused-parameters"
    also = "also unused"
    inferred = "whygrad observed which parameters are unused; the branch around them is inferred from the source"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.UNFINISHED_REDUCTION:
            return
        waited_for = graph.evidence(UnreducedParameters)
        # What a cut keeps from the loss is told by the cut's own cause; the options of DDP are worth a note then.
        cut = {route.leaf for blame in verdict.blames for route in blame.routes}
        lost = tuple(name for seen in waited_for for name in seen.names)
        events = (
            *(event for seen in waited_for for use in seen.modules[:3] for event in _events(graph, use)),
            Event(Act.ASKED, graph.query.chain, "this wrapper expects every step to use every parameter"),
        )
        site = site_of(events, graph.sources)
        yield Finding(
            cause=self.name,
            severity="note" if cut.issuperset(graph.query.wrt) and cut else "error",
            evidence=site.evidence if site else "observed",
            chain=site.chain if site else (),
            path=site.shown if site else (),
            lost=lost,
            facts={"root": "the loss", "act": site.event.act if site else Act.ASKED},
            events=events,
        )

    def clause(self, finding: Finding) -> str:
        return "not used in the last loss, while DistributedDataParallel waits for every parameter's gradient"

    def label(self, finding: Finding) -> str:
        module = finding.lost[0].rpartition(".")[0] if finding.lost else ""
        if finding.facts["act"] is Act.STEERED:
            return f"`{module}` is used only if this is true"
        if finding.facts["act"] is Act.REGISTERED:
            return f"creates `{module}`, which nothing uses"
        return "this wrapper expects every step to use every parameter"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "use every output in the loss (if one process skips a branch, the others wait for it), or "
            "pass `find_unused_parameters=True` if this is intended",
        )


def _events(graph: UncutGraph, use: HeldModule) -> Iterator[Event]:
    """Where the source uses the module: the branch around it, or the line itself; else where the module is made."""
    used = list(_uses(graph, use))
    # One of a list of modules is used by its number, which the text does not tell.
    unread = not used and not use.attribute.isdigit()
    names = [i for i in graph.query.wrt if use.attribute in graph.node(i).name.split(".")] if unread else []
    yield from used
    yield from (Event(Act.REGISTERED, graph.node(i).birth, "creates a module that nothing uses") for i in names[:1])


def _uses(graph: UncutGraph, use: HeldModule) -> Iterator[Event]:
    attribute, file = use.attribute, use.file
    syntax = graph.sources.syntax(file)
    for function in syntax.of(ast.FunctionDef):
        if function.name == "__init__":
            continue
        for node in syntax.within(function).of(ast.Attribute):
            if node.attr == attribute:
                around = _innermost_branch(function, node, syntax)
                if around is not None:
                    place = place_of_node(file, around.test, function.name, graph.sources)
                    yield Event(
                        Act.STEERED, (place,), f"`{attribute}` is used only if this is true", "if", observed=False
                    )
                else:
                    place = place_of_node(file, node, function.name, graph.sources)
                    yield Event(Act.USED, (place,), "its result did not reach the loss", attribute, cures=False)
                return


def _innermost_branch(function: ast.FunctionDef, node: ast.AST, syntax: Syntax) -> ast.If | None:
    """The nearest `if` of the function in whose body the node stands."""
    inner = node
    for above in syntax.above(node):
        if isinstance(above, ast.If) and inner in above.body:
            return above
        if above is function:
            return None
        inner = above
    return None
