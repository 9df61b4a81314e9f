"""`detach()`, `detach_()`, `.data`, and `_values()` of a sparse tensor: the same values without their history."""

from __future__ import annotations

import re

from whygrad.causes._base import Cause, node_cut
from whygrad.diagnostic import Edit
from whygrad.evidence.marks import COPYING_CALLERS, DataReplaced, caller_in
from whygrad.finding import Finding
from whygrad.graph.helpers import is_constant_in_a_term
from whygrad.graph.precedence import Plausibility
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.weights import weighs_a_choice
from whygrad.ops import LOSSES, WITHOUT_HISTORY
from whygrad.recording import QueryKind
from whygrad.source.files import SourceFiles

# A call that is given no values, flags at most: what it writes it has computed itself, and nobody can use it directly.
OF_ITS_OWN = re.compile(r"[\w.]*\((\s*\w+\s*=[^=].*)?\)", re.S)
OF_SPARSE = "_values"
COMPARING = LOSSES | {"cosine_similarity"}


class DetachedTensor(Cause):
    name = "detached-tensor"
    yields_to = ("straight-through-loss",)  # there the `detach()` is right, and the loss is not

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node = graph.node(index)
        if node.kind == "leaf" and isinstance(node.mark, DataReplaced):
            return Cut(self.name, node.mark.chain, index)
        if node.act.removesuffix(".__set__") not in WITHOUT_HISTORY or caller_in(node.mark) in COPYING_CALLERS:
            return None
        if not graph.can_carry(index):
            return None  # a count or a mask has no gradient that could be cut off
        return node_cut(self, node, index, _plausibility(graph, index))

    def clause(self, finding: Finding) -> str:
        how = "detaches its result, which cuts" if _is_inside(finding) else "cuts"
        return f"`{finding.facts['code']}` {how} the path from `{_root(finding)}`"

    def label(self, finding: Finding) -> str:
        return "no gradient passes here"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if isinstance(finding.facts["mark"], DataReplaced) or finding.facts["op_full"].endswith("__set__"):
            code = str(finding.facts["code"])
            if OF_ITS_OWN.fullmatch(code) and ".data" not in code:
                return (
                    f"`{code}` replaces the parameters, and what they were computed from is no longer trained: train "
                    "it before this call, or call `.requires_grad_(True)` on the new parameters and give them to an "
                    "optimizer",
                )
            return ("use the new values directly: `torch.func.functional_call(module, {name: value}, …)`",)
        if finding.facts["op"] == "detach_":
            return ("use the tensor as it is; `detach_()` changes it in place for every user of the tensor",)
        if finding.facts["op"] == OF_SPARSE:
            return ("call `.values()` instead, which keeps the history; it needs a tensor that `coalesce()` returned",)
        if _is_inside(finding):
            return (
                f"use a function or an option that keeps the history where the value feeds into `{_root(finding)}`",
            )
        return (f"remove `{finding.facts['code']}` where the value feeds into `{_root(finding)}`",)

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        if finding.site and finding.facts["code"] in (".detach()", ".data"):
            return (Edit(finding.site, ""),)
        return ()


def _is_inside(finding: Finding) -> bool:
    """Does the marked call return a value that it detached itself, as `jacobian(f, x)` does?"""
    code = str(finding.facts["code"])
    is_write = isinstance(finding.facts["mark"], DataReplaced) or finding.facts["op_full"].endswith("__set__")
    return not is_write and not code.startswith(".") and "detach" not in code and ".data" not in code


def _root(finding: Finding) -> str:
    """What the gradient should come from; where the cut is the last thing done to it, what it is without the cut."""
    root = str(finding.facts["root"])
    return root.removesuffix(str(finding.facts["code"])) or root


def _plausibility(graph: UncutGraph, index: int) -> Plausibility:
    """What a term that learns treats as a constant is more likely meant than what makes a whole term constant."""
    if _is_target(graph, index):
        return Plausibility.TARGET
    if graph.query.kind in (QueryKind.BACKWARD, QueryKind.GRAD) and weighs_a_choice(graph, index):
        return Plausibility.WEIGHT
    constant = graph.query.kind is QueryKind.SILENT and is_constant_in_a_term(graph, index)
    return Plausibility.CONSTANT if constant else Plausibility.LIKELY


def _is_target(graph: UncutGraph, index: int) -> bool:
    """Is the detached value compared at once with something that carries a gradient, as a target is?"""
    users = [graph.node(u) for u in graph.users.get(index, ())]
    return bool(users) and all(u.act in COMPARING and u.requires_grad and len(u.inputs) > 1 for u in users)
