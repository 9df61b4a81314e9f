"""Something was put into `.grad` (or `grad_dtype`, `_grad_fn`) that does not fit the tensor."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause


class GradAssignment(MessageCause):
    name = "grad-assignment"
    messages = (
        Message(
            ("attempting to assign a gradient of size", "assigned grad has data of a different size"),
            "the size of the assigned gradient differs from its tensor's",
            "match the tensor's size first: sum over the broadcast dimensions, or `.reshape(tensor.shape)`",
            "the two sizes differ",
        ),
        Message(
            ("attempting to assign a gradient with dtype", "assigned grad has data of a different type"),
            "the dtype of the assigned gradient differs from its tensor's",
            "convert it: `tensor.grad = gradient.to(tensor.dtype)`",
            "the two types differ",
        ),
        Message(
            (
                "attempting to assign a gradient with device type",
                "attempting to assign a gradient located on device",
                "assigned grad has data located on a different device",
            ),
            "the assigned gradient is on a different device than its tensor",
            "move it: `tensor.grad = gradient.to(tensor.device)`",
            "the two devices differ",
        ),
        Message(
            ("to a tensor that has data of a different type", "to a tensor with layout"),
            "the layout of the assigned gradient differs from its tensor's",
            "convert it to the tensor's layout and type, `.to_dense()` for a sparse gradient",
        ),
        Message(
            ("assigned grad expected to be a Tensor or None",),
            "something that is not a tensor was assigned to `.grad`",
            "assign a tensor of the parameter's shape, or `None` to clear the gradient",
            "`.grad` holds a tensor or `None`",
        ),
        Message(
            ("can't assign Variable as its own grad",),
            "a tensor was assigned as its own gradient",
            "assign a copy, `tensor.grad = tensor.detach().clone()`",
        ),
        Message(
            ("grad_dtype can only be accessed on leaf tensors", "grad_dtype can only be set on leaf tensors"),
            "`grad_dtype` was used on a non-leaf tensor; only leaves accumulate a gradient of a chosen dtype",
            "use `grad_dtype` on the parameter, before the forward pass",
        ),
        Message(
            ("Cannot set grad_dtype to",),
            "the dtype of the gradient was changed while a gradient of another dtype exists",
            "clear it first: `tensor.grad = None`, then set `grad_dtype`",
        ),
        Message(
            ("grad_dtype must be a torch.dtype",),
            "`grad_dtype` was set to something that is not a dtype",
            "set it to a type such as `torch.float32`, or to `None`",
        ),
        Message(
            ("_grad_fn can be only set to None", "Deletion of _grad_fn not allowed"),
            "the history of a tensor was assigned by hand",
            "use `.detach()` for a tensor without history; to define a history, write a `torch.autograd.Function`",
        ),
        Message(
            ("Deletion of _backwards_hooks not allowed", "Deletion of _post_accumulate_grad_hooks not allowed"),
            "the hooks of a tensor were deleted as an attribute",
            "keep the handle that registering a hook returns, and call its `remove()`",
        ),
    )
