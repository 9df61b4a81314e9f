"""A result was written into `out=` while a gradient had to be followed."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause


class OutArgument(MessageCause):
    name = "out-argument"
    yields_to = ("process-boundary",)  # a loader writes the batch into `out=`, and what it got is to blame
    messages = (
        Message(
            ("functions with out=... arguments don't support automatic differentiation",),
            "the result is written into `out=`, so it has no history",
            "use the return value instead of `out=`; if no gradient is needed here, wrap the call in "
            "`with torch.no_grad():`",
            "`out=` does not support gradients",
        ),
    )
