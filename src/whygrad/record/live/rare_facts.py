"""What is known of few Origins: each fact by its name, with its type."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from whygrad.evidence.functions import CustomFunction
from whygrad.evidence.marks import Mark

if TYPE_CHECKING:
    from whygrad.record.live.origin import Frames, Origin


class RareFacts(TypedDict, total=False):
    """A dictionary, because most Origins have none of them and few have several."""

    mark: Mark  # what the operation did beyond its name
    mark_frames: Frames  # where, of a mark that has a place of its own
    function: CustomFunction  # that it is the result of
    value: bool  # of a branch
    shape: tuple[int, ...]  # of a result that was looked at

    # Of a backward pass.
    number: int  # the how manieth of the run
    collects: bool  # it leaves gradients in leaves

    # Of a loss, or a gradient.
    scaled: bool  # a scaler has multiplied it
    retained: tuple[int, Frames]  # after how many passes, and where, `retain_grad()` was called
    hooked: Frames  # where it got a hook
    read_in_vain: bool  # its `.grad` was read after a pass through it, and is None: it is a result
    before_writes: Origin  # of one that was written since then: what it was before
    gradient_of: Origin  # a result, whose gradient it is
    slope: tuple[tuple[int, ...], int]  # by an input, with history: its shape, and of how many numbers it is

    # Of a leaf.
    held: bool  # an optimizer holds it, or has
    born: int  # how many passes there had been
    after_optimizers: int  # that the program had made when the parameter was made
    first: Origin  # what it was before its `.data` was set
    updated: bool  # its values were set to some with history: it was not made from them
    learnt: bool  # a step has changed it
    loaded: bool  # its values were copied from another, or loaded
    sharded: bool  # its `.data` is now a shard and now the whole: setting it changes nothing; or a part of such a one
    itself: bool  # it was to follow itself
    clipped: Frames  # where its gradient was clipped with others, while no optimizer held it
    grafted: Frames  # where it was put into a module that was finished
    written: int  # how many passes there had been when it was last written past autograd
    written_frames: Frames
    written_by: str  # the function that did
    moved: tuple[
        int, int, int, Frames
    ]  # by others' values: passes before the first, how often, before the latest, where

    # Of one that was frozen.
    frozen: Frames  # where; empty after it was unfrozen
    frozen_by: str  # the library's function that the program called, which froze it or made it so
    was_frozen: bool  # it had been before that
    freed: tuple[Frames, Frames]  # where it had been frozen, and where it was unfrozen
    unfrozen: Frames
    unfrozen_at: int  # how many passes had run by then
    refrozen: Frames  # where it was unfrozen, and a module's method froze it again before any pass
    stopped: Frames  # the latest step before it was frozen, of one that had learnt
    probed: Frames  # the first pass after that, where it was for the gradient of an input
    again: bool  # it was frozen there again
    thawed: bool  # it was unfrozen after that
