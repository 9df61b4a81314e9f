"""Results that are saved, pickled or sent, and values that are loaded: they are known again by a few elements.

A loaded value has no history. Where it has the elements of a result that left the program, it comes from what that was
computed from, and the uncut graph has this edge. No file is read: what leaves is looked at while it leaves, and what
comes back when it is there.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Iterable, Mapping
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple

import torch

from whygrad.evidence.stored_results import CameBack
from whygrad.record.events import ArrayExported
from whygrad.record.live.bounded import Bounded
from whygrad.record.live.exports import is_array
from whygrad.record.live.origin import CUT, LEAF, REQUIRES_GRAD, Frames, Origin
from whygrad.record.seam import patched, torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.special.data_set import leaf_behind
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.tensors.fingerprints import Fingerprint, fingerprints_of
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

MOST = 4_096  # fingerprints
LEAVES = 64  # of one result
NEAR = 4_000  # Origins behind one
FIRST_EXPORTS = 16  # of each line whose arrays are looked at
PLACES = 256
LOADED = "loaded"
MODULE = "<module>"  # the name of the code that is in no function


class _Left(NamedTuple):
    """A result that has left."""

    leaves: tuple[weakref.ref[Origin], ...]  # that learn, and that it was computed from
    frames: Frames
    passes: int = 0  # that had run by then


class StoredResults(Watcher):
    """Looks at what leaves by pickling, `torch.save` and `numpy.save`, and at what is rebuilt or loaded."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._left: Bounded[Fingerprint, _Left] = Bounded(MOST)
        self._put_aside: Bounded[Fingerprint, _Left] = Bounded(MOST)  # what became an array, wherever that went
        self._exported: Bounded[Fingerprint, weakref.ref[Origin]] = Bounded(MOST)
        # How often each line has, by id of its frames, which are kept.
        self._exporting: Bounded[int, tuple[Frames, int]] = Bounded(PLACES)

    def begin_anew(self) -> None:
        """What was saved may be loaded at any time."""

    def install(self, undo: Patches) -> None:
        # Each tensor that is pickled, for a file or for another process, is asked for its hooks first.
        leaving = followed(self.recorder, before=self._leaving, unless_away=True, names=(FIRST,))
        replace(undo, "torch.utils.hooks:warn_if_has_hooks", leaving)
        replace(undo, patched.REBUILDING, followed(self.recorder, self._rebuilt, unless_away=True))
        if "numpy" in sys.modules:
            wrote = followed(self.recorder, before=self._array_leaving, unless_away=True)
            loaded = followed(self.recorder, self._array_loaded, unless_away=True)
            replace(undo, "numpy.lib.format:write_array", wrote)
            replace(undo, "numpy.lib.format:read_array", loaded)
            replace(undo, "numpy.lib.format:open_memmap", loaded)
        # What went through a file of the program's own, a table or shared memory enters as an array that nobody knows.
        entering = followed(self.recorder, before=self._entering, unless_away=True, names=("ndarray",))
        replace(undo, "torch:from_numpy", entering)

    # -- leaving ---------------------------------------------------------------------------------------------------

    def _leaving(self, known: Given, frame: FrameType) -> None:
        tensor = known.get(FIRST)
        origin = self.recorder.origins.get(tensor) if is_a(tensor, torch.Tensor) else None
        if origin is not None:
            self._note(tensor, origin, frame)

    def _array_leaving(self, known: Given, frame: FrameType) -> None:
        array = known.get("array")
        if not is_array(array):
            return
        origin = self.recorder.exports.of(array) or self._put_together_of(array)
        if origin is not None:
            self._note(array, origin, frame)

    def on_array_exported(self, event: ArrayExported) -> None:
        """Arrays are put together before they are stored, and may be gone by then: the first of each line are known."""
        frames = event.export.frames
        times = self._exporting.get(id(frames), (frames, 0))[1] + 1
        self._exporting[id(frames)] = (frames, times)
        if times <= FIRST_EXPORTS:
            found = dict.fromkeys(fingerprints_of(event.array), weakref.ref(event.export))
            self._exported.update(found)
            leaves = self._leaves_of(event.export) if found else ()
            if leaves:
                self._put_aside.update(dict.fromkeys(found, _Left(leaves, frames, self.recorder.run.passes)))

    def _put_together_of(self, array: object) -> Origin | None:
        """The export of one of the arrays that this one was concatenated or stacked of."""
        refs = (self._exported.get(found) for found in fingerprints_of(array))
        return next((origin for ref in refs if ref is not None and (origin := ref()) is not None), None)

    def _note(self, value: object, origin: Origin, frame: FrameType) -> None:
        """Remember what left, where it was computed from what learns; a leaf itself is a checkpoint's."""
        if not _may_be_read():
            return
        leaves = self._leaves_of(origin)
        if leaves:
            left = _Left(leaves, self.recorder.stack.capture(frame))
            with torch_api.unseen():
                self._left.update(dict.fromkeys(fingerprints_of(value), left))

    def _leaves_of(self, origin: Origin) -> tuple[weakref.ref[Origin], ...]:
        """What learns and the result was computed from; nothing of a leaf itself."""
        if leaf_behind(origin) is not None:
            return ()
        return tuple(weakref.ref(leaf) for leaf in _learning_behind(origin))

    # -- coming back -----------------------------------------------------------------------------------------------

    def _rebuilt(self, known: Given, tensor: object, frame: FrameType) -> None:
        left = self._known(tensor) if self._left and is_a(tensor, torch.Tensor) else None
        if left is not None and is_a(tensor, torch.Tensor):
            _link(self.recorder.origin_of(tensor, frame), left)

    def _array_loaded(self, known: Given, array: object, frame: FrameType) -> None:
        left = self._known(array) if self._left and is_array(array) else None
        if left is not None:
            origin = Origin(LOADED, (), self.recorder.stack.capture(frame), 0)
            _link(origin, left)
            self.recorder.exports.add_array(array, origin)

    def _entering(self, known: Given, frame: FrameType) -> None:
        """An array becomes a tensor: has it the elements of one that a result became, in other memory?"""
        array = known.get("ndarray")
        if self._put_aside and is_array(array) and self.recorder.exports.of(array) is None:
            left = self._known(array, self._put_aside)
            if left is not None:
                frames = self.recorder.stack.capture(frame)
                is_soon = left.passes == self.recorder.run.passes and _in_one_call(left.frames, frames)
                export = self._put_together_of(array) if is_soon else None
                if export is None:
                    export = Origin(LOADED, (), frames, 0)
                    _link(export, left)
                self.recorder.exports.add_array(array, export)

    def _known(self, value: object, among: Mapping[Fingerprint, _Left] | None = None) -> _Left | None:
        if not _may_be_read():
            return None
        among = self._left if among is None else among
        with torch_api.unseen():
            return next((left for found in fingerprints_of(value) if (left := among.get(found))), None)


