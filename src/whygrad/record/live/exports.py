"""Values that left torch, by the place where they left and by the object they left as."""

from __future__ import annotations

import sys
import weakref
from collections import deque
from collections.abc import Iterator

from whygrad.record.live.bounded import Bounded
from whygrad.record.live.origin import Origin
from whygrad.record.seam.as_is import is_a

PLACES = 512  # whose exports are remembered: those that exported last
KEPT_PER_PLACE = 4  # of one line that exports in a loop the latest few stand for all
OBJECTS = 512


class Exports:
    """Remembers the latest exports of each place, and finds an exported object or its memory again."""

    def __init__(self) -> None:
        self._by_place: Bounded[tuple[int, int], deque[Origin]] = Bounded(PLACES)
        self.numbers: Bounded[int, tuple[object, Origin]] = Bounded(OBJECTS)
        self._arrays: Bounded[int, tuple[weakref.ref[object], int, int, Origin]] = Bounded(OBJECTS)

    def add(self, origin: Origin, value: object) -> None:
        frames = origin.frames
        # The innermost of the user's frames stands second where a library made the call.
        place = frames[:2] if len(frames) < 4 else frames[:4]
        key = (hash(tuple(id(part) if index % 2 == 0 else part for index, part in enumerate(place))), len(place))
        self._by_place.setdefault(key, deque(maxlen=KEPT_PER_PLACE)).append(origin)
        self._by_place.move_to_end(key)
        if is_a(value, (float, complex)):
            # A number is kept alive by us, so that its id stays its own.
            self.numbers[id(value)] = (value, origin)
        elif is_array(value):
            self.add_array(value, origin)

    def add_array(self, array: object, origin: Origin) -> None:
        """Know the array's memory again."""
        numpy = sys.modules["numpy"]
        if is_a(array, numpy.ndarray):  # a number of NumPy's cannot be held weakly
            start, size = _address_of(array), numpy.ndarray.nbytes.__get__(array)
            self._arrays[id(array)] = (weakref.ref(array), start, start + size, origin)

    def of(self, value: object) -> Origin | None:
        """The export that this very object, or the memory it shows, came from."""
        if is_a(value, (float, complex)):
            known = self.numbers.get(id(value))
            return known[1] if known else None
        return self._of_memory(value) if self._arrays and is_array(value) else None

    def _of_memory(self, array: object) -> Origin | None:
        start = _address_of(array)
        for ref, low, high, origin in reversed(self._arrays.values()):
            if low <= start < max(high, low + 1) and ref() is not None:
                return origin
        return None

    def held(self) -> Iterator[Origin]:
        """Every Origin that is kept alive here."""
        yield from self
        yield from (origin for _, origin in self.numbers.values())
        yield from (origin for *_, origin in self._arrays.values())

    def __iter__(self) -> Iterator[Origin]:
        return self.latest(PLACES)

    def latest(self, places: int) -> Iterator[Origin]:
        """The exports of so many places, of those that exported last."""
        for origins in list(self._by_place.values())[-places:]:
            yield from origins


def _address_of(array: object) -> int:
    """Where the elements lie, as NumPy itself tells it of a subclass too."""
    numpy = sys.modules["numpy"]
    base = numpy.ndarray if is_a(array, numpy.ndarray) else numpy.generic
    return int(base.__array_interface__.__get__(array)["data"][0])


def is_array(value: object) -> bool:
    """Is this a NumPy array or number, where NumPy is loaded at all?"""
    numpy = sys.modules.get("numpy")
    return numpy is not None and is_a(value, (numpy.ndarray, numpy.generic))
