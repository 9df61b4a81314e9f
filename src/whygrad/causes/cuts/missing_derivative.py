"""An operation that has no formula for the derivative that is needed: built in, or the program's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause, at_failing_step, failing_step
from whygrad.causes.cuts._phases import phase_read_at
from whygrad.finding import Finding, Step
from whygrad.graph.overwrites import node_of_number
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import canonical

AROUND = (
    "compute it from operations that have a derivative, write a `torch.autograd.Function` with the formula, or "
    "`.detach()` the input if it needs no gradient"
)


UNKNOWN = ("the derivative for '", "derivative for aten::")
NAMED = re.compile(r"derivative for '?aten::(\w+)")
DOUBLE = (
    "ouble backward is unsupported",
    "double backward not implemented",
    "double backward not supported",
    "_backward is not implemented",
    "_backward' is not implemented",
)


PHASE = "in the complex case are specified up to"


class MissingDerivative(MessageCause):
    name = "missing-derivative"
    inferred = "the operation occurs several times on this path; the mark is on the one that the gradient reaches first"
    messages = (
        Message(
            ("no autograd formula was registered",),
            "a gradient reached a custom operator without a registered derivative",
            "register one with `torch.library.register_autograd(name, backward, setup_context=…)`",
            "the gradient stops at this operator",
        ),
        Message(
            ("Expected the return from backward to be of the same structure",),
            "the registered derivative of a custom operator returned gradients that do not fit its inputs",
            "return one gradient for each input, nested the same way, with `None` for inputs that are not tensors",
        ),
        Message(
            ("Cannot register autograd formula for non-functional operator",),
            "a derivative was registered for an operator that changes its inputs in place",
            "register it for a version of the operator that returns new tensors",
        ),
        Message(
            ("is not differentiable with respect to argument",),
            "an argument of this function requires a gradient, but the function has no derivative for it",
            "pass `.detach()` of it if it should not learn; otherwise rewrite the "
            "function with differentiable operations",
            "no gradient can flow back through this argument",
        ),
        Message(
            DOUBLE,
            "the program takes a second derivative of an operation that has only a first one",
            "compute the value from operations that have a second derivative; for attention, use "
            "`torch.nn.attention.sdpa_kernel(SDPBackend.MATH)`",
            "this has no second derivative",
        ),
        Message(
            UNKNOWN,
            "the path to the loss goes through an operation that has no derivative in torch",
            AROUND,
            "torch has no derivative for this",
        ),
        Message(
            ("which does not have a derivative implemented is forbidden",),
            "the result of an operation without a derivative is changed in place",
            "copy it with `.clone()`, and change the copy",
        ),
        Message(
            ("does not support automatic differentiation for outputs with complex dtype",),
            "the operation has a derivative for real numbers, but not for complex ones",
            "compute with the real and the imaginary part (`torch.view_as_real`)",
        ),
        Message(
            ("Double backwards is not supported for CuDNN RNNs",),
            "the program takes a second derivative through a recurrent layer on CuDNN, which has only a first one",
            "run the forward pass inside `with torch.backends.cudnn.flags(enabled=False):`",
        ),
        Message(
            ("cudnn RNN backward can only be called in training mode",),
            "a gradient passes through a recurrent layer in evaluation mode, where "
            "CuDNN saves nothing for the backward pass",
            "call `model.train()` before the forward pass, or put only this layer into training mode",
        ),
        Message(
            ("The eigenvectors in the complex case are specified up to",),
            "the result depends on the phase of eigenvectors, which is arbitrary and has no derivative",
            "compute the loss from something that does not change with the phase, such as eigenvalues, projectors, or "
            "the real part of a whole product",
            "depends on the phase of the eigenvectors",
        ),
        Message(
            ("The singular vectors in the complex case are specified up to",),
            "the result depends on the phase of singular vectors, which is arbitrary and has no derivative",
            "compute the loss from something that does not change with the phase, such as singular values or `U @ Vh`",
            "depends on the phase of the singular vectors",
        ),
        Message(
            ("The QR decomposition is not differentiable when",),
            "the columns that complete `Q` are arbitrary and have no derivative",
            'compute the decomposition with `mode="reduced"`',
            "this has no derivative for such a matrix",
        ),
        Message(
            ("The derivative of linalg.qr depends on Q",),
            "the derivative needs `Q`, and this call does not compute it",
            'compute the decomposition with `mode="reduced"`, and use only `R`',
            "does not compute `Q`",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            named = NAMED.search(graph.query.error)
            found = at_failing_step(graph, finding, canonical(named.group(1)) if named else "")
            yield _at_phase(graph, found) if PHASE in graph.query.error else found

    def subject(self, finding: Finding) -> str:
        operation = finding.facts.get("operation")
        if operation and self._said(finding).fragments == UNKNOWN:
            return f"the path to the loss goes through `{operation}`, which has no derivative in torch"
        return super().subject(finding)

    def label(self, finding: Finding) -> str:
        if self._said(finding).fragments == UNKNOWN and not finding.facts.get("operation"):
            return "from here, the gradient reaches that operation"
        if PHASE in str(finding.facts["error"]) and not finding.facts.get("part"):
            return "computes the vectors" if finding.facts.get("operation") else "torch refuses here"
        return super().label(finding)


def _at_phase(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding at what takes a part of the vectors, where that is known; their decomposition on its path."""
    step = failing_step(graph)
    made = node_of_number(graph, step.number) if step is not None and finding.facts.get("operation") else None
    part = phase_read_at(graph, made) if made is not None else None
    if made is None or part is None:
        return finding
    node, first = graph.node(part), graph.node(made)
    place = node.chain[-1]
    shown = (Step(first.spelling, first.chain[-1], "computes the vectors"), *finding.path)
    path = tuple(each for each in shown if (each.place.file, each.place.line) != (place.file, place.line))
    return replace(finding, chain=node.chain, path=path, facts={**finding.facts, "part": node.spelling})
