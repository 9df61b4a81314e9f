"""Layers in a Python list, dict, object or plain attribute: `parameters()` does not see them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from whygrad.causes._base import Cause
from whygrad.evidence.modules import HiddenParameters, KeptResult, StrayLeaf
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Place, QueryKind
from whygrad.source.given.handing_out import method_handing_out
from whygrad.source.patterns.stores import each_assigned
from whygrad.source.span import place_of_node

METHOD = "whygrad infers the method that returns them from the source"


class UnregisteredModule(Cause):
    name = "unregistered-module"
    also = "also missing from the optimizer"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for hidden in _hidden(graph):
            places = _assignments(graph, hidden) or _set_from_outside(graph, hidden.attribute)
            if method := _handed_out(graph, hidden):
                yield self._passed_over(graph, hidden, method, places)
                continue
            yield Finding(
                cause=self.name,
                severity="error",
                evidence="observed" if len(places) == 1 else "inferred",
                chain=tuple(places[:1]) or graph.query.chain,
                lost=hidden.lost,
                facts={"hidden": hidden, "root": "the optimizer", "tensors": _are_tensors(graph, hidden)},
            )

    def _passed_over(
        self, graph: UncutGraph, hidden: HiddenParameters, method: str, places: Sequence[Place]
    ) -> Finding:
        """The finding at the optimizer that got `parameters()`, where a method hands out what it should get."""
        facts = {"hidden": hidden, "root": "the optimizer", "tensors": True, "method": method}
        kept = tuple(Step("", place, "kept here, and not as a parameter") for place in places[:1])
        return Finding(
            self.name,
            "error",
            "inferred",
            graph.query.chain,
            kept,
            hidden.lost,
            facts,
            wording=Wording(inferred=METHOD),
        )

    def subject(self, finding: Finding) -> str:
        first, more = finding.lost[0], len(finding.lost) - 1
        return f"the optimizer does not hold `{first}`{f' and {more} more' if more else ''}"

    def clause(self, finding: Finding) -> str:
        hidden: HiddenParameters = finding.facts["hidden"]
        if hidden.container == "buffer":
            return f"`{hidden.attribute}` is a buffer, which `parameters()` does not return"
        if hidden.container == "Tensor":
            return f"`{hidden.attribute}` is a plain tensor, which `parameters()` does not return"
        if hidden.is_object:
            what = f"a plain `{hidden.container}` object"
            return f"`{hidden.attribute}` is {what}, so `parameters()` does not find its contents"
        return (
            f"`{hidden.attribute}` is a plain Python {hidden.container}, so `parameters()` does not find its contents"
        )

    def label(self, finding: Finding) -> str:
        hidden: HiddenParameters = finding.facts["hidden"]
        if finding.facts.get("method"):
            return "no parameter arrives here"
        if hidden.container == "buffer":
            return f"registers a buffer of `{hidden.cls}`, not a parameter"
        return f"this is not registered with `{hidden.cls}`"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        hidden: HiddenParameters = finding.facts["hidden"]
        container = hidden.container
        if method := finding.facts.get("method"):
            return (f"pass the tensors that `{method}()` returns, instead of `parameters()`",)
        if container in ("Tensor", "buffer"):
            return ("make it a parameter: `nn.Parameter(…)`",)
        if hidden.is_object:
            return (f"make each of these an attribute of `{hidden.cls}` itself, or of an object that is a module",)
        kind = "Dict" if container == "dict" else "List"
        keys = [name.removeprefix(f"{hidden.module}.{hidden.attribute}.") for name in hidden.lost]
        if kind == "Dict" and finding.facts["tensors"] and any("." in key for key in keys):
            return ("register the tensors as parameters, under names without a dot, or pass them to the optimizer",)
        plain = all(key.isidentifier() or key.isdecimal() for key in keys)  # no name of a module's parameter behind it
        strings = " with strings as keys" if kind == "Dict" and any(key[:1].isdecimal() for key in keys) else ""
        return (f"use `nn.{'Parameter' if plain else 'Module'}{kind}(…)`{strings}",)


def _handed_out(graph: UncutGraph, hidden: HiddenParameters) -> str:
    """The method that hands these tensors out to what trains; only of an optimizer that asked `parameters()`."""
    is_asked = graph.query.kind is QueryKind.EMPTY_PARAMETERS and bool(graph.query.chain)
    if not is_asked or hidden.container not in ("Tensor", "buffer"):
        return ""
    if "parameters()" not in graph.text(graph.query.chain[-1]):
        return ""
    is_buffer = hidden.container == "buffer"
    return method_handing_out(hidden.attribute, is_buffer, graph.recording.sources, graph.sources)


def _hidden(graph: UncutGraph) -> Sequence[HiddenParameters]:
    """What hides: of an optimizer that got nothing, or beside parameters that an optimizer holds."""
    if graph.query.kind is QueryKind.EMPTY_PARAMETERS:
        results = {kept.name for kept in graph.evidence(KeptResult)}  # which would not be parameters anywhere
        return [hidden for hidden in graph.evidence(HiddenParameters)[:1] if not results.intersection(hidden.lost)]
    if graph.query.kind is not QueryKind.SILENT:
        return []
    found = [
        stray.owner.hidden
        for stray in graph.evidence(StrayLeaf)
        if stray.owner.hidden is not None and stray.owner.partly_held and not _is_renewed(graph, stray)
    ]
    return list({(hidden.module, hidden.attribute): hidden for hidden in found}.values())


def _is_renewed(graph: UncutGraph, stray: StrayLeaf) -> bool:
    """Is it a tensor that `forward` makes anew and keeps, as for its gradient? It is no parameter then."""
    birth = graph.node(stray.leaf).birth if stray.leaf is not None else ()
    is_tensor = stray.owner.hidden is not None and stray.owner.hidden.container == "Tensor"
    return is_tensor and any(place.function.rpartition(".")[2] == "forward" for place in birth)


def _are_tensors(graph: UncutGraph, hidden: HiddenParameters) -> bool:
    """Are they tensors that were never parameters, not those of modules?"""
    strays = [stray.leaf for stray in graph.evidence(StrayLeaf) if stray.owner.hidden == hidden]
    return bool(strays) and not any(leaf is None or graph.node(leaf).parameter for leaf in strays)


def _assignments(graph: UncutGraph, hidden: HiddenParameters) -> list[Place]:
    """Where the class, or the nearest of its bases that does, assigns the attribute, as the text tells."""
    known = {c.name: (file, c) for file in graph.recording.sources for c in graph.sources.syntax(file).of(ast.ClassDef)}
    own = (c for c in graph.sources.syntax(hidden.file).of(ast.ClassDef) if c.name == hidden.cls)
    waiting = [(hidden.file, c) for c in own]
    for file, cls in waiting:
        if found := _assigned_in(graph, file, cls, hidden.attribute):
            return found
        names = (ast.unparse(base).rpartition(".")[2] for base in cls.bases)
        waiting += [known[name] for name in names if name in known and known[name] not in waiting]
    return []


def _assigned_in(graph: UncutGraph, file: str, cls: ast.ClassDef, attribute: str) -> list[Place]:
    syntax, function = graph.sources.syntax(file), f"{cls.name}.__init__"
    found = []
    for statement in syntax.within(cls).of(ast.Expr, ast.Assign, ast.AnnAssign):
        if isinstance(statement, ast.Expr):
            if _registers_buffer(statement, attribute):
                found.append(place_of_node(file, statement, function, graph.sources))
        elif (node := _setting(statement, attribute)) is not None:
            found.append(place_of_node(file, node, function, graph.sources))
    return found


def _setting(statement: ast.Assign | ast.AnnAssign, attribute: str) -> ast.expr | ast.stmt | None:
    """The assignment of the attribute; its name alone where the statement assigns other things too."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    if any(isinstance(target, ast.Attribute) and target.attr == attribute for target in targets):
        return statement
    parts = [part for target in targets for part, _ in each_assigned(target, target)]
    return next((part for part in parts if isinstance(part, ast.Attribute) and part.attr == attribute), None)


def _set_from_outside(graph: UncutGraph, attribute: str) -> list[Place]:
    """Where something sets the attribute of an object that is not itself: `model.heads = [...]`."""
    found = []
    for file in graph.recording.sources:
        for statement in graph.sources.syntax(file).of(ast.Assign, ast.AnnAssign):
            node = _setting(statement, attribute)
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if node is not None and not any(ast.unparse(target).startswith("self.") for target in targets):
                found.append(place_of_node(file, node, "", graph.sources))
    return found


def _registers_buffer(node: ast.Expr, attribute: str) -> bool:
    """`self.register_buffer("name", …)`"""
    call = node.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or not call.args:
        return False
    first = call.args[0]
    return call.func.attr == "register_buffer" and isinstance(first, ast.Constant) and first.value == attribute
