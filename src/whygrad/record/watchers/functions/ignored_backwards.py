"""Classes of the program's with a `backward` that autograd does not know of, and whose `forward` takes part in passes.

Such classes are rare. Where there are some, calls of `forward` are found in the graph of the passes that are looked at.
A module that returns its input as it is leaves nothing there, and a hook that listened to it would be in the program's
way where it compiles, traces or recurses: of modules it is asked only whether there are any.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from types import CodeType, ModuleType
from typing import TYPE_CHECKING

import torch
from torch import nn

from whygrad.evidence.functions import CustomFunction, IgnoredBackward
from whygrad.record.copying.own_modules import own_modules
from whygrad.record.events import PassBegan
from whygrad.record.live.origin import Frames, Origin, OwnRef
from whygrad.record.seam.as_is import bases_of, code_of, definition_of, is_a, member_of, name_of_class
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FEW_PASSES = 3  # at which living modules are looked for
MOST_DEFINED = 512  # classes with both methods; a program may have many Functions


@dataclass
class _Defined:
    """One class with both methods."""

    ref: OwnRef  # the class is the program's, and may go
    name: str
    is_function: bool
    is_module: bool
    forward: CodeType
    backward: CodeType
    call: Frames = ()
    is_made: bool = False  # there is an object of a class of modules
    is_excused: bool = False  # autograd, or the program itself, calls its `backward`


class IgnoredBackwards(Watcher):
    """Looks for such classes at the first pass: they are defined by then."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._defined: list[_Defined] | None = None
        self._by_forward: dict[int, _Defined] = {}  # by its code, which a code's own hash would be read for as a whole
        self._by_backward: dict[int, _Defined] = {}
        self._passes = 0

    @rests_without("_defined")
    def on_pass_began(self, event: PassBegan) -> None:
        if self._defined is None:
            self._defined = list(islice(self._own_classes(), MOST_DEFINED))
            self._by_forward = {id(d.forward): d for d in self._defined}
            self._by_backward = {id(d.backward): d for d in self._defined}
        if not self._defined:
            return
        self._passes += 1
        if event.inspected:
            for origin in event.graph.learning:
                self._note(origin)
        if self._passes <= FEW_PASSES:
            _look_for_modules([d for d in self._defined if d.is_module and not d.call and not d.is_made])

    def _own_classes(self) -> Iterator[_Defined]:
        """Those that the program's modules name: to ask all that live would be to ask thousands of libraries'."""
        for cls in _classes(own_modules(self.recorder.stack.ownership)):
            backward = code_of(member_of(cls, "backward"))
            forward = code_of(member_of(cls, "forward") or member_of(cls, "__call__")) if backward is not None else None
            if backward is not None and forward is not None and self._is_own(backward) and self._is_own(forward):
                is_function, is_module = _is_derived(cls, torch.autograd.Function), _is_derived(cls, nn.Module)
                yield _Defined(OwnRef(cls), name_of_class(cls), is_function, is_module, forward, backward)

    def _is_own(self, code: CodeType) -> bool:
        return self.recorder.stack.ownership[code.co_filename]

    def _note(self, origin: Origin) -> None:
        applied = (origin.extra or {}).get("function")
        if type(applied) is CustomFunction:
            for defined in self._defined or ():
                if applied.backward is not None and applied.backward == definition_of(defined.backward):
                    defined.is_excused = True
        for code in origin.frames[::2]:
            called = self._by_forward.get(id(code))
            if called is not None:
                called.call = called.call or _outside(origin.frames, called.forward)
            called = self._by_backward.get(id(code))
            if called is not None:
                called.is_excused = True

    def of_run(self, copy: Copy) -> Iterator[IgnoredBackward]:
        for defined in self._defined or ():
            chain = copy.chain(defined.call)
            if (chain or defined.is_made) and not defined.is_excused:
                places = definition_of(defined.forward), definition_of(defined.backward)
                yield IgnoredBackward(defined.name, defined.is_function, *places, chain)


def _classes(modules: Iterable[ModuleType]) -> list[type]:
    """Modules before Functions: there may be many Functions, and they are seen where they are applied."""
    named = {id(value): value for module in modules for value in list(module.__dict__.values()) if is_a(value, type)}
    return sorted(named.values(), key=lambda cls: _is_derived(cls, torch.autograd.Function))


def _is_derived(cls: type, kind: type) -> bool:
    return any(base is kind for base in bases_of(cls))


def _look_for_modules(sought: list[_Defined]) -> None:
    """Ask Python's collector, which knows the objects of a class as those that refer to it."""
    by_class = {id(cls): (cls, d) for d in sought if (cls := d.ref()) is not None}
    if by_class:
        for thing in gc.get_referrers(*(cls for cls, _ in by_class.values())):
            if (found := by_class.get(id(type(thing)))) is not None:
                found[1].is_made = True


def _outside(frames: Frames, forward: CodeType) -> Frames:
    """The frames of who called `forward`."""
    at = next(i for i, code in enumerate(frames[::2]) if code is forward)
    return frames[2 * at + 2 :]
