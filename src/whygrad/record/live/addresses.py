"""Which known tensor lies in the same memory as another, found without asking every living tensor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from whygrad.record.seam import storages

if TYPE_CHECKING:
    from whygrad.record.live.origin import TensorRef

LATEST = 2_000  # tensors that are entered at once; who shares memory was mostly made a little before
MOST = 4_096  # addresses that are remembered
AT_ONE = 8  # tensors at one address
AT_FIRST = 16


class Addresses:
    """The known tensors by the address of their memory.

    A tensor is entered when somebody asks, not when it is made, and only once: so a question costs no more than what
    was made since the one before. Addresses are used again, and a tensor may move: an answer is what lies there now.
    """

    def __init__(self, living: Callable[[], dict[int, TensorRef]]) -> None:
        self._living = living
        self._at: dict[int, list[TensorRef]] = {}  # MOST of them, oldest first

    def latest_at(self, address: int) -> TensorRef | None:
        """The latest of the known tensors that lie there."""
        return next(self.all_at(address), None)

    def all_at(self, address: int) -> Iterator[TensorRef]:
        """Of the known tensors that lie there the first and some of the latest, the latest first."""
        self._enter_new()
        for ref in reversed(self._at.get(address, ())):
            tensor = ref()
            if tensor is not None and storages.address_of(tensor) == address:
                yield ref

    def moved(self, ref: TensorRef) -> None:
        """The tensor lies elsewhere from now on."""
        if ref.address is not None:  # else it will be entered with those that are new
            self._enter(ref)

    def clear(self) -> None:
        self._at = {}

    def _enter_new(self) -> None:
        """Enter what was made since this was asked before: all that stand behind the latest one that is entered."""
        number = AT_FIRST
        new: list[TensorRef] = []
        while True:
            # In one call: the garbage collector may take entries out of the table between two.
            latest = list(islice(reversed(self._living().values()), number))
            new = []
            for ref in latest:
                if ref.address is not None:
                    break
                new.append(ref)
            if len(new) < number or number >= LATEST:
                break
            number = min(4 * number, LATEST)
        for ref in reversed(new):
            self._enter(ref)

    def _enter(self, ref: TensorRef) -> None:
        tensor = ref()
        ref.address = storages.address_of(tensor) if tensor is not None else 0
        if not ref.address:
            return
        there = [known for known in self._at.pop(ref.address, ()) if known() is not None and known is not ref]
        # Of many views of one tensor that one is the first, and outlives them.
        self._at[ref.address] = [*there[:1], *there[1:][2 - AT_ONE :], ref]
        if len(self._at) > MOST:
            self._at = {at: refs for at, refs in self._at.items() if any(known() is not None for known in refs)}
            for address in list(islice(self._at, max(0, len(self._at) - MOST // 2))):
                del self._at[address]
