"""A result was changed behind autograd's back, between the forward and the backward pass."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import root_name
from whygrad.causes._silent import SilentCause, counted, leaves_behind, names, places, reachable
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain


class UntrackedWrite(SilentCause):
    name = "untracked-write"
    also = "also wrong, for the same reason"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        behind = reachable(graph)
        told = set()
        for write in graph.query.facts["untracked"]:
            chain = places(write["chain"])
            if (
                write["at"] in behind
                and chain not in told
                and _came_between(graph, write["at"], write["clock"], write["before"])
            ):
                told.add(chain)
                yield self._found(graph, write["at"], str(write["op"]), places(write["chain"]))

    def _found(self, graph: UncutGraph, at: int, op: str, chain: Chain) -> Finding:
        node = graph.node(at)
        leaves = ((i, graph.node(i)) for i in sorted(leaves_behind(graph, at)))
        lost = names(
            graph, (i for i, leaf in leaves if leaf.requires_grad and (leaf.optimized or not graph.has_optimizer))
        )
        path = (Step("", node.place, "the value was computed here"),) if node.place else ()
        facts = {"array": op == "numpy", "root": root_name(graph), "op": node.op.rpartition(".")[2]}
        return Finding(self.name, "warning", "observed", chain, path, tuple(lost), facts)

    def subject(self, finding: Finding) -> str:
        verb = "gets a wrong gradient" if len(finding.lost) < 2 else "get wrong gradients"
        return f"{counted(finding.lost)} {verb}"

    def clause(self, finding: Finding) -> str:
        how = "through an array" if finding.facts["array"] else "past autograd"
        return f"the result of `{finding.facts['op']}` was changed {how}, and the backward pass does not know of it"

    def label(self, finding: Finding) -> str:
        if finding.facts["array"]:
            return "shares the memory of a result, and was written afterwards"
        return "changes the values and records nothing"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["array"]:
            return ("copy before writing: `.detach().clone().numpy()`",)
        return (
            "compute a new tensor, not through `.data` or `detach()`: with `*`, `clamp`, `masked_fill`, `torch.where`",
        )


def _is_computed(graph: UncutGraph, at: int) -> bool:
    """Is it a result that passes a gradient on, not a leaf that was made of something?"""
    node = graph.node(at)
    made_anew = node.op.rpartition(".")[2] in ("Parameter", "requires_grad", "requires_grad_")
    return node.requires_grad and not made_anew and any(graph.node(i).requires_grad for i in node.inputs)


def _came_between(graph: UncutGraph, at: int, clock: int, passes: int) -> bool:
    """Did the write, after so many passes, come between a use and the pass that went back through it?

    A parameter may be written before the forward pass, a result may not at all.
    """
    later = [r for r in graph.query.roots if (graph.node(r).number or 0) > passes]
    behind = reachable(graph, later)
    if _is_computed(graph, at):
        return at in behind
    users = [graph.node(user) for user in graph.users.get(at, ()) if user in behind]
    return any(user.requires_grad and user.clock <= clock for user in users)
