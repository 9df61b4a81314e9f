"""A gradient became nan, and something was asked to stop at that: anomaly mode, or the clipping of norms."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import root_name
from whygrad.causes._born import way_through
from whygrad.causes._fed_nan import FedNan, fed_nan
from whygrad.causes._messages import Message, MessageCause, at_failing_step
from whygrad.causes._silent import counted, names, reachable
from whygrad.causes.values._zeros import kind_of
from whygrad.evidence.values import (
    BadValue,
    BrokenGradients,
    LargestWeight,
    MetNan,
    NonfiniteValues,
    SpoiledWeights,
    StarvingLeaf,
)
from whygrad.finding import BirthOfValues, Finding, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import shown
from whygrad.recording import QueryKind

AT_ZERO = "add a small number inside the norm, `(x.pow(2).sum() + 1e-12).sqrt()`: its slope at 0 is undefined"
KNOWN = {
    "Sqrt": "write `torch.sqrt(x + 1e-8)`, or `x.clamp_min(1e-8).sqrt()`: the slope of `sqrt` at 0 is infinite",
    "LinalgVectorNorm": AT_ZERO,
    "Norm": AT_ZERO,
    "Div": "add a small number to the divisor, or replace zeros before you divide",
    "Log": "write `torch.log(x + 1e-8)`, or use `log_softmax` for probabilities: the slope of `log` at 0 is infinite",
    "Pow": "add a small number to the base: the slope of this power at 0 is infinite",
    "Acos": "clamp the input, `x.clamp(-1 + 1e-6, 1 - 1e-6)`: the slope of `acos` at -1 and 1 is infinite",
    "Asin": "clamp the input, `x.clamp(-1 + 1e-6, 1 - 1e-6)`: the slope of `asin` at -1 and 1 is infinite",
    "Atan2": "keep one argument away from 0: the slope of `atan2` at (0, 0) is undefined",
    "Exp": "clamp the argument of `exp`, which overflows, or work with logarithms",
    "Softmax": "leave one entry unmasked, or mask with a large finite number: a softmax over only -inf is nan",
    "Std": "add a small number to the variance: the slope of the standard deviation of equal values is infinite",
}
FINITE = "keep the input of this operation where its value and its slope are finite; a `torch.where` around the result "
FINITE += "does not help, because the other branch still gives nan times zero: apply `torch.where` to the input"


DIVERGED = "lower the learning rate, warm it up, or clip the gradients before `step()`: the run diverges"
LARGE = 1e8  # no weight of a model that learns is so large, and hardly a value


NEGATIVE = "keep the argument positive with `softplus`, `exp` or `softmax`, or work with logarithms"
CHECKED = "check every input of this operation, including weights and masks, for zeros and very large values"
FILLED = (
    "fill the gaps with a finite number instead, or replace nan before a layer takes it in: a mask on the result of "
)
FILLED += "the layer is too late, because nan times zero is nan"
REPLACED = "replace nan and infinity in the input before this operation: a mask on its result is too late"
OF_POSITIVE = ("Log", "Sqrt", "Rsqrt", "Lgamma")
OF_SEVERAL = ("Std", "Var")
TOO_FEW = (
    "compute the spread over more than one value, or pass `correction=0`: the spread of a single value is undefined"
)


ORIGIN = "whygrad observed nan in the input of a layer, and no operation that produced it, so it infers that the data "
ORIGIN += "contains nan"
SPOILED = "the parameters were already nan when this pass began; whygrad infers the operation: no other one that the "
SPOILED += "loss depends on can have an infinite derivative at a finite value"
WRITTEN = "whygrad observed nan in the array that torch takes in, and infers from the source that this line writes it"


class NanGradient(MessageCause):
    name = "nan-gradient"
    also = "also nan or infinity"
    inferred = "the operation occurs several times on this path; whygrad does not know which one produced nan"
    messages = (
        Message(
            ("returned nan values in its",),
            "an operation of the backward pass turned the gradient into nan",
            FINITE,
            "nan appears in this backward pass",
        ),
        Message(
            ("is non-finite, so it cannot be clipped",),
            "the gradients to clip contain nan or infinity, so their norm is not finite",
            "run the backward pass inside `with torch.autograd.detect_anomaly():`, which "
            "names the operation that produces it",
            "a gradient that arrives here is nan or infinite",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is QueryKind.ERROR and _first_birth(graph) is not None:
            yield self._born(graph)
        elif graph.query.kind is not QueryKind.SILENT:
            for finding in super().find_in_run(graph, verdict):
                yield at_failing_step(graph, finding)
        elif graph.evidence(BrokenGradients) or _loss_is_broken(graph):
            yield self._born(graph)

    def _born(self, graph: UncutGraph) -> Finding:
        """Where it arose in a run that went on: in the forward pass, or in a step of the backward pass."""
        broken = graph.only(BrokenGradients)
        birth = _first_birth(graph)
        fed = _fed(graph, birth) if birth is not None else None
        birth = fed.birth if fed is not None and fed.birth is not None else birth
        node = graph.node(birth.at) if birth is not None and birth.at is not None else None
        leaves = broken.leaves if broken is not None else tuple(range(len(graph.nodes)))
        learning = [i for i in leaves if i is not None and graph.node(i).kind == "leaf" and graph.node(i).requires_grad]
        spoiled = _was_spoiled(graph, birth)
        finding = Finding(
            self.name,
            "error",
            _how_known(birth, fed, spoiled),
            fed.chain if fed else node.chain if node else graph.query.chain,
            path=fed.path if fed else (),
            lost=tuple(names(graph, broken.leaves if broken is not None else ())),
            facts={
                "error": "",
                "birth": birth,
                "hidden": _hidden_birth(graph, birth) if birth is not None else None,
                "fed": fed,
                "met_nan": birth is not None and birth.backward and MetNan(birth.at) in graph.evidence(MetNan),
                "spoiled": spoiled,
                "op": node.spelling if node else "",
                "loss": root_name(graph) if broken is None and graph.query.kind is QueryKind.SILENT else "",
                "weights_were_finite": broken is None or broken.weights_were_finite,
                "largest": max((seen.value for seen in graph.evidence(LargestWeight)), default=0.0),
                "step": kind_of(birth.node) if birth is not None else "",
                "root": root_name(graph),
            },
            wording=Wording(inferred=_inference(fed, spoiled)),
            birth=BirthOfValues(
                _bad(birth), way_through(graph, learning, birth.at), root_name(graph), not birth.backward
            )
            if birth is not None
            else None,
        )
        return replace(finding, diverges=graph.query.kind is QueryKind.SILENT and _may_follow(finding))

    def clause(self, finding: Finding) -> str:
        if "birth" not in finding.facts:
            return ""
        birth: BadValue | None = finding.facts["birth"]
        if birth is None and _has_diverged(finding):
            return f"the weights have grown to {finding.facts['largest']:.1g}"
        if birth is None and finding.facts["weights_were_finite"]:
            return "the weights are finite, and no inspected operation turned finite values into nan or infinity"
        if birth is None:
            return "an earlier, uninspected step already corrupted the weights"
        if finding.facts["hidden"]:
            does = "returns" if finding.facts["fed"] else "produces"
            return (
                f"`{shown(finding.facts['op'])}` {does} {_bad(finding.facts['hidden'])}, which does not show in "
                "the loss, but reaches the gradient"
            )
        if _meets_bad_value(birth) or finding.facts["met_nan"]:
            return f"the backward of `{shown(finding.facts['op'])}` uses its input, which contains nan or infinity"
        if finding.facts["spoiled"]:
            return f"the backward of `{shown(finding.facts['op'])}` probably produced nan in an earlier step"
        how = "the backward of " if birth.backward else ""
        return f"{how}`{shown(finding.facts['op'])}` produces {_bad(birth)} from finite values"

    def label(self, finding: Finding) -> str:
        if "birth" not in finding.facts:
            return (
                f"the backward of `{op}` produces nan"
                if (op := finding.facts.get("operation"))
                else super().label(finding)
            )
        birth: BadValue | None = finding.facts["hidden"] or finding.facts["birth"]
        if birth is None:
            return "the gradients are no longer finite at this step"
        if finding.facts["fed"] and birth.backward:
            return "receives data that contains nan"
        if finding.facts["fed"] and finding.facts["fed"].is_written:
            return "writes nan into the array"
        if finding.facts["fed"]:
            return f"element {list(birth.index)} is nan" if birth.index else "the result is nan"
        return _arising(birth)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return () if "birth" in finding.facts else super().notes(finding)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("loss"):
            return f"`{finding.facts['loss']}` is {_bad(finding.facts['birth'])}"
        if "birth" in finding.facts:
            what = "gets a nan or infinite gradient" if len(finding.lost) <= 1 else "get nan or infinite gradients"
            return f"{counted(finding.lost)} {what}"
        step = _step(finding)
        return f"the backward of `{_shown(step)}` turned the gradient into nan" if step else super().subject(finding)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        step = _step(finding)
        if "birth" in finding.facts:
            if _has_diverged(finding):
                return (DIVERGED,)
            if not finding.facts["birth"] and finding.facts["weights_were_finite"]:
                return ("check the input data: `torch.isfinite(x).all()`",)
            if not finding.facts["birth"]:
                return ("run the first steps under `torch.autograd.detect_anomaly()`, which stops at the operation",)
            if finding.facts["fed"] and finding.facts["hidden"]:
                return (FILLED,)
            if finding.facts["hidden"]:
                return (FINITE,)
            if _meets_bad_value(finding.facts["birth"]) or finding.facts["met_nan"]:
                return (REPLACED,)
            step = str(finding.facts["step"] or finding.facts["op"].strip("_").capitalize())
            if step.startswith(OF_POSITIVE) and _is_of_negative(finding.facts["birth"]):
                return (NEGATIVE,)
            birth = finding.facts["birth"]
            if step.startswith(OF_SEVERAL) and not birth.backward and birth.what == "nan":
                return (TOO_FEW,)
        known = next((text for name, text in KNOWN.items() if step.startswith(name)), "")
        if "birth" in finding.facts:
            return (known or (FINITE if finding.facts["birth"].backward else CHECKED),)
        return (known,) if known else super().helps(finding)


def _was_spoiled(graph: UncutGraph, birth: BadValue | None) -> bool:
    return birth is not None and birth.at is not None and SpoiledWeights(birth.at) in graph.evidence(SpoiledWeights)


def _how_known(birth: BadValue | None, fed: FedNan | None, spoiled: bool) -> str:
    if birth is None:
        return "unknown"
    return "inferred" if spoiled or (fed is not None and _is_inferred(fed)) else "observed"


def _inference(fed: FedNan | None, spoiled: bool) -> str | bool:
    """What is inferred, in words where it is a thing of its own."""
    if fed is not None:
        return WRITTEN if fed.is_written else ORIGIN
    return SPOILED if spoiled else True


def _loss_is_broken(graph: UncutGraph) -> bool:
    """Is the loss nan, made so by an operation on the way to it, while the gradients are finite and not all zeros?"""
    seen = graph.only(NonfiniteValues) if not graph.evidence(StarvingLeaf) else None
    birth = _first_birth(graph) if seen is not None and not seen.loss_was_finite else None
    return birth is not None and not birth.backward and birth.what != "inf"


def _meets_bad_value(birth: BadValue) -> bool:
    """Is it nan times zero: was a bad value there before the pass, as of a label that is missing?"""
    return birth.backward and any(not math.isfinite(value) for value in birth.values.values())


def _is_of_negative(birth: BadValue) -> bool:
    return not birth.backward and any(value < 0 for value in birth.values.values())


def _has_diverged(finding: Finding) -> bool:
    """Are the weights, or the finite values that nan or infinity was made of, too large for any other explanation?"""
    birth: BadValue | None = finding.facts["birth"]
    values = birth.values.values() if birth is not None else ()
    large = any(LARGE <= abs(value) < math.inf for value in values)
    return large or (finding.facts["weights_were_finite"] and float(finding.facts["largest"]) >= LARGE)


def _may_follow(finding: Finding) -> bool:
    """Is no operation at fault by itself: have values grown, or is nothing known of what went in?"""
    birth: BadValue | None = finding.facts["birth"]
    if birth is None or _has_diverged(finding):
        return True
    return birth.what == "inf" and not birth.backward and not birth.values


def _first_birth(graph: UncutGraph) -> BadValue | None:
    """The first place on the way to the loss where a bad value arose.

    A result that is hidden later by a mask does no harm to a loss that is finite: then the backward step tells.
    """
    seen = graph.only(NonfiniteValues)
    if seen is None:
        return None
    behind = reachable(graph)
    births = [b for b in seen.births if b.at in behind]
    if len(births) < len(seen.births) and graph.is_partial and graph.ends_unknown():
        return None  # one that is not known to be on the way may be the first
    if seen.loss_was_finite:
        births = [b for b in births if b.backward] or births
    return _what_went_in(graph, births[0], [b for b in seen.births if not b.backward]) if births else None


def _fed(graph: UncutGraph, birth: BadValue) -> FedNan | None:
    """The data that brought nan to a layer, where the loss is finite: a mask has hidden it there."""
    seen, broken = graph.only(NonfiniteValues), graph.only(BrokenGradients)
    if seen is None or not seen.loss_was_finite or (broken is not None and not broken.weights_were_finite):
        return None
    return fed_nan(graph, birth, [b for b in seen.births if not b.backward])


def _is_inferred(fed: FedNan) -> bool:
    return fed.birth is None or fed.is_written


def _what_went_in(graph: UncutGraph, birth: BadValue, results: list[BadValue]) -> BadValue:
    """The birth of what went in there, where that was infinite or nan already: `inf - inf`, a product with nan."""
    if birth.backward:
        inputs = _inputs(graph, birth)
        birth = next((b for b in results if b.at in inputs), birth)
    while not birth.backward and not all(map(math.isfinite, birth.values.values())):
        behind = reachable(graph, _inputs(graph, birth))
        earlier = [b for b in results if b.at in behind and b is not birth]
        if not earlier:
            break
        birth = earlier[-1]
    return birth


def _inputs(graph: UncutGraph, birth: BadValue) -> tuple[int, ...]:
    return graph.node(birth.at).inputs if birth.at is not None else ()


def _hidden_birth(graph: UncutGraph, birth: BadValue) -> BadValue | None:
    """The bad result of the same operation, where the loss that was made of it is finite."""
    seen = graph.only(NonfiniteValues)
    if seen is None or not seen.loss_was_finite:
        return None
    return next((b for b in seen.births if b.at == birth.at and not b.backward), None)


def _arising(birth: BadValue) -> str:
    """Which element is the first, and what was there."""
    values = " and ".join(f"{value:g}" for value in birth.values.values())
    at = f"element {list(birth.index)}" if birth.index else "the result"
    if birth.backward:
        if values and birth.index and len(birth.values) == 1:
            return f"{at} is {values}, and its gradient becomes {_bad(birth)}"
        there = f"{at}, computed from {values}," if values and birth.index else at
        return f"the gradient of {there} becomes {_bad(birth)}"
    return f"{at} becomes {_bad(birth)}" + (f", computed from {values}" if values else "")


def _bad(birth: BadValue) -> str:
    return {"nan": "nan", "inf": "infinity"}.get(birth.what, "nan or infinity")


def _step(finding: Finding) -> str:
    """The operation as torch names it, without what says that it is its backward step."""
    found = re.search(r"Function '(\w+?)(Backward\w*)?' returned nan", str(finding.facts["error"]))
    return found.group(1) if found else ""


def _shown(step: str) -> str:
    """`LinalgVectorNorm` as the function is called: `linalg_vector_norm`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", step).lower()
