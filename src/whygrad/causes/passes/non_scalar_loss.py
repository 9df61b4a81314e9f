"""`backward()` on a tensor of many elements: of which of them is the gradient asked?"""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause, root_name
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Place, QueryKind

FRAGMENT = "can be implicitly created only for scalar outputs"


class NonScalarLoss(Cause):
    name = "non-scalar-loss"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.ERROR or FRAGMENT not in graph.query.error:
            return
        root = graph.node(graph.roots[0]) if graph.roots else None
        asked = graph.query.chain
        made = root.chain if root is not None else ()
        # What another function returns is to be reduced there; what stands beside `backward()` is reduced on the spot.
        by_grad = bool(asked) and "autograd.grad(" in graph.text(asked[-1])
        elsewhere = bool(made and asked and not by_grad) and not _same_function(made[-1], asked[-1])
        other = asked[-1:] if elsewhere else made[-1:]
        yield Finding(
            cause=self.name,
            severity="error",
            evidence="observed",
            chain=made if elsewhere else asked,
            path=tuple(Step("", p, "`backward()` is called here" if elsewhere else "made here") for p in other),
            facts={
                "root": root_name(graph),
                "shape": list(root.shape) if root is not None else [],
                "elsewhere": elsewhere,
                "by_grad": by_grad,
            },
        )

    def subject(self, finding: Finding) -> str:
        shape = f" has shape {finding.facts['shape']}" if finding.facts["shape"] else " has many elements"
        return f"`{finding.facts['root']}`{shape}"

    def clause(self, finding: Finding) -> str:
        return "`backward()` needs one number to start from"

    def label(self, finding: Finding) -> str:
        return "not reduced to one number" if finding.facts["elsewhere"] else "of which element?"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        root = finding.facts["root"]
        argument = "grad_outputs" if finding.facts["by_grad"] else "gradient"
        return (
            f"reduce it: `{root}.mean()` or `{root}.sum()`; or pass a weight for every element: "
            f"`{argument}=torch.ones_like({root})` gives the gradient of the sum",
        )


def _same_function(a: Place, b: Place) -> bool:
    return (a.file, a.function) == (b.file, b.function)
