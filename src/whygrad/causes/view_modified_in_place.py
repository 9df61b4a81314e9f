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
            ("This view was created inside a custom Function",),
            "the output of a custom Function, which is a view of its input, is changed in place",
            "compute out of place (`x = x * 2` for `x *= 2`), or `clone()` the output first",
            "changes the Function's output in place",
        ),
        Message(
            ("view was created in no_grad mode and", "view was created in inference mode and"),
            "a view was made without gradients, and its values are changed in place while gradients are recorded",
            "make the view and change it in the same mode: both inside of the block, or both outside of it",
            "the write and its view belong to different modes",
        ),
        Message(
            ("is a view and its base or another view of its base has been modified inplace",),
            "a view is used after the tensor that it shares with others was changed in place",
            "compute out of place (`x = x * 2` for `x *= 2`) where the tensor is changed, or `clone()` the view before",
            "this view is used after the change",
        ),
        Message(
            ("is a view and is being modified inplace", "a view of a tensor that was created in inference mode"),
            "a view that shares its base with others is changed in place",
            "compute out of place (`x = x * 2` for `x *= 2`), with the whole tensor where all slices are meant; "
            "or `clone()` the view first",
            "changes one of several views in place",
        ),
        Message(
            ("more than one element of the written-to tensor refers to a single memory location",),
            "a tensor whose elements share memory (an expanded one) is changed in place",
            "`clone()` the expanded tensor first",
            "writes into an expanded tensor",
        ),
    )
