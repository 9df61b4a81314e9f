"""A hook was registered where it cannot work."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause


class HookRegistration(MessageCause):
    name = "hook-registration"
    messages = (
        Message(
            ("post accumulate grad hooks cannot be registered on non-leaf tensors",),
            "a hook on the collected gradient was put on the result of an operation, where no gradient is collected",
            "register it on the parameter; on a result use `register_hook`",
            "this tensor was computed, so its gradient passes and is not kept",
        ),
        Message(
            ("Cannot use both regular backward hooks and full backward hooks",),
            "a module got backward hooks of the old and of the new kind, which see different gradients",
            "use `register_full_backward_hook` for all of them",
        ),
        Message(
            ("Expects mode to be one of ('all', 'any')",),
            "a hook on several tensors was registered with an unknown mode",
            'pass `mode="all"` to be called once with all gradients, or `mode="any"` for the first of them',
        ),
        Message(
            ("Cannot set Module backward hook for a Module with no input Tensors",),
            "a module has a backward hook, and was called without a tensor whose gradient could call it",
            "pass a tensor as a positional argument of the module, or put the hook on the tensor that it returns",
        ),
    )
