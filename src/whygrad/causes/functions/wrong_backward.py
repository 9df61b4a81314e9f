"""A custom Function whose `backward` is not the derivative of its `forward`."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence import Evidence
from whygrad.evidence.functions import (
    IgnoredIncoming,
    KeptOutsideContext,
    SwappedGradients,
    WrongGradient,
    WrongSecondDerivative,
    WrongSlope,
)
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.patterns.functions import function_at, returned_element

NOTHING = dict.fromkeys(("holder", "returned", "ignored", "swapped", "second"))
_Wrong = WrongGradient | SwappedGradients | WrongSlope | KeptOutsideContext | IgnoredIncoming | WrongSecondDerivative
WHOLE = 1_000  # beyond every returned gradient: the `return` itself


class WrongBackward(SilentCause):
    name = "wrong-backward"
    drives = True
    kind = QueryKind.TRAINING
    inferred = "whygrad observed that the gradient is wrong; the marked line is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        wrong: list[_Wrong] = [
            *graph.evidence(IgnoredIncoming),
            *graph.evidence(SwappedGradients),
            *graph.evidence(WrongGradient),
            *graph.evidence(WrongSlope),
            *graph.evidence(KeptOutsideContext),
            *graph.evidence(WrongSecondDerivative),
        ]
        for seen in wrong:
            facts = {**NOTHING, **dataclasses.asdict(seen)}
            defined = seen.backward[-1]
            node = function_at(defined, graph.sources)
            place = None
            if node is not None:
                place = returned_element(node, _marked(seen, node), defined.file, graph.sources)
            # That nothing reads what comes in is observed of the function as a whole.
            read = isinstance(seen, IgnoredIncoming) and place is not None
            chain = (place,) if place else ()
            yield Finding(self.name, "warning", "inferred" if read else "observed", chain, facts=facts)

    def subject(self, finding: Finding) -> str:
        what = "gradient" if finding.facts["second"] is None else "second derivative"
        return f"`{finding.facts['function']}` gives a wrong {what}"

    def clause(self, finding: Finding) -> str:
        if (second := finding.facts["second"]) is not None:
            by_backward = finding.facts["by_backward"]
            wanted = f"the second derivative of `forward` is {second:.4g}"
            return f"differentiating `backward` gives {by_backward:.4g}, but {wanted}"
        if finding.facts["holder"]:
            return (
                f"`{finding.facts['holder']}` holds what the latest call saved, but the "
                "backward pass of an earlier call reads it too"
            )
        if ignored := finding.facts["ignored"]:
            return f"`backward` never reads `{ignored}`, which contains {finding.facts['incoming']:.4g}"
        if swapped := finding.facts["swapped"]:
            return f"`backward` returns {_of_both(swapped)} in swapped order"
        if finding.facts["returned"] is not None:
            returned, derivative = finding.facts["returned"], finding.facts["derivative"]
            return f"`backward` returned {returned:.4g} where the derivative of `forward` is {derivative:.4g}"
        backward, difference = finding.facts["by_backward"], finding.facts["by_difference"]
        return (
            f"along a random direction the slope of `forward` is {difference:.4g}, but `backward` gives {backward:.4g}"
        )

    def label(self, finding: Finding) -> str:
        if finding.facts["second"] is not None:
            return "a second derivative treats part of this as a constant"
        if finding.facts["holder"]:
            return "computed from another call's values"
        if finding.facts["ignored"]:
            return f"not multiplied by `{finding.facts['ignored']}`"
        if finding.facts["swapped"]:
            return "each is the derivative with respect to the other argument"
        return "is not the derivative of `forward`"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["second"] is not None:
            return (
                f"{_by_argument(finding)}, along a random direction; a later pass goes through this `backward`",
                "in a second derivative, all that `forward` saves is a constant, except its inputs and outputs",
            )
        if finding.facts["holder"]:
            return (f"another call before the backward pass replaced `{finding.facts['holder']}`",)
        if finding.facts["ignored"]:
            return (f"what it returns is right only where `{finding.facts['ignored']}` is 1",)
        if finding.facts["swapped"]:
            return ("the derivatives are computed in double precision from the operations that `forward` ran",)
        if finding.facts["returned"] is not None:
            return (
                f"{_element(finding)}; the derivative is computed in double precision from the operations that "
                "`forward` ran",
            )
        return ("measured in double precision at the inputs of its first call, along each of two directions",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["second"] is not None:
            return (
                "save the inputs of `forward`, and compute the other values from them again in `backward`, with torch",
            )
        if finding.facts["holder"]:
            return ("save it on the context, which belongs to one call: `ctx.save_for_backward(…)`",)
        if ignored := finding.facts["ignored"]:
            return (f"multiply what you return by `{ignored}`, as the chain rule requires",)
        if finding.facts["swapped"]:
            return ("return the gradients in the order in which `forward` takes its arguments",)
        return (
            f"run `torch.autograd.gradcheck({finding.facts['function']}.apply, inputs)` with inputs in `float64` "
            "to see which derivative differs",
        )


def _of_both(arguments: tuple[str, ...]) -> str:
    return "the gradients of {} and {}".format(*(f"`{a}`" for a in arguments)) if all(arguments) else "two gradients"


def _marked(seen: Evidence, backward: ast.FunctionDef) -> int:
    """Which of the returned gradients is meant, by its position. What nothing has multiplied is so when it leaves."""
    if isinstance(seen, SwappedGradients | IgnoredIncoming):
        return WHOLE
    return seen.position if isinstance(seen, WrongGradient) else _to_mark(backward)


def _element(finding: Finding) -> str:
    """Of which argument, and where in it."""
    argument = f"the gradient of `{finding.facts['argument']}`" if finding.facts["argument"] else "the gradient"
    return f"at {list(finding.facts['element'])} in {argument}" if finding.facts["element"] else f"in {argument}"


def _by_argument(finding: Finding) -> str:
    argument = f"with respect to `{finding.facts['argument']}`" if finding.facts["argument"] else "of one argument"
    return f"{argument} at {list(finding.facts['element'])}" if finding.facts["element"] else argument


def _to_mark(backward: ast.FunctionDef) -> int:
    """Which of the returned gradients to mark: the only one, else beyond the last, for all of them are meant."""
    returned = next(
        (n.value for n in reversed(list(ast.walk(backward))) if isinstance(n, ast.Return) and n.value), None
    )
    if not isinstance(returned, ast.Tuple):
        return 0
    given = [i for i, e in enumerate(returned.elts) if not (isinstance(e, ast.Constant) and e.value is None)]
    return given[0] if len(given) == 1 else len(returned.elts)
