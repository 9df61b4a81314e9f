"""A custom Function whose `backward` is not the derivative of its `forward`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.source.functions import function_at, returned_element


class WrongBackward(SilentCause):
    name = "wrong-backward"
    kind = "training"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for function in graph.query.facts["wrong_functions"]:
            file, line = function.get("backward", ("", 0))
            node = function_at(file, line, graph.sources)
            place = returned_element(node, _to_mark(node), file, graph.sources) if node else None
            facts = {k: function.get(k) for k in ("name", "by_backward", "by_difference", "holder")}
            yield Finding(self.name, "warning", "observed", (place,) if place else (), facts=facts)

    def subject(self, finding: Finding) -> str:
        return f"`{finding.facts['name']}` gives a wrong gradient"

    def clause(self, finding: Finding) -> str:
        if finding.facts["holder"]:
            return f"`{finding.facts['holder']}` has what the latest call kept, and an earlier call's pass reads it too"
        backward, difference = finding.facts["by_backward"], finding.facts["by_difference"]
        return (
            f"along a random direction the slope of `forward` is {difference:.4g}, and `backward` says {backward:.4g}"
        )

    def label(self, finding: Finding) -> str:
        if finding.facts["holder"]:
            return "computed with the values of another call"
        return "is not the derivative of `forward`"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["holder"]:
            return (f"it was called again before the backward pass, and `{finding.facts['holder']}` was replaced",)
        return (
            "measured in double precision at the inputs of its first call; "
            "the two differ along each of three directions",
        )

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["holder"]:
            return ("keep it in the context, which each call has for itself: `ctx.save_for_backward(…)`",)
        return (
            f"`torch.autograd.gradcheck({finding.facts['name']}.apply, inputs)` with inputs in `float64` "
            "tells which derivative differs",
        )


def _to_mark(backward: ast.FunctionDef) -> int:
    """Which of the returned gradients to mark: the only one, else beyond the last, for all of them are meant."""
    returned = next(
        (n.value for n in reversed(list(ast.walk(backward))) if isinstance(n, ast.Return) and n.value), None
    )
    if not isinstance(returned, ast.Tuple):
        return 0
    given = [i for i, e in enumerate(returned.elts) if not (isinstance(e, ast.Constant) and e.value is None)]
    return given[0] if len(given) == 1 else len(returned.elts)
