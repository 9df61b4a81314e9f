"""A module's parameter was given a plain tensor, or the result of an operation."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause


class ParameterAssignment(MessageCause):
    name = "parameter-assignment"
    messages = (
        Message(
            ("(torch.nn.Parameter or None expected)", "(torch.nn.Parameter or None required)"),
            "a plain tensor was assigned to a module's parameter",
            "to set new values that learn, assign `nn.Parameter(tensor)` before you create the optimizer, or copy them "
            "with `module.weight.data.copy_(tensor)`; to compute the parameter from others, use "
            "`torch.nn.utils.parametrize` or `torch.func.functional_call`",
            "expects an `nn.Parameter` or `None`",
        ),
        Message(
            ("Cannot assign non-leaf Tensor to parameter",),
            "a non-leaf tensor was registered as a parameter; its gradient flows to its inputs",
            "register its leaf input, and compute the result in `forward`",
            "this tensor is not a leaf",
        ),
    )
