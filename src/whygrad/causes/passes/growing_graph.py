"""`total += loss`: a sum that keeps the graph of everything that was ever added to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.diagnostic import Edit
from whygrad.evidence.passes import GrowingGraph as Growing
from whygrad.evidence.passes import Keeper
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.stores import attribute_stores, is_carried, variable_stores
from whygrad.source.scopes import ASSIGNABLE

SUMMING = ("sum(", "stack(", "cat(")
COUNTED = 256  # additions that are counted at most


class GrowingGraph(SilentCause):
    name = "growing-graph"
    kind = QueryKind.TRAINING
    inferred = "whygrad observed that graphs are kept; the line that keeps them is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told: set[Chain] = set()
        for growing in graph.evidence(Growing):
            made, keeper = growing.chain, growing.keeper
            if any(text in graph.text(made[-1]) for text in SUMMING if made) and told:
                continue  # a sum of what is kept elsewhere
            chain = _keeping(graph, keeper) or (made if growing.kept else _carrying(graph, made))
            if chain in told:
                continue
            told.add(chain)
            code = graph.text(chain[-1]).strip() if chain else ""
            path = (Step("", made[-1], "created here, with its graph"),) if made and keeper is not None else ()
            facts = {"length": growing.length, "code": code, "kept": growing.kept, "added": _adds(code)}
            path = path if path and path[0].place != chain[-1] else ()
            evidence = "observed" if chain == made else "inferred"
            yield Finding(self.name, "warning", evidence, chain, path, facts={**facts, "here": not path})

    def subject(self, finding: Finding) -> str:
        return "memory grows from step to step"

    def clause(self, finding: Finding) -> str:
        length = finding.facts["length"]
        if finding.facts["kept"]:
            line = "this line" if finding.facts["here"] else "one line"
            return f"{length} results of {line} stay alive with their graphs, and the latest passes used none of them"
        number = f"more than {COUNTED}" if length > COUNTED else f"{length}"
        if not finding.facts["added"]:
            return f"this value holds the graphs of {number} updates, and no backward pass uses it"
        return f"this sum holds the graphs of {number} added values, and no backward pass uses it"

    def label(self, finding: Finding) -> str:
        if finding.facts["kept"]:
            return "storing this keeps its whole history"
        if not finding.facts["added"]:
            return "continues from the previous value, and keeps its history"
        return "keeps the whole history of what is added"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["kept"]:
            return (
                "store only the values: `.detach()` before appending to a list or buffer, or compute under `no_grad`",
            )
        if not finding.facts["added"]:
            return ("detach the previous value here, with `.detach()`, or compute this under `no_grad`",)
        return ("add the plain number: `.item()`, or `.detach()` to stay on the device",)

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        code = str(finding.facts["code"])
        left, operator, right = code.partition(" += ")
        if finding.site is None or not operator or not right.isidentifier():
            return ()
        return (Edit(finding.site, f"{left} += {right}.item()"),)


def _adds(code: str) -> bool:
    """Is it `total += loss` or `total + loss`, and not an average or a state that goes on?"""
    try:
        (statement,) = ast.parse(code).body
    except (SyntaxError, ValueError):
        return False
    if isinstance(statement, ast.AugAssign):
        return isinstance(statement.op, ast.Add)
    value = getattr(statement, "value", None)  # of an expression, or of what is assigned
    return isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and isinstance(value.left, ASSIGNABLE)


def _keeping(graph: UncutGraph, keeper: Keeper | None) -> Chain:
    """The statement that puts results where they are kept, where there is just one."""
    if keeper is None:
        return ()
    if keeper.attribute:
        stores = attribute_stores(keeper.name, [keeper.file], graph.sources)
    else:
        stores = variable_stores(keeper.name, keeper.file, graph.sources)
    return (stores[0],) if len(stores) == 1 else ()


def _carrying(graph: UncutGraph, chain: Chain) -> Chain:
    """The outermost statement that carries a state on: the functions inside it forget theirs."""
    for depth, place in enumerate(chain, 1):
        if is_carried(place, graph.sources):
            return chain[:depth]
    return chain
