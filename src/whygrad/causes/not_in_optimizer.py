"""A module that gets gradients in every step, and that no optimizer holds."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted, names, places
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph


class NotInOptimizer(SilentCause):
    name = "not-in-optimizer"
    also = "also without an optimizer"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        if _is_stale(graph):
            return
        made = places(graph.query.facts["optimizer"])
        groups: dict[str, list[int]] = {}
        for stray in graph.query.facts["strays"]:
            # Beside parameters of the same module that an optimizer holds, being left out is mostly meant; so it is
            # for a module that was put into eval mode.
            if stray["module"] and stray["training"] and not stray["partly_held"] and not stray["hidden"]:
                groups.setdefault(stray["module"], []).append(stray["leaf"])
        for module, leaves in groups.items():
            if _holds_parameters(graph) and made:
                yield self.finding("warning", made, names(graph, leaves), module=module)

    def subject(self, finding: Finding) -> str:
        one = len(finding.lost) == 1
        return f"{counted(finding.lost)} {'gets a gradient and is' if one else 'get gradients and are'} never updated"

    def clause(self, finding: Finding) -> str:
        return f"no optimizer holds the parameters of `{finding.facts['module']}`"

    def label(self, finding: Finding) -> str:
        return f"this optimizer was not given those of `{finding.facts['module']}`"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        module = finding.facts["module"]
        return (
            f"give the optimizer `{module}.parameters()` too; if `{module}` is meant to stay as it is, call "
            f"`{module}.requires_grad_(False)`, which also saves computing its gradients",
        )


def _holds_parameters(graph: UncutGraph) -> bool:
    """An optimizer of inputs (an attack, a style transfer) leaves the network alone on purpose."""
    return any(n.optimized and n.parameter for n in graph.nodes)


def _is_stale(graph: UncutGraph) -> bool:
    starving = graph.query.facts["starving"]
    return any(not s["got"] and not s["owned"] for s in starving)
