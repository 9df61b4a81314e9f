"""Values that go into a loss twice, by terms that send opposite gradients back to them.

Each of the terms weighs the value, and the weights add up to 0. (At a minimum the gradients of curved terms cancel out
too, and rightly: those are left alone.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.terms import OppositeTerms
from whygrad.interruptions.errors import hand_on
from whygrad.interruptions.signals import marks_section
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import PassBegan, PassEnded, PassFailed
from whygrad.record.live.bounded import FEW_KEPT, Bounded, BoundedSet
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import node_of, shape_of_result
from whygrad.record.seam.own_hooks import HooksOfPass
from whygrad.record.telling import only_inspected
from whygrad.record.training.bad_value_sites import Birth
from whygrad.record.training.probe import find_operations
from whygrad.record.training.sent.by_products import names_of_leaves
from whygrad.record.training.weighed_values import Sender, Weighed, weighed_values
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

LARGEST = 2**18  # elements of a value whose gradients are kept for the pass
ROUNDING = 4  # times the precision of its type

Gradients = Sequence[torch.Tensor | None]


@dataclass(eq=False)
class _Arriving:
    """What came to a value so far, in one pass."""

    value: Weighed
    sent: dict[Sender, torch.Tensor] = field(default_factory=dict)


@dataclass
class _Seen:
    trains: bool
    leaves: list[Origin]
    passes: int = 0


class OppositeTermsWatcher(Watcher):
    """Asks what the terms of a loss send to a value that they share."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[tuple[Frames, Frames], _Seen] = Bounded(FEW_KEPT)  # by where it goes into the terms
        self._differ: BoundedSet[tuple[Frames, Frames]] = BoundedSet(8 * FEW_KEPT)
        self._arriving: list[_Arriving] = []
        self._hooks = HooksOfPass()

    def of_run(self, copy: Copy) -> Iterator[OppositeTerms]:
        for key, seen in self._found.items():
            if key not in self._differ:
                names = names_of_leaves(seen.leaves, self.recorder.training.histories)
                yield OppositeTerms(copy.chain(key[0]), copy.chain(key[1]), seen.trains, names, seen.passes)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        is_followed = event.early and not self.recorder.suspension.is_in_compiled_code
        if not is_followed or not torch_api.values_may_be_read():
            return
        roots = [node for t in event.tensors if is_a(t, torch.Tensor) and (node := node_of(t)) is not None]
        self._arriving = [_Arriving(value) for value in weighed_values(roots)]
        for arriving in self._arriving:
            for sender in arriving.value.senders:
                self._hooks.put(sender.node, partial(self._note_sent, arriving, sender))

    @marks_section
    def _note_sent(self, arriving: _Arriving, sender: Sender, going_out: Gradients, coming_in: Gradients) -> None:
        """The hook of a node that sends a gradient to such a value."""
        try:
            gradient = going_out[sender.number]
            if gradient is not None and torch_api.is_plain(gradient) and gradient.numel() <= LARGEST:
                with torch_api.unseen():
                    arriving.sent[sender] = gradient.detach().clone()
        except Exception as error:  # a gradient that cannot be read tells nothing
            hand_on(error)

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        self._hooks.take_away()
        arrived, self._arriving = self._arriving, []
        for at in arrived:
            if event.collects and len(at.sent) == len(at.value.senders):
                with torch_api.unseen():
                    cancel = _cancel_out(list(at.sent.values()), shape_of_result(at.value.node))
                if cancel is not None:
                    self._note(at.value, cancel, event.known)

    def on_pass_failed(self, event: PassFailed) -> None:
        self._hooks.take_away()
        self._arriving = []

    def _note(self, value: Weighed, cancel: bool, known: list[Origin]) -> None:
        births = [Birth("zero", True, number=node._sequence_nr()) for node in (value.node, *_nodes(value))]
        find_operations(births, known)
        (origin, *uses) = [birth.origin for birth in births]
        met = [(use, sender) for use, sender in zip(uses, value.senders, strict=True) if use is not None]
        if origin is None or len(met) != len(uses):
            return
        # First where it is multiplied by something that learns too, then the latest.
        met.sort(key=lambda at: (not at[1].trains_more, -at[0].clock))
        (one, first), (other, last) = met[0], met[-1]
        key = one.frames, other.frames
        leaves = [leaf for leaf in leaves_behind([origin]) if is_held(leaf)] if cancel else []
        if not cancel:
            self._differ.add(key)
        elif one.frames != other.frames and leaves:
            trains = first.trains_more and not last.trains_more
            self._found.setdefault(key, _Seen(trains, leaves)).passes += 1


def _nodes(value: Weighed) -> list[torch.autograd.graph.Node]:
    return [sender.node for sender in value.senders]


def _cancel_out(sent: list[torch.Tensor], shape: tuple[int, ...] | None) -> bool | None:
    """Do these gradients add up to zeros, but for rounding? None where nothing came."""
    shape = shape if shape is not None else tuple(sent[0].shape)
    if not all(g.is_floating_point() and g.dtype == sent[0].dtype and g.device == sent[0].device for g in sent):
        return False
    try:
        reduced = torch.stack([g.sum_to_size(shape) for g in sent])  # a value that was spread gets the sum
    except RuntimeError as error:
        hand_on(error)
        return False
    largest = reduced.abs().amax(0)
    if not torch_api.any_nonzero(largest):
        return None
    return bool((reduced.sum(0).abs() <= ROUNDING * torch.finfo(reduced.dtype).eps * largest).all())
