"""A parameter (or a view of one) is written in place while gradients are recorded."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause

HELP = "write under `with torch.no_grad():`, or compute a new tensor from it"


class LeafModifiedInPlace(MessageCause):
    name = "leaf-modified-in-place"
    messages = (
        Message(
            ("a view of a leaf Variable that requires grad is being used in an in-place operation",),
            "a slice of a parameter is written in place while gradients are recorded",
            HELP,
            "writes into a parameter through a view of it",
        ),
        Message(
            (
                "a leaf Variable that requires grad is being used in an in-place operation",
                "a leaf Variable that requires grad has been used in an in-place operation",
            ),
            "a parameter is written in place while gradients are recorded",
            HELP,
            "writes into a leaf that should get a gradient",
        ),
    )
