"""A `backward` of the program's own that writes into the gradient it gets, while another step still waits for it.

Autograd may hand one tensor to several steps: of `x + f(x)` both sides get the same gradient. Torch's count of writes
is read when it is sent and after `backward` has run, on passes that are inspected, where there are such Functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from types import CodeType
from typing import TYPE_CHECKING

import torch
from torch.autograd.graph import Node

from whygrad.evidence.functions import OverwritingBackward
from whygrad.interruptions.errors import hand_on
from whygrad.interruptions.signals import marks_section
from whygrad.record.events import PassBegan, PassEnded, PassFailed
from whygrad.record.live.bounded import MOST
from whygrad.record.live.origin import OwnRef
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import definition_of
from whygrad.record.seam.nodes import function_of_node
from whygrad.record.seam.own_hooks import HooksOfPass
from whygrad.record.telling import only_inspected
from whygrad.record.training.hook_writes import waits_for
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.functions._of_functions import is_to_be_watched, own_code

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

Gradients = Sequence[torch.Tensor | None]


class OverwritingBackwards(Watcher):
    """Watches the nodes of Functions of the program's own, and those that send them gradients."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._hooks = HooksOfPass()
        self._sent: dict[
            tuple[Node, int], tuple[OwnRef, int]
        ] = {}  # gradient and its count of writes, by where it went
        self._found: dict[CodeType, str] = {}

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        self._end()  # of a pass inside which this one begins
        if not is_to_be_watched(event, self.recorder):
            return
        nodes = event.graph.nodes
        own = {node: code for node in nodes if (code := own_code(node, self.recorder)) is not None}
        if not own:
            return
        senders = (n for n in nodes if len(n.next_functions) > 1 and any(to in own for to, _ in n.next_functions))
        for node in senders:
            self._hooks.put(node, partial(self._send, node, own))
        for node, code in own.items():
            self._hooks.put(node, partial(self._ran, node, code))

    @marks_section
    def _send(self, node: Node, own: dict[Node, CodeType], going_out: Gradients, coming_in: Gradients) -> None:
        """The hook of a node that sends to a Function: does another that runs after it get the same tensor?"""
        try:
            with torch_api.unseen():
                sent = [
                    (to, at, g) for (to, at), g in zip(node.next_functions, going_out, strict=False) if g is not None
                ]
                for to, at, gradient in sent:
                    if to is not None and to in own and any(waits_for(other, to, gradient, g) for other, _, g in sent):
                        self._sent[to, at] = (OwnRef(gradient), torch_api.version_of(gradient))
        except Exception as error:  # a gradient that cannot be asked tells nothing
            hand_on(error)

    @marks_section
    def _ran(self, node: Node, code: CodeType, going_out: Gradients, coming_in: Gradients) -> None:
        try:
            for at, gradient in enumerate(coming_in):
                sent = self._sent.pop((node, at), None)
                if sent is None or sent[0]() is not gradient or gradient is None:
                    continue
                if torch_api.version_of(gradient) > sent[1] and len(self._found) < MOST:
                    self._found[code] = getattr(function_of_node(node), "__name__", "")
        except Exception as error:
            hand_on(error)

    def _end(self) -> None:
        self._hooks.take_away()
        self._sent = {}

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        self._end()

    def on_pass_failed(self, event: PassFailed) -> None:
        self._end()

    def of_run(self, copy: Copy) -> Iterator[OverwritingBackward]:
        for code, name in self._found.items():
            yield OverwritingBackward(name, definition_of(code))
