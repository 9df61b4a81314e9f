"""Where the program is: the frames of the user's own code, as (code, instruction) pairs."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType, FrameType

from whygrad.record.hotpath.handing_over import HAND_OVERS
from whygrad.record.live.bounded import Bounded
from whygrad.record.live.origin import Frames
from whygrad.recording import Chain
from whygrad.source.files import SourceFiles
from whygrad.source.owner import Ownership
from whygrad.source.span import place_of

CHAINS = 10_000  # that are kept as places, because many copies are made of the same lines
MOST_TEXTS = 1_024
MOST_FRAMES = 64  # of the user's own; a recursion is cut, innermost frames are kept
SHARED = 4_096  # tuples of frames that are kept to be used again, as in _hotpath.h


def pairs_in(frames: Frames) -> list[tuple[CodeType, int]]:
    """Code objects with their instructions, innermost first."""
    codes = (code for code in frames[::2] if type(code) is CodeType)
    return list(zip(codes, (at for at in frames[1::2] if type(at) is int), strict=True))


def _identity_of(frames: Frames) -> tuple[object, ...]:
    """Tells frames apart by which code objects they are; code objects themselves hash all that is in them."""
    return (*map(id, frames[::2]), *frames[1::2])


class Stack:
    """Captures frames cheaply while the program runs, and turns them into places later."""

    def __init__(self, ownership: Ownership, skipped: frozenset[str] = HAND_OVERS) -> None:
        self.ownership = ownership
        self.skipped = skipped  # files that stand between a call and us
        self._chains: Bounded[tuple[object, ...], tuple[Frames, Chain]] = Bounded(CHAINS)
        self._shared: Bounded[tuple[object, ...], Frames] = Bounded(SHARED)
        self.texts: Bounded[str, str] = Bounded(MOST_TEXTS)  # of the user's files, as they were when a copy met them
        self.follower: Callable[[Frames], None] | None = None  # is given all that is captured

    def capture(self, frame: FrameType | None) -> Frames:
        """The innermost frame, whoever's it is, then the user's own, innermost first.

        Calls that come from the same place share one tuple: tables that count calls of a place go by which tuple it is.
        """
        own, skipped = self.ownership, self.skipped
        while frame is not None and frame.f_code.co_filename in skipped:
            frame = frame.f_back
        if frame is None:
            return ()
        code = frame.f_code
        found: list[CodeType | int] = [code, frame.f_lasti]
        frame = frame.f_back
        while frame is not None:
            code = frame.f_code
            if own[code.co_filename]:
                found.append(code)
                found.append(frame.f_lasti)
                if len(found) > 2 * MOST_FRAMES:
                    break
            frame = frame.f_back
        frames = self._one_for_all(tuple(found))
        if self.follower is not None:
            self.follower(frames)
        return frames

    def _one_for_all(self, frames: Frames) -> Frames:
        key = _identity_of(frames)
        known = self._shared.get(key)
        if known is None:
            known = self._shared[key] = frames  # it holds its code objects, so that the ids stay theirs
        return known

    def chain(self, frames: Frames, sources: SourceFiles) -> Chain:
        """The user's own call chain as places, outermost first; one object for all calls from one place."""
        key = _identity_of(frames)
        known = self._chains.get(key)
        if known is None:
            own = [(code, at) for code, at in pairs_in(frames) if self.ownership[code.co_filename]]
            chain = tuple(place_of(code, at, sources) for code, at in reversed(own))
            known = self._chains[key] = (frames, chain)  # the frames too, so that the ids stay theirs
        return known[1]

    def foreign_call(self, frame: FrameType | None) -> str:
        """The library's function that the user's own code called to get here, as `module.function`; empty for none."""
        called = None
        while frame is not None and not self.ownership[frame.f_code.co_filename]:
            if frame.f_code.co_filename not in self.skipped:
                called = frame
            frame = frame.f_back
        module = called.f_globals.get("__name__") if called is not None else None
        return f"{module}.{called.f_code.co_name}" if called is not None and type(module) is str else ""

    def foreign_caller(self, frames: Frames) -> CodeType | None:
        """The library function that made the call, where it was not the user's own code."""
        code = frames[0] if frames else None
        return code if type(code) is CodeType and not self.ownership[code.co_filename] else None
