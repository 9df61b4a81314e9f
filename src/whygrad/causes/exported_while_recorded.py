"""`numpy()` on a tensor that requires a gradient: NumPy would lose it without a word."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause


class ExportedWhileRecorded(MessageCause):
    name = "exported-while-recorded"
    messages = (
        Message(
            ("Can't call numpy() on Tensor that requires grad",),
            "a tensor that requires a gradient is given to NumPy, which cannot carry one",
            "for a report take plain values (`.item()`, `.detach().numpy()`, or compute under `torch.no_grad()`); "
            "for a loss stay in torch",
            "NumPy asks for the values here",
        ),
    )
