"""The gradients that a backward pass is to start from do not fit the tensors that it starts at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._kinds import at_site, made_event
from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.questions import RunningFunctions
from whygrad.finding import Act, Event, Finding
from whygrad.graph.became import Kinds, became
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import PLUS_OR_MINUS, SCALING

UNPACKING = "_tensor_or_tensors_to_tuple"  # torch's function that takes `gradient=` apart
NOT_A_TENSOR = "object is not iterable"

REAL = ("created only for real scalar outputs",)
ADDING = SCALING | PLUS_OR_MINUS  # of the terms of a loss
REDUCING = frozenset({"sum", "mean", "neg"})  # they leave it to what they are given whether the result is real
FIT = "pass a gradient of the same shape as the tensor, for example `torch.ones_like(y)`"


class GradientArgument(MessageCause):
    name = "gradient-argument"
    messages = (
        Message(
            REAL,
            "the loss is a complex number, and only a real loss can be minimized",
            "make it real, with `.abs()` or `.real`; or pass a direction with `backward(gradient=…)`",
            "this result is complex",
        ),
        Message(
            ("Mismatch in shape: grad_output",),
            "the shape of the initial gradient differs from the tensor's",
            FIT,
            "the two shapes differ",
        ),
        Message(
            ("both grad_output and output are required to have the same dtype",),
            "the tensor is complex and its initial gradient is real, or vice versa",
            "give both the same type: `gradient.to(y.dtype)`",
            "the two types differ",
        ),
        Message(
            ("interpret the first dimension of each grad_output as the batch dimension",),
            "the batched gradients do not match the output after their first dimension",
            "with `is_grads_batched=True`, pass gradients of shape `(batch, *y.shape)`",
            "the shapes differ after the first dimension",
        ),
        Message(
            (" gradients can be either Tensors or None", "of gradients tuple is not a Tensor or None"),
            "one of the initial gradients is not a tensor",
            "pass tensors, and `None` for an output that is a scalar",
        ),
        Message(
            ("is None, but the corresponding Tensor requires grad", "corresponding output is a GradientEdge"),
            "an output needs an initial gradient, and none was passed",
            FIT,
        ),
        Message(
            (" of tensors tuple is neither a Tensor", "all inputs have to be Tensors or GradientEdges"),
            "a backward pass was started on something that is not a tensor",
            "pass tensors; a number or an array has left torch, and has no gradient",
        ),
        Message(
            (
                "tensors argument is expected to be a tuple",
                "inputs to run_backward must be a tuple",
                "GradientEdge's first object must be",
            ),
            "a backward pass received arguments of the wrong type",
            "call `loss.backward()` or `torch.autograd.grad(loss, inputs)`, which prepare the arguments",
        ),
        Message(
            ("arguments both passed to `backward()`",),
            "the initial gradients were passed twice, under the old and the new argument name",
            "pass `grad_tensors` only",
        ),
        Message(
            ("Batched grads are not supported with", "are not supported with GradientEdge"),
            "batched gradients are requested for an output that does not support them",
            "call `torch.autograd.grad` once for each row of the gradients",
        ),
        Message(
            (" tensors and ",),
            "the number of outputs and the number of initial gradients differ",
            "pass one gradient for each output, `None` for a scalar",
            "each output needs one gradient",
        ),
        Message(
            (NOT_A_TENSOR,),
            "the initial gradient is not a tensor",
            FIT,
            "`gradient=` takes a tensor",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            error = graph.query.error
            said = self._said(finding).fragments
            if said == (" tensors and ",) and not (" gradients" in error and "got " in error):
                continue
            running = graph.only(RunningFunctions)
            if said == (NOT_A_TENSOR,) and (running is None or running.innermost[1] != UNPACKING):
                continue
            yield _where_it_is_made(graph, finding) if said == REAL else finding


def _where_it_is_made(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding at what the loss sums up: it is to be made real there, and became complex further back."""
    if not graph.roots or not finding.chain:
        return finding
    kinds, root = Kinds(graph), graph.roots[0]
    summed = _complex_term(graph, kinds, root)
    while graph.node(summed).act in REDUCING and any(map(kinds.is_complex, graph.node(summed).inputs[:1])):
        summed = graph.node(summed).inputs[0]
    node = graph.node(summed)
    events = (
        Event(Act.USED, node.birth or graph.node(root).chain, op=node.spelling),
        *made_event(graph, became(graph, summed, kinds.is_complex), "the values become complex here", cures=False),
    )
    return at_site(graph, replace(finding, wanted="real"), events, finding.chain, "the backward pass starts here")


def _complex_term(graph: UncutGraph, kinds: Kinds, index: int) -> int:
    """The one term by which a sum is complex; the sum itself where there are several."""
    while True:
        node = graph.node(index)
        parts = [i for i in node.inputs if kinds.is_complex(i)] if node.act in ADDING else []
        if len(parts) != 1:
            return index
        index = parts[0]