def _in_one_call(left: Frames, entering: Frames) -> bool:
    """Does one call of a function have the array made and take it back, itself or by a helper? Nothing was stored."""
    call = left[-len(entering) :]
    is_by_helper = len(left) - len(entering) == 2 and getattr(entering[0], "co_name", MODULE) != MODULE
    return (len(left) == len(entering) or is_by_helper) and call[0] is entering[0] and call[2:] == entering[2:]


def _may_be_read() -> bool:
    """What is computed in inference mode is read as well: the elements go no further."""
    if not torch.is_inference_mode_enabled():
        return torch_api.values_may_be_read()
    with torch.inference_mode(False):
        return torch_api.values_may_be_read()


def _link(origin: Origin, left: _Left) -> None:
    """The loaded value comes from what the stored one came from; a cut before that does not matter any more."""
    leaves = tuple(leaf for ref in left.leaves if (leaf := ref()) is not None)
    if leaves:
        origin.op, origin.parents = LOADED, leaves
        origin.flags = (origin.flags | CUT) & ~LEAF
        origin.add(mark=CameBack(), mark_frames=left.frames)


def _learning_behind(origin: Origin) -> list[Origin]:
    def since_leaves(at: Origin) -> Iterable[Origin]:
        return () if at.flags & LEAF else at.parents

    behind = breadth_first((origin,), since_leaves, NEAR)
    return [at for at in behind if at.flags & LEAF and at.flags & REQUIRES_GRAD][:LEAVES]
