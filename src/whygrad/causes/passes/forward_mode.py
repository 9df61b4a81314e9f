"""Forward-mode derivatives: tangents that do not fit, levels out of order, operations without a formula."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause

LEVEL = "create and use dual tensors inside one `with torch.autograd.forward_ad.dual_level():`"
REVERSE = "use the backward mode for this function: `torch.autograd.grad`, `torch.func.vjp` or `jacrev`"


class ForwardMode(MessageCause):
    name = "forward-mode"
    messages = (
        Message(
            ("Nested forward mode AD is not supported",),
            "a forward-mode level was opened inside another; only one is allowed",
            "close the first level before the second, or nest `torch.func.jvp`, which can be nested",
        ),
        Message(
            ("Trying to create a dual Tensor for forward AD but no level exists",),
            "a tensor received a tangent outside every forward-mode level",
            LEVEL,
        ),
        Message(
            ("forward gradient that has a different size than that of the original Tensor",),
            "the tangent's shape differs from its tensor's",
            "pass a tangent of the same shape, for example `torch.ones_like(x)`",
            "the two shapes differ",
        ),
        Message(
            ("Expected primal to be floating point or complex", "Expected tangent to be floating point or complex"),
            "a forward-mode derivative was taken of integers, which have none",
            "convert tensor and tangent to floating point first, `.float()`",
            "integers have no derivative",
        ),
        Message(
            ("that does not support it because it is an out= function",),
            "a result with a tangent was written into `out=`, which cannot hold the tangent",
            "leave out `out=`, and use what the call returns",
        ),
        Message(
            ("Trying to use forward AD with", "Trying to use forward prop with"),
            "the operation has no formula for forward-mode derivatives",
            REVERSE,
            "the tangent stops at this operation",
        ),
        Message(
            (
                "Trying to exit a forward AD level",
                "Entering a new forward AD level but",
                "access a forward AD level with",
            ),
            "forward-mode levels were opened and closed out of order",
            LEVEL,
        ),
        Message(
            ("already has a forward gradient at the same level", "itself has a forward gradient at the same level"),
            "a tensor that has a tangent received a second one",
            "take `unpack_dual(x).primal` before you set a new tangent",
        ),
        Message(
            ("jvp is not implemented for the c++ API of custom Function",),
            "a Function written in C++ has no forward-mode derivative",
            REVERSE,
        ),
        Message(
            ("is not differentiable wrt running_mean and running_var",),
            "running statistics of a batch norm received a tangent, but have no derivative",
            "pass them without a tangent: `unpack_dual(running_mean).primal`",
        ),
        Message(
            (
                "Expected primals and tangents to have the same python structure",
                "Expected primals to be a tuple",
                "Expected tangents to be a tuple",
            ),
            "the tangents are not structured like the inputs",
            "pass one tangent for each input, nested the same way: `jvp(f, (x, y), (dx, dy))`",
        ),
    )
