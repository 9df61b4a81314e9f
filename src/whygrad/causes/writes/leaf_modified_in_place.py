"""A leaf that requires a gradient (or a view of one) is written in place while gradients are recorded."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause

HELP = (
    "to set its values, write under `with torch.no_grad():`; inside the "
    "computation, create a new tensor or write to a `clone()`"
)


class LeafModifiedInPlace(MessageCause):
    name = "leaf-modified-in-place"
    messages = (
        Message(
            ("a view of a leaf Variable that requires grad is being used in an in-place operation",),
            "a part of a leaf that requires a gradient is written in place while gradients are recorded",
            HELP,
            "writes into a leaf through a view of it",
        ),
        Message(
            (
                "a leaf Variable that requires grad is being used in an in-place operation",
                "a leaf Variable that requires grad has been used in an in-place operation",
            ),
            "a leaf that requires a gradient is written in place while gradients are recorded",
            HELP,
            "writes into a leaf that should get a gradient",
        ),
    )
