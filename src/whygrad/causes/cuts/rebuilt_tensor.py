"""A new tensor built from another's values: `torch.tensor(t)`, `torch.Tensor([...])`, `nn.Parameter(t)`."""

from __future__ import annotations

import ast

from whygrad.causes._base import Cause, node_cut
from whygrad.diagnostic import Edit
from whygrad.evidence.marks import caller_in
from whygrad.evidence.stored_results import CameBack
from whygrad.finding import Finding
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import assigned_values

BUILDING = (
    "torch.tensor",
    "torch.Tensor.new_tensor",
    "torch.scalar_tensor",
    "torch.nn.Parameter",
    "torch.autograd.Variable",
)
BUILDING_FROM_LISTS = ("torch.as_tensor", "torch.asarray")  # these pass a tensor on, but not a list of tensors
CONSTRUCTORS = ("torch.Tensor(", "torch.FloatTensor(", "torch.DoubleTensor(", "Tensor(", "FloatTensor(")


class RebuiltTensor(Cause):
    name = "rebuilt-tensor"
    yields_to = ("detached-tensor",)  # values that were set later: how the leaf was made does not matter

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node, into = graph.node(index), graph.node(parent)
        if into.kind == "export" or isinstance(into.mark, CameBack):
            return None  # the value had left torch before: that is the cut
        if node.kind == "export":
            return node_cut(self, node, index) if self._is_constructor(graph, index) else None
        if caller_in(node.mark) == "__deepcopy__":
            return None
        if node.op == "" and node.kind == "operation" and not node.requires_grad:
            return Cut(self.name, _constructed(graph, node.chain), index)
        lost = into.requires_grad and not node.requires_grad and node.switch is None
        if node.op in BUILDING or (node.op in BUILDING_FROM_LISTS and lost):
            return node_cut(self, node, index)
        return None

    def _is_constructor(self, graph: UncutGraph, index: int) -> bool:
        """`torch.Tensor([a, b])` takes the elements out one by one with `float()`."""
        place = graph.node(index).place
        return place is not None and graph.text(place).startswith(CONSTRUCTORS)

    def clause(self, finding: Finding) -> str:
        does = "turns values into a new leaf" if "Parameter" in _call(finding) else "copies values into a new tensor"
        if "Variable" in _call(finding):
            does = "wraps the values in a new tensor"
        return f"`{_call(finding)}` {does}, which has no history"

    def label(self, finding: Finding) -> str:
        kept = "takes" if "Parameter" in _call(finding) or "Variable" in _call(finding) else "copies"
        return f"{kept} the values and drops their history"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if "Parameter" in _call(finding):
            return ("create the parameter once, as a leaf, and compute from it; a computed tensor is not a parameter",)
        if finding.facts["inputs"] > 1 or "[" in finding.facts["text"]:
            return ("combine tensors with `torch.stack(…)` or `torch.cat(…)`, which keep their history",)
        return ("use the tensor as it is; to change its dtype or device, use `.to(…)`, which keeps its history",)

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        site, text = finding.site, finding.facts["text"]
        if site is None or not text.startswith("torch.tensor(") or not site.column:
            return ()
        several = finding.facts["inputs"] > 1
        if several and (
            "=" in text or _is_nested(text, site, sources)
        ):  # `stack` takes neither dtype nor rows of lists
            return ()
        end = site.column + len("torch.tensor")
        name = Place(site.file, site.line, site.column, site.line, end, site.function)
        return (Edit(name, "torch.stack" if several else "torch.as_tensor"),)


def _constructed(graph: UncutGraph, chain: Chain) -> Chain:
    """Where a tensor that appeared in another's memory was made: the assignment of a name that its first use reads."""
    for place in reversed(chain):
        for name in graph.flow.names_in(place):
            for made in assigned_values(place, name, graph.sources):
                if graph.text(made).startswith(CONSTRUCTORS):
                    return (*chain[: chain.index(place)], made)
    return chain


def _is_nested(text: str, site: Place, sources: SourceFiles) -> bool:
    """Is a list of lists given, there or by a name that is bound to one?"""
    name = text.removeprefix("torch.tensor(").removesuffix(")")
    syntax = sources.syntax(site.file)
    call = syntax.at(site)
    bound = [statement for statement in syntax.assigned.get(name, ()) if isinstance(statement, ast.Assign)]
    values = [*(statement.value for statement in bound), *(call.args[:1] if isinstance(call, ast.Call) else ())]
    rows = [row for value in values if isinstance(value, ast.List | ast.Tuple) for row in value.elts]
    rows += [value.elt for value in values if isinstance(value, ast.ListComp)]
    return any(isinstance(row, ast.List | ast.Tuple | ast.ListComp) for row in rows)


def _call(finding: Finding) -> str:
    called = str(finding.facts["text"]).partition("(")[0]
    return f"{called}(…)" if called.strip("…") else str(finding.facts["op"])
