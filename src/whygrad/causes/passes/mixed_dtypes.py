"""Two kinds of number meet in one operation: torch refuses them in the forward pass, or in the backward pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import leaf_name
from whygrad.causes._kinds import at_site, made_event
from whygrad.causes._messages import Message, MessageCause, raised_inside
from whygrad.finding import Act, Event, Finding
from whygrad.graph.became import Kinds, became
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import shown
from whygrad.recording import QueryKind
from whygrad.walk import breadth_first

# Torch's names of dtypes in its messages.
DTYPES = {
    "double": "float64",
    "float": "float32",
    "half": "float16",
    "bfloat16": "bfloat16",
    "long": "int64",
    "int": "int32",
    "short": "int16",
    "char": "int8",
    "byte": "uint8",
    "bool": "bool",
    "complexfloat": "complex64",
    "complexdouble": "complex128",
}
NAMED = re.compile(rf"\b({'|'.join(DTYPES)})(?:Tensor)?\b", re.IGNORECASE)
REFUSALS = (
    "Found dtype",
    "expected scalar type",
    "expected m1 and m2 to have the same dtype",
    "must have the same dtype",
    ") and bias type (",
    ") and weight type (",
    "expected dtype",
    "can't be cast to the desired output type",
)
IN_BACKWARD = (
    "convert one of them here; if the forward pass runs under autocast, decorate `forward` with "
    "`torch.amp.custom_fwd` and `backward` with `torch.amp.custom_bwd`"
)


class MixedDtypes(MessageCause):
    name = "mixed-dtypes"
    messages = (
        Message(
            REFUSALS,
            "values of two dtypes meet in one operation, which needs one dtype",
            "convert the value where it is created, for example with `.float()` or `dtype=torch.float32`",
            "the two dtypes differ here",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.ERROR or len(_dtypes_in(graph.query.error)) < 2:
            return
        for finding in super().find_in_run(graph, verdict):
            if _in_own_backward(graph):
                yield replace(finding, facts={**finding.facts, "dtypes": sorted(_dtypes_in(graph.query.error))})
                continue
            met = _meeting(graph, Kinds(graph), _dtypes_in(graph.query.error))
            if met is not None:
                yield _made(graph, finding, *met)

    def subject(self, finding: Finding) -> str:
        facts = finding.facts
        if "dtypes" in facts:
            return f"a Function's own `backward` combines {' and '.join(facts['dtypes'])} values"
        what = f"`{facts['name']}`" if facts["name"] else "a value"
        return f"{what} is {facts['dtype']}, but `{shown(facts['op'])}` combines it with {facts['other']} values"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("act") is Act.MADE:
            return f"`{shown(finding.facts['made'])}` returns {finding.facts['dtype']} values here"
        return super().label(finding)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if "dtypes" in finding.facts:
            return (IN_BACKWARD,)
        other = finding.facts["other"]
        return (f"convert the value where it is created, with `dtype=torch.{other}` or `.to(torch.{other})`",)


def _dtypes_in(error: str) -> set[str]:
    """The dtypes that the message names, as torch calls them elsewhere."""
    return {DTYPES[name.lower()] for name in NAMED.findall(error.partition("\n")[0].partition(": ")[2])}


def _in_own_backward(graph: UncutGraph) -> bool:
    """Did a Function of the program's raise it, between what it saved and the gradient that arrived?"""
    return any(place.function.rpartition(".")[2] in ("backward", "vjp") for place in raised_inside(graph))


def _meeting(graph: UncutGraph, kinds: Kinds, named: set[str]) -> tuple[int, int, str] | None:
    """The operation, nearest to the error, into which both dtypes go, the value of the odd one, and the other dtype.

    What learns says what kind of number the program computes with: the odd value is the one that does not.
    """
    for index in breadth_first(graph.query.roots, lambda at: graph.node(at).inputs):
        inputs = [i for i in graph.node(index).inputs if kinds.dtype(i) in named]
        learning = {kinds.dtype(i) for i in inputs if graph.node(i).requires_grad}
        odd = [i for i in inputs if not graph.node(i).requires_grad and kinds.dtype(i) not in learning]
        if len(learning) == 1 and odd:
            return index, odd[0], learning.pop()
    return None


def _made(graph: UncutGraph, finding: Finding, index: int, odd: int, other: str) -> Finding:
    kinds, node = Kinds(graph), graph.node(index)
    dtype = kinds.dtype(odd)
    facts = {"dtype": dtype, "other": other, "op": node.spelling, "name": leaf_name(graph, odd)}
    finding = replace(finding, facts={**finding.facts, **facts}, wanted=other)
    events = made_event(graph, became(graph, odd, kinds.is_of(dtype)), f"the values are {dtype} from here on")
    if node.birth and node.birth != finding.chain:
        events = (*events, Event(Act.USED, node.birth, f"{dtype} and {other} values meet here", cures=not events))
    return at_site(graph, finding, events, finding.chain, "torch raises the error here")
