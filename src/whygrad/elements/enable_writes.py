"""Writes into a parameter that is put together where it is read: they land in a copy, and are taken from there.

torch counts the writes into a tensor, and a tensor that was detached from it shares memory and count. So it can be
asked after the copy is gone, as that of `nn.init.zeros_(module.weight)` is at once.
"""

from __future__ import annotations

import weakref

import torch
from torch import Tensor

from whygrad.record.seam import private_names, torch_api


class Written:
    """The copies that were handed out and still live, and the values of the latest that was written."""

    def __init__(self) -> None:
        self._living: dict[int, tuple[weakref.ref[Tensor], Tensor, int]] = {}
        self._values: Tensor | None = None

    def hand_out(self, whole: Tensor) -> None:
        """Follow what is written into `whole`, for as long as it lives."""
        if torch.compiler.is_compiling() or private_names.is_transformed(whole):
            return
        with torch_api.untold():
            alias = whole.detach()
            key, count = id(alias), torch_api.version_of(alias)
        living, this = self._living, weakref.ref(self)

        def gone(_: object) -> None:
            written = this()
            if living.pop(key, None) is not None and torch_api.version_of(alias) != count and written is not None:
                written._values = alias

        living[key] = weakref.ref(whole, gone), alias, count

    def take(self) -> Tensor | None:
        """A copy of the values that were written since they were last taken; None where nothing was."""
        found, self._values = self._values, None
        for key, (ref, alias, count) in list(self._living.items()):
            now = torch_api.version_of(alias)
            if now != count:
                found = alias
                self._living[key] = ref, alias, now
        return None if found is None else found.detach().clone()
