"""A `backward` of the program's own that writes, past torch's count of writes, values that another step has saved.

`.data` of a saved input is the memory of a result: a tanh computes its gradient from it, and runs later. What such
steps have saved is compared before and after each `backward`, on passes that are inspected, where there are such
Functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import CodeType
from typing import TYPE_CHECKING

import torch
from torch.autograd.graph import Node

from whygrad.evidence.functions import SpoiledSave
from whygrad.interruptions.errors import hand_on
from whygrad.interruptions.signals import marks_section
from whygrad.ops import spelling
from whygrad.record.copying.module_owners import leaves_behind
from whygrad.record.events import PassBegan, PassEnded, PassFailed
from whygrad.record.live.bounded import FEW_KEPT, NEAR, Bounded
from whygrad.record.live.kept_values import SMALL, Values
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import definition_of, is_a
from whygrad.record.seam.nodes import function_of_node, leaf_of, saved_by
from whygrad.record.seam.own_hooks import HooksOfPass
from whygrad.record.telling import only_inspected
from whygrad.record.training.bad_value_sites import SAVED, Birth
from whygrad.record.training.probe import find_operations
from whygrad.record.training.sent.by_products import names_of_leaves
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.functions._of_functions import is_to_be_watched, own_code

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

Kept = list[tuple[torch.Tensor, Values, int]]  # what a step has saved, its values, and the step's number


@dataclass
class _Spoiled:
    name: str  # of the Function
    suffers: Frames
    op: str
    leaves: list[Origin]


class SpoiledSaves(Watcher):
    """Watches the nodes of Functions of the program's own, and what is saved by those that run after them."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._hooks = HooksOfPass()
        self._kept: dict[Node, Kept] = {}  # while a `backward` runs
        self._written: dict[CodeType, tuple[str, int]] = {}  # in this pass: whose save, by the number of its step
        self._found: Bounded[CodeType, _Spoiled] = Bounded(FEW_KEPT)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        self._end()  # of a pass inside which this one begins
        if not is_to_be_watched(event, self.recorder):
            return
        nodes = event.graph.nodes
        own = [
            (node, code)
            for node in nodes
            if (code := own_code(node, self.recorder)) is not None and code not in self._found
        ]
        if not own or not torch_api.values_may_be_read():
            return
        users: dict[Node, list[Node]] = {}
        for node in nodes:
            for following, _ in node.next_functions:
                if following is not None:
                    users.setdefault(following, []).append(node)
        for node, code in own[:FEW_KEPT]:
            later = _run_later(node, users, self.recorder.probe.hooked_saves.has)
            if later:
                self._hooks.put_before(node, partial(self._begins, node, later))
                self._hooks.put(node, partial(self._ran, node, code))

    @marks_section
    def _begins(self, node: Node, later: list[Node], coming_in: object) -> None:
        try:
            with torch_api.unseen():
                self._kept[node] = [
                    (saved, Values.copied(saved), step._sequence_nr()) for step in later for saved in _saves(step)
                ]
        except Exception as error:  # a value that cannot be read tells nothing
            hand_on(error)

    @marks_section
    def _ran(self, node: Node, code: CodeType, going_out: object, coming_in: object) -> None:
        try:
            with torch_api.unseen():
                for saved, before, number in self._kept.pop(node, ()):
                    if not before.is_unchanged(saved):
                        self._written[code] = getattr(function_of_node(node), "__name__", ""), number
        except Exception as error:
            hand_on(error)

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        written = self._written
        self._end()
        if not written:
            return  # mostly
        births = {code: Birth("call", True, number=number) for code, (_, number) in written.items()}
        find_operations(list(births.values()), event.known)
        for code, birth in births.items():
            if birth.origin is not None:
                op, leaves = spelling(torch_api.name_of(birth.origin.op)), leaves_behind([birth.origin])
                self._found[code] = _Spoiled(written[code][0], birth.origin.frames, op, leaves)

    def on_pass_failed(self, event: PassFailed) -> None:
        self._end()

    def _end(self) -> None:
        self._hooks.take_away()
        self._kept, self._written = {}, {}

    def of_run(self, copy: Copy) -> Iterator[SpoiledSave]:
        for code, seen in self._found.items():
            names = names_of_leaves(seen.leaves, self.recorder.training.histories)
            yield SpoiledSave(seen.name, definition_of(code), copy.chain(seen.suffers), seen.op, names)


def _run_later(node: Node, users: dict[Node, list[Node]], is_hooked: Callable[[Node], bool]) -> list[Node]:
    """The steps that made what a Function was given, and others that were given it, where they run after it."""
    made = [to for to, _ in node.next_functions if to is not None and leaf_of(to) is None]
    beside = [user for to in made for user in users.get(to, ()) if user is not node]
    number = node._sequence_nr()
    steps = (step for step in dict.fromkeys([*made, *beside]) if step._sequence_nr() < number)
    return [step for step in steps if not is_hooked(step)][:NEAR]


def _saves(step: Node) -> Iterator[torch.Tensor]:
    """What it has saved, where it lies in memory: one that is reversed may get its values back later."""
    for name in SAVED:
        saved = saved_by(step, name)
        if not is_a(saved, torch.Tensor) or not torch_api.is_plain(saved) or not torch_api.is_readable(saved):
            continue
        if 0 < saved.numel() <= SMALL and saved.untyped_storage().nbytes() >= saved.numel() * saved.element_size():
            yield saved.detach()
