"""Tells each event to those who hear it.

A watcher hears an event by having a method of its name: `on_pass_began(self, event: PassBegan)`.

Most steps are like those before. A method that learns nothing from such a *calm* step says so (`only_inspected`,
`rests_without`) and is not called: dozens of watchers that each only find that there is nothing to do would cost more
than a small model's whole step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from whygrad.record.events import Cleared, Event, PassBegan, PassEnded, StepBegan, StepEnded

Hear = Callable[[Any], None]
Method = TypeVar("Method", bound=Callable[..., None])

ASKED = 2  # times: what a watcher was filled with may be gone with the next step
SPARE = 4  # fillings between two steps that are not calm, after which those who are filled hear of all calm ones
OF_EACH_STEP: tuple[type[Event], ...] = (Cleared, PassBegan, PassEnded, StepBegan, StepEnded)


def rests_without(*names: str) -> Callable[[Method], Method]:
    """A method that does nothing at a calm step while these attributes of its watcher are empty.

    They are asked when a calm step begins, and after any other event that the watcher hears. What fills them without an
    event calls `stir`.
    """

    def mark(method: Method) -> Method:
        method.rests_without = names  # type: ignore[attr-defined]
        return method

    return mark


def only_inspected(method: Method) -> Method:
    """A method that does nothing at any calm step: it is for inspected ones, or for those that are unlike others."""
    return rests_without()(method)


@dataclass(eq=False)
class _MayRest:
    """A watcher, and what some of its methods rest without."""

    watcher: object
    without: tuple[str, ...]
    others: tuple[type[Event], ...]  # that it hears beside those of each step
    rests: bool = False  # when it was last asked

    def ask(self) -> bool:
        for name in self.without:  # noqa: SIM110  # asked of dozens, at steps that are to cost next to nothing
            if getattr(self.watcher, name):
                return False
        return True


class Events:
    """Tells each event to those who have a method for it."""

    def __init__(self, watchers: Iterable[object]) -> None:
        self._hearers: dict[type[Event], list[Hear]] = {kind: [] for kind in Event.__subclasses__()}
        # Those who may hear of a calm step, some of them unless they rest; all others learn nothing from one.
        self._of_calm: dict[type[Event], list[tuple[Hear, _MayRest | None]]] = {kind: [] for kind in OF_EACH_STEP}
        self._may_rest: dict[tuple[int, tuple[str, ...]], _MayRest] = {}
        # Of those, by the other events that may fill what they rest without.
        self._filled_by: dict[type[Event], list[tuple[_MayRest, str]]] = {}
        self._awake: dict[type[Event], list[Hear]] | None = None  # who hears of each step, while steps are calm
        self._to_ask = ASKED  # how often those who may rest are still to be asked whether they do
        self._spare = SPARE
        self._filled: set[int] = set()  # the watchers that rest no more, by their ids, as they are filled at each step
        self._is_stirred = False  # they are to hear of all that follows
        for watcher in watchers:
            self.also(watcher)

    def also(self, watcher: object) -> None:
        """From now on this one hears too."""
        heard = {kind: hear for kind in self._hearers if (hear := getattr(watcher, kind.heard_by, None)) is not None}
        others = tuple(heard.keys() - set(OF_EACH_STEP))
        for kind, hear in heard.items():
            self._hearers[kind].append(hear)
            names: tuple[str, ...] | None = getattr(hear, "rests_without", None)
            if kind in OF_EACH_STEP and names != ():
                may = None if names is None else self._who_may_rest(watcher, names, others)
                self._of_calm[kind].append((hear, may))
        self._wake_all()

    def _who_may_rest(self, watcher: object, names: tuple[str, ...], others: tuple[type[Event], ...]) -> _MayRest:
        key = id(watcher), names
        may = self._may_rest.get(key)
        if may is None:
            may = self._may_rest[key] = _MayRest(watcher, names, others)
            for kind in others:
                self._filled_by.setdefault(kind, []).extend((may, name) for name in names)
        return may

    def stir(self) -> None:
        """Something has happened that no step before had: from the next pass on all hear, until steps are calm.

        Not before: who has not heard of the pass would take the step for one of another.
        """
        self._is_stirred = True

    def settle(self, calm: bool) -> None:
        """A step is over: is the next one to be like those before it?"""
        if not calm or self._is_stirred:
            self._wake_all()
        elif self._to_ask:
            self._ask_who_rests()

    def _wake_all(self) -> None:
        self._awake, self._to_ask, self._is_stirred = None, ASKED, False
        self._spare = SPARE
        self._filled.clear()

    def _ask_who_rests(self) -> None:
        self._to_ask -= 1
        for may in self._may_rest.values():
            may.rests = may.ask() and (not self._filled or id(may.watcher) not in self._filled)
        self._awake = {
            kind: [hear for hear, may in hearers if may is None or not may.rests]
            for kind, hearers in self._of_calm.items()
        }

    def _may_be_filled(self, by: type[Event]) -> None:
        """Ask again where an event has filled somebody; asking costs as much as hearing of several steps."""
        if self._awake is None or self._to_ask == ASKED:
            return  # nobody rests, or they are asked with the next step anyway
        filled = {id(may.watcher) for may, name in self._filled_by[by] if may.rests and getattr(may.watcher, name)}
        if not filled:
            return
        self._to_ask = ASKED
        self._spare -= 1
        if self._spare < 0:
            self._filled |= filled

    def tell(self, event: Event) -> None:
        kind = type(event)
        if self._is_stirred and kind is PassBegan:
            self._wake_all()
        if self._awake is None:
            hearers = self._hearers[kind]
        elif kind in self._awake:
            if self._to_ask == ASKED:
                self._ask_who_rests()
            hearers = self._awake[kind]
        else:
            hearers = self._hearers[kind]
        for hear in hearers:
            hear(event)
        if kind in self._filled_by:
            self._may_be_filled(kind)
