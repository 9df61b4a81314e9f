"""What the recorder asks of the tape, where values are kept; the tape builds on the recorder, and is handed in."""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol

import torch

from whygrad.record.seam.given import Args, Kwargs

if TYPE_CHECKING:
    from whygrad.record.live.limits import Limits
    from whygrad.record.live.origin import Frames


class Tape(Protocol):
    """The values themselves."""

    def moved(self, tensor: torch.Tensor) -> None: ...


class Taping(Protocol):
    """The recorder's hand on the tape; what is `pending` of a call, and what was `kept`, the tape alone understands."""

    @property
    def tape(self) -> Tape: ...
    def tell(self, limits: Limits) -> None: ...
    def kept_among(self, objects: list[object]) -> set[int]: ...
    def before(self, func: object, args: Args, kwargs: Kwargs | None) -> object: ...
    def after(
        self, pending: Any, func: object, args: Args, kwargs: Kwargs | None, out: object, frame: FrameType
    ) -> None: ...
    def before_setting(self, target: torch.Tensor, index: object, value: object) -> object: ...
    def after_setting(self, pending: Any, args: Args, frame: FrameType) -> None: ...
    def exported(self, func: object, tensor: torch.Tensor, value: object, frames: Frames) -> None: ...
    def kept(self, value: object) -> object: ...
    def function_ran(
        self, run: Callable[..., object], cls: type, given: object, args: Args, out: object, frame: FrameType
    ) -> None: ...
