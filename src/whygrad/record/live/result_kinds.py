"""What a call returned, by the class of its result."""

from __future__ import annotations

import torch

from whygrad.record.seam.as_is import member_of

NOTHING, ONE, SEVERAL, ONE_OF_A_SUBCLASS = 0, 1, 2, 4
HASH = object.__dict__["__hash__"]


class ResultKinds(dict[int, int]):
    """Whether a result's class holds no tensor, is one, or is a sequence of them; by the id of the class."""

    most = 4_096  # a program may make classes as it runs

    def __init__(self) -> None:
        super().__init__()
        self.classes: dict[type, int] = {}  # the same for C, without those whose metaclass has a hash of its own
        self._kept: list[type] = []  # so that the ids stay theirs
        for cls in (torch.Tensor, torch.nn.Parameter):  # attributes of parameters are read before one is a result
            self.of(cls)

    def of(self, cls: type) -> int:
        kind = self.get(id(cls))
        return self._find(cls) if kind is None else kind

    def _find(self, cls: type) -> int:
        if len(self) >= self.most:
            self.clear()
            self.classes.clear()
            self._kept.clear()
        kind = _kind_of(cls)
        self._kept.append(cls)
        self[id(cls)] = kind
        if member_of(type(cls), "__hash__") is HASH:
            self.classes[cls] = kind
        return kind


def _kind_of(cls: type) -> int:
    if issubclass(cls, torch.Tensor):
        return ONE if cls is torch.Tensor or cls is torch.nn.Parameter else ONE_OF_A_SUBCLASS
    if cls is tuple or cls is list:
        return SEVERAL
    is_named = issubclass(cls, tuple) and any(member_of(cls, name) is not None for name in ("n_fields", "_fields"))
    return SEVERAL if is_named else NOTHING
