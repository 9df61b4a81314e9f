"""The factor by which a `backward` of the program's own scales what arrives: a reversal has one below 0.

Whether it is meant to turn the gradient round is read from its text when the run is over, by the cause. Values are read
on passes that are inspected, where there are such Functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import CodeType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.evidence.of_one_cause.unreversed_gradients import UnreversedGradient
from whygrad.interruptions.errors import hand_on
from whygrad.interruptions.signals import marks_section
from whygrad.record.events import PassBegan, PassEnded, PassFailed
from whygrad.record.live.bounded import MOST
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import definition_of
from whygrad.record.seam.nodes import function_of_node
from whygrad.record.seam.own_hooks import HooksOfPass
from whygrad.record.telling import only_inspected
from whygrad.record.training.bad_value_sites import Birth
from whygrad.record.training.probe import find_operations
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.functions._of_functions import is_to_be_watched, own_code

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

NEAR = 0.02  # of the size of what is returned: half precision rounds
SAMPLE = 4_096  # elements that are compared, so that no gradient is copied as a whole

Gradients = Sequence[torch.Tensor | None]


@dataclass
class _Scaling:
    """What was seen of one `backward`."""

    name: str
    call: Frames
    looked: int = 0
    factor: float = 0.0  # the largest
    is_excused: bool = False  # it turned the gradient round, or did something else than scale it


class UnreversedGradients(Watcher):
    """Watches the nodes of Functions of the program's own."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._hooks = HooksOfPass()
        self._found: dict[CodeType, _Scaling] = {}

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not is_to_be_watched(event, self.recorder):
            return
        if not torch_api.values_may_be_read():
            return
        for node in event.graph.nodes:
            code = own_code(node, self.recorder)
            found = self._scaling(code, node, event.known) if code is not None else None
            if found is not None and not found.is_excused:
                self._hooks.put(node, partial(self._ran, found))

    def _scaling(self, code: CodeType, node: Any, known: list[Origin]) -> _Scaling | None:
        if code not in self._found and len(self._found) < MOST:
            births = [Birth("call", True, number=node._sequence_nr())]
            find_operations(births, known)
            name, origin = getattr(function_of_node(node), "__name__", ""), births[0].origin
            is_call = origin is not None and torch_api.short_name_of(origin.op) == "apply"
            self._found[code] = _Scaling(name, origin.frames if origin is not None and is_call else ())
        return self._found.get(code)

    @marks_section
    def _ran(self, found: _Scaling, going_out: Gradients, coming_in: Gradients) -> None:
        """The hook of a node, when `backward` has returned."""
        try:
            with torch_api.unseen():
                returned, arrived = ([g for g in gradients if g is not None] for gradients in (going_out, coming_in))
                if len(returned) != 1 or len(arrived) != 1:
                    found.is_excused = True
                elif torch_api.any_nonzero(arrived[0]):
                    factor = _factor(returned[0], arrived[0])
                    found.is_excused = found.is_excused or factor is None or factor < 0
                    found.factor, found.looked = max(found.factor, factor or 0.0), found.looked + 1
        except Exception as error:  # a gradient that cannot be read tells nothing
            hand_on(error)
            found.is_excused = True

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        self._hooks.take_away()

    def on_pass_failed(self, event: PassFailed) -> None:
        self._hooks.take_away()

    def of_run(self, copy: Copy) -> Iterator[UnreversedGradient]:
        for code, found in self._found.items():
            if found.looked and not found.is_excused:
                chain = copy.chain(found.call)
                yield UnreversedGradient(found.name, definition_of(code), chain, found.factor, found.looked)


def _factor(returned: torch.Tensor, arrived: torch.Tensor) -> float | None:
    """The number by which one is the other; None where there is none."""
    if not (torch_api.is_plain(returned) and torch_api.is_plain(arrived)) or returned.shape != arrived.shape:
        return None
    if returned.is_complex() or arrived.is_complex():
        return None
    here, there = _sample(returned), _sample(arrived)
    if not torch_api.any_nonzero(there):
        return None
    factor = here.dot(there) / there.dot(there)
    rest = here - factor * there
    return float(factor) if bool(rest.norm() <= NEAR * here.norm()) else None


def _sample(gradient: torch.Tensor) -> torch.Tensor:
    flat = gradient.detach().flatten()
    return flat[:: max(1, flat.numel() // SAMPLE)].double()
