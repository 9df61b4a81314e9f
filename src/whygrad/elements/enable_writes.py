"""Writes into a parameter that is put together where it is read: they land in a copy, and are taken from there.

torch counts the writes into a tensor, and a tensor that was detached from it shares memory and count. So it can be
asked after the copy is gone, as that of `nn.init.zeros_(module.weight)` is at once. What `.data` gives shares the
memory alone, so the copies are of a class whose `.data` is counted.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from whygrad.own_frames import ending_at_the_call
from whygrad.record.seam import private_names, storages, torch_api

LENDING = ("detach", "numpy", "__array__", "__dlpack__", "untyped_storage", "data_ptr")
LENDING_PARTS = ("__getitem__", "view", "reshape", "flatten", "t", "transpose", "permute")  # if they need no gradient
KNOWN = 2  # tensors in the memory of a copy while it dies: itself, and what it is a view of


class Whole(Tensor):
    """A whole parameter that was put together; a plain tensor, but for its `.data`."""

    __torch_function__ = torch.nn.Parameter.__torch_function__  # what is computed from it is of no subclass
    lends: Callable[[], None] | None = None  # tells that its memory may be written without a count

    @property
    def data(self) -> Tensor:
        """As of any tensor, but writes into it are counted."""
        return self.detach()

    @data.setter
    def data(self, values: Tensor) -> None:
        __tracebackhide__ = True
        if values.size() != self.size():
            shapes = f"shape {tuple(self.size())}, not {tuple(values.size())}"
            raise RuntimeError(f"the parameter has enabled elements, so `.data` must keep its {shapes}")
        self.detach().copy_(values)

    def __reduce_ex__(self, protocol: Any) -> Any:
        """What is saved is a plain tensor."""
        return self.as_subclass(Tensor).__reduce_ex__(protocol)

    def __repr__(self, **given: Any) -> str:  # type: ignore[override]
        return str(Tensor.__repr__(self.as_subclass(Tensor), **given))


def _lending(name: str, if_graphless: bool) -> Callable[..., Any]:
    """The method of that name, which first tells that what it returns may be written without a count."""
    method = getattr(Tensor, name)

    @functools.wraps(method)
    def lend(self: Whole, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        if self.lends is not None and not (if_graphless and self.requires_grad):
            self.lends()
        with ending_at_the_call():
            return method(self, *args, **kwargs)

    return lend


for _name in (*LENDING, *LENDING_PARTS):
    setattr(Whole, _name, _lending(_name, _name in LENDING_PARTS))


class Written:
    """The copies that were handed out and can still be written, and the values of the latest that was.

    A copy can be written after it is gone, through what was detached from it: `module.weight.data.zero_()`.
    """

    def __init__(self) -> None:
        self._lent: dict[int, Tensor] = {}  # the values of those that may be written without a count
        self._open: dict[int, tuple[weakref.ref[Tensor], Tensor, int]] = {}
        self._values: Tensor | None = None

    def hand_out(self, values: Tensor) -> Tensor:
        """The same tensor, in which writes are followed."""
        if torch.compiler.is_compiling() or private_names.is_transformed(values):
            return values
        with torch_api.untold():
            whole = values.as_subclass(Whole)
            alias = values.detach()
            key, count = id(alias), torch_api.version_of(alias)
        this = weakref.ref(self)

        def lends() -> None:
            written = this()
            if written is not None:
                written._lend(key)

        def gone(_: object) -> None:
            written = this()
            if written is not None:
                written._take_one(key, dying=True)

        whole.lends = lends
        self._open[key] = weakref.ref(whole, gone), alias, count
        return whole

    def _lend(self, key: int) -> None:
        alias = self._open[key][1] if key in self._open else None
        if alias is not None and key not in self._lent and type(alias) is Tensor and not alias.is_meta:
            with torch_api.untold(), torch.no_grad():
                self._lent[key] = alias.clone()

    def take(self) -> Tensor | None:
        """A copy of the values that were written since they were last taken; None where nothing was."""
        for key in list(self._open):
            self._take_one(key)
        found, self._values = self._values, None
        return None if found is None else found.detach().clone()

    def _take_one(self, key: int, dying: bool = False) -> None:
        if key not in self._open:
            return  # it has died while another was asked
        whole, alias, count = self._open[key]
        now = torch_api.version_of(alias)
        was_changed = not dying and key in self._lent and self._differs(key)
        if now != count or was_changed:
            self._values = alias
            self._open[key] = whole, alias, now
        # The copy that dies still counts, as does what `put` made, which it is a view of.
        is_asked_later = dying and key in self._lent
        if whole() is None and not is_asked_later and not storages.is_shared(alias, besides=KNOWN if dying else 0):
            self._open.pop(key, None)
            self._lent.pop(key, None)

    def _differs(self, key: int) -> bool:
        """Do the values differ from those when it was lent? From now on those of now count."""
        alias, known = self._open[key][1], self._lent[key]
        with torch_api.untold(), torch.no_grad():
            if torch.equal(_bytes(alias), _bytes(known)):
                return False
            self._lent[key] = alias.clone()
        return True


def _bytes(values: Tensor) -> Tensor:
    """For comparing: nan equals itself there."""
    return values.reshape(-1).view(torch.uint8)
