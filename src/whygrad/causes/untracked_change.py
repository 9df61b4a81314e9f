"""A tensor that gradients go through was changed in a way that autograd cannot follow."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause


class UntrackedChange(MessageCause):
    name = "untracked-change"
    messages = (
        Message(
            ("Can't detach views in-place",),
            "a view was detached in place, which would cut the path of the tensor that it is a part of",
            "use `.detach()`, which returns a tensor without history and leaves this one; in a loop: "
            "`state = state.detach()`",
            "this is a part of another tensor",
        ),
        Message(
            ("Trying to use a saved tensor that has been detached in-place",),
            "a value that the backward pass needs was cut off by `detach_()` after it had been used",
            "use `.detach()`, which leaves the value itself as it is, or call `detach_()` after the backward pass",
            "the backward pass needs the detached value",
        ),
        Message(
            ("cannot resize variables that require grad", "cannot resize variables that has a forward grad"),
            "a tensor that requires a gradient was resized in place, which has no derivative",
            "make a new tensor: a slice, `F.pad`, or `torch.cat`; for a new parameter make a new `nn.Parameter`",
            "resizes a tensor that has a gradient",
        ),
        Message(
            ("data set to a tensor that requires gradients must be floating point",),
            "the values of a tensor that requires a gradient were replaced by integers, which can have none",
            "convert them first: `tensor.data = values.to(tensor.dtype)`",
            "these values are integers",
        ),
        Message(
            ("Can't call apply_() on Variable that requires grad",),
            "a Python function was applied to the elements of a tensor that requires a gradient",
            "use operations of torch, which have a derivative; without gradient: `tensor.detach().apply_(…)`",
            "torch cannot look into the Python function",
        ),
        Message(
            ("Can't call map_() on Variable that requires grad", "Can't call map2_() on Variable that requires grad"),
            "a Python function was mapped over the elements of a tensor that requires a gradient",
            "use operations of torch, which have a derivative; without gradient: `tensor.detach().map_(…)`",
            "torch cannot look into the Python function",
        ),
        Message(
            ("leaf variable has been moved into the graph interior",),
            "a parameter was changed in place into the result of an operation, and no longer collects a gradient",
            "change parameters inside `with torch.no_grad():` only",
        ),
    )
