"""`torch.autograd.functional` and `gradcheck`: functions and options that they cannot work with."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause

SECOND = ("hessian", "vhp", "hvp")  # functions that take second derivatives


class FunctionalArguments(MessageCause):
    name = "functional-arguments"
    messages = (
        Message(
            ("of the user-provided function does not require gradients",),
            "with `strict=True` every output must depend on the inputs, and one does not",
            "compute the output from the function's arguments, without `.detach()`, `.item()` or `no_grad`; or pass "
            "`strict=False` to get zeros",
            "an output of the function has no path to its inputs",
        ),
        Message(
            ("allowed in strict mode", "is not allowed with strict=True"),
            "with `strict=True` every output must depend on every input, and one does not",
            "use the input in the function, or pass `strict=False` to get zeros",
            "an input of the function has no path to the output",
        ),
        Message(
            ("The vector v can only be None if",),
            "a Jacobian product is requested without a vector",
            "pass `v` of the shape of the output (`vjp`) or of the input (`jvp`, `hvp`)",
            "the function returns more than one number",
        ),
        Message(
            ("The given v should contain a single Tensor", "v has invalid size: should be"),
            "the vector to multiply with does not fit the function",
            "pass `v` of the shape of the output (`vjp`) or of the input (`jvp`, `hvp`)",
        ),
        Message(
            tuple(f"given to {name} should contain a single element" for name in SECOND),
            "a second derivative was taken of a function that returns more than one number",
            "return a single number, with `.sum()` or `.mean()`; for several outputs, take one at a time",
            "the function returns a tensor of several elements",
        ),
        Message(
            tuple(f"given to {name} should return a single Tensor" for name in SECOND),
            "a second derivative was taken of a function that returns several tensors",
            "return one tensor with a single element",
        ),
        Message(
            ("forward-over-reverse Hessian is", "torch.autograd.functional.jacobian: `"),
            "derivatives are requested with incompatible options",
            "for forward mode pass `vectorize=True`, and leave out `strict` and `create_graph`; or use "
            "`torch.func.jacfwd`",
        ),
        Message(
            ("Expected strategy to be either",),
            "derivatives are requested with an unknown strategy",
            'pass `strategy="reverse-mode"` or `strategy="forward-mode"`',
        ),
        Message(
            (" must be either a Tensor or a tuple of Tensors but the",),
            "something that is not a tensor was passed to, or returned by, the function to differentiate",
            "pass and return tensors, or tuples of them",
        ),
    )
