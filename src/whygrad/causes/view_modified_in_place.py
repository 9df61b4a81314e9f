"""An in-place write into a view that autograd cannot follow: of `unbind`, `split`, a hook or a custom Function."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause


class ViewModifiedInPlace(MessageCause):
    name = "view-modified-in-place"
    messages = (
        Message(
            (
                "of BackwardHookFunction is a view and is being modified inplace",
                "of BackwardHookFunctionBackward is a view",
            ),
            "the output of a module with a full backward hook is changed in place",
            "use `inplace=False` in what follows the hooked module, or hook the tensor with `output.register_hook(…)`",
            "changes the hooked module's output in place",
        ),
        Message(
            (
                "is a view and is being modified inplace",
                "is a view and its base or another view of its base has been modified inplace",
                "a view was created in no_grad mode and is being modified inplace",
                "A view was created in inference mode and is being modified inplace",
                "a view of a tensor that was created in inference mode",
            ),
            "a view that shares its base with others is changed in place",
            "compute out of place with the whole tensor (broadcasting serves all slices at once), or `clone()` first",
            "changes one of several views in place",
        ),
        Message(
            ("more than one element of the written-to tensor refers to a single memory location",),
            "a tensor whose elements share memory (an expanded one) is changed in place",
            "`clone()` the expanded tensor first",
            "writes into an expanded tensor",
        ),
    )
