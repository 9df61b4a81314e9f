"""An operation that has no formula for the derivative that is needed: built in, or the program's own."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._messages import Message, MessageCause, at_failing_step
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict

AROUND = (
    "compute it from operations that have a derivative, write a `torch.autograd.Function` with the formula, or "
    "`.detach()` the input if it needs no gradient"
)


UNKNOWN = ("the derivative for '", "derivative for aten::")
DOUBLE = (
    "ouble backward is unsupported",
    "double backward not implemented",
    "double backward not supported",
    "_backward is not implemented",
    "_backward' is not implemented",
)


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
            ("linalg_eig_backward", "The eigenvectors in the complex case are specified up to"),
            "the result depends on the phase of eigenvectors, which is arbitrary and has no derivative",
            "compute the loss from something that does not change with the phase, such as eigenvalues or projectors",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            yield at_failing_step(graph, finding)

    def subject(self, finding: Finding) -> str:
        operation = finding.facts.get("operation")
        if operation and self._said(finding).fragments == UNKNOWN:
            return f"the path to the loss goes through `{operation}`, which has no derivative in torch"
        return super().subject(finding)

    def label(self, finding: Finding) -> str:
        if self._said(finding).fragments == UNKNOWN and not finding.facts.get("operation"):
            return "from here, the gradient reaches that operation"
        return super().label(finding)
