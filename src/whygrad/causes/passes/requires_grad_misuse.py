"""`requires_grad`, `retain_grad` or a hook on a tensor that cannot have it: a result, an integer, a constant."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause


class RequiresGradMisuse(MessageCause):
    name = "requires-grad-misuse"
    messages = (
        Message(
            ("you can only change requires_grad flags of leaf variables",),
            "`requires_grad` was changed on the result of an operation; only a leaf has a flag of its own",
            "use `.detach()` for a copy of the value without gradient; to freeze a parameter, set the flag on the "
            "parameter itself before the forward pass",
            "this tensor was computed, and its flag follows from what it was computed from",
        ),
        Message(
            (
                "nly Tensors of floating point dtype can require gradients",
                "nly Tensors of floating point and complex dtype can require gradients",
                "Only Tensors of floating point can require gradients",
            ),
            "a gradient was required of a tensor of integers or truth values, which have no derivative",
            "make it a floating-point tensor first (`1.0` for `1`, or `.float()`); for `nn.Parameter` of integers that "
            "should not learn, pass `requires_grad=False` or use `register_buffer`",
            "integers cannot require a gradient",
        ),
        Message(
            ("can't retain_grad on Tensor that has requires_grad=False",),
            "a gradient was to be kept for a tensor that requires none",
            "set `requires_grad=True` on what the tensor is computed from, before it is computed; a tensor that is "
            "named in `backward(inputs=…)` has to require a gradient too",
            "no gradient arrives at this tensor",
        ),
        Message(
            ("cannot register a hook on a tensor that doesn't require gradient",),
            "a hook was put on a tensor that requires no gradient, so no gradient passes that could call it",
            "set `requires_grad=True` before the tensor is used, or put the hook on a tensor behind which something "
            "learns",
            "no gradient passes here",
        ),
        Message(
            ("get the gradient edge for a Tensor that does not require gradients",),
            "the place of a tensor in the graph was asked for, and the tensor is in no graph: it requires no gradient",
            "set `requires_grad=True` on the tensor, or on what it is computed from, before it is computed",
            "no gradient passes here",
        ),
        Message(
            ("requires_grad must be a bool",),
            "`requires_grad` was set to something that is neither `True` nor `False`",
            "set it to `True` or `False`",
        ),
        Message(
            ("torch.autograd.variable(...) is deprecated",),
            "`torch.autograd.variable` no longer makes a tensor that can have a gradient",
            "make it with `torch.tensor(…, requires_grad=True)`",
        ),
    )
