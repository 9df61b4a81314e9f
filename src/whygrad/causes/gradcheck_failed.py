"""`torch.autograd.gradcheck` compared gradients with finite differences, and they differ."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause

FORMULA = (
    "correct the formula in `backward`; check in `torch.float64`, away from kinks, and compare the two matrices that "
    "torch prints"
)


class GradcheckFailed(MessageCause):
    name = "gradcheck-failed"
    messages = (
        Message(
            ("Jacobian mismatch for output", "Jacobian computed with forward mode mismatch"),
            "the gradient that `backward` computes is not the slope that finite differences measure",
            FORMULA,
            "computed and measured slopes differ",
        ),
        Message(
            ("gradcheck expects at least one input tensor to require gradient", "gradcheck expects all tensor inputs"),
            "`gradcheck` was given no tensor that requires a gradient, so there is nothing to check",
            "make an input with `dtype=torch.float64, requires_grad=True`",
        ),
        Message(
            ("Backward is not reentrant",),
            "the same backward pass gave different gradients when it was run twice",
            "take randomness and shared state out of `backward`; if small differences are fine, pass `nondet_tol`",
        ),
        Message(
            ("backward not multiplied by grad_output", "Numerical gradient for function expected to be zero"),
            "`backward` does not use the gradient that it is given, or the function is not the one it belongs to",
            "multiply by the incoming gradient: `return grad * slope`",
        ),
        Message(
            ("grad is incorrect ", "Forward AD gradient has dtype mismatch"),
            "`backward` returned a gradient of another layout, type, device or size than the input",
            "return gradients like the inputs: `.to(x.dtype)`, `.reshape(x.shape)`",
        ),
        Message(
            ("Expected backward function to handle undefined output grads",),
            "`backward` fails where no gradient arrives for one of the outputs",
            "treat `None` in `backward`, or leave `ctx.set_materialize_grads(True)` as it is",
        ),
        Message(
            ("has a dimension with stride 0. gradcheck only supports",),
            "`gradcheck` was given an expanded tensor, whose elements share memory",
            "pass `x.clone()` or `x.contiguous()`",
        ),
        Message(
            ("gradcheck expects all inputs that require gradients", "While computing batched gradients"),
            "`gradcheck` cannot check these inputs as they are",
            "pass leaves that require a gradient, and leave out `check_batched_grad=True`",
        ),
    )
