"""State dicts that a module took nothing from: each key has another name, as a prefix gives it, and is passed over.

torch returns the keys that it missed and those that it did not expect. What a later load or a write gives the module
takes it back: a program may try several forms of a file, or load its parts one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.self_loads import UnmatchedLoad
from whygrad.record.events import ModuleLoaded, PassBegan
from whygrad.record.live.bounded import FEW_KEPT, MOST
from whygrad.record.live.kept_values import Values
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.live.weak_tables import WeakThings
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import class_name, is_a, items_of
from whygrad.record.seam.holdings import modules_in, parameters_in
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


class _Held:
    """One parameter as a load has left it."""

    def __init__(self, parameter: torch.Tensor) -> None:
        self._ref, self._count = OwnRef(parameter), torch_api.version_of(parameter)
        # torch does not count what is written through `.data`, or through an array.
        self._sample = Values.copied(torch_api.sample(parameter)) if torch_api.is_plain(parameter) else None

    def is_as_it_was(self, parameter: torch.Tensor) -> bool:
        if parameter is not self._ref() or torch_api.version_of(parameter) != self._count:
            return False
        return self._sample is None or self._sample.is_unchanged(torch_api.sample(parameter))


@dataclass
class _Load:
    module: OwnRef
    kind: str
    frames: Frames
    given: list[str]
    wanted: list[str]
    held: list[_Held]  # its first parameters
    is_used: bool = False  # a pass has begun since, and found them as they were


class UnmatchedLoads(Watcher):
    """Asks of each state that the program loads whether the module took anything from it."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._loads: list[_Load] = []
        self._filled: WeakThings[torch.nn.Module] = WeakThings()  # that took something

    def begin_anew(self) -> None:
        """A notebook loads in one cell and trains in another."""
        self._loads = [load for load in self._loads if not load.is_used]

    def on_module_loaded(self, event: ModuleLoaded) -> None:
        missing, unexpected = _keys_of(event.result)
        given = _texts(dict.keys(event.state) if missing and unexpected and is_a(event.state, dict) else ())
        if not given or not set(given) <= set(unexpected):
            self._filled.add(event.module)
            self._loads = [load for load in self._loads if not _are_related(load.module(), event.module)]
            return
        is_own = self.recorder.stack.ownership[event.frame.f_code.co_filename]
        if not is_own or len(self._loads) >= FEW_KEPT or not torch_api.values_may_be_read():
            return
        with torch_api.unseen():
            held = [_Held(parameter) for parameter in parameters_in(event.module)[:MOST]]
        if held and not self._is_filled(event.module):
            frames, kind = self.recorder.stack.capture(event.frame), class_name(event.module)
            self._loads.append(_Load(OwnRef(event.module), kind, frames, given, missing, held))

    @rests_without("_loads")
    def on_pass_began(self, event: PassBegan) -> None:
        if all(load.is_used for load in self._loads):
            return  # mostly
        for load in self._loads:
            load.is_used = load.is_used or _is_as_it_was(load)
        self._loads = [load for load in self._loads if load.is_used]

    def _is_filled(self, module: torch.nn.Module) -> bool:
        """Has the module, a part of it, or one that it is a part of, taken something from a state?"""
        return any(_are_related(other, module) for other in list(self._filled))

    def of_run(self, copy: Copy) -> Iterator[UnmatchedLoad]:
        for load in self._loads:
            if load.is_used:
                key, slot, alike = _nearest(load.given, load.wanted)
                facts = (load.kind, len(load.given), len(load.wanted), key, slot, alike)
                yield UnmatchedLoad(copy.chain(load.frames), *facts)


def _are_related(one: torch.nn.Module | None, other: torch.nn.Module) -> bool:
    """Is one of them the other, or a part of it?"""
    if one is None:
        return False
    return any(part is other for _, part in modules_in(one)) or any(part is one for _, part in modules_in(other))


def _texts(keys: Iterable[object]) -> list[str]:
    return [key for key in list(keys) if type(key) is str]


def _keys_of(result: object) -> tuple[list[str], list[str]]:
    """The missing and the unexpected keys, as torch returns them."""
    pair = items_of(result) if is_a(result, tuple) else []
    if len(pair) != 2:
        return [], []
    return _texts(items_of(pair[0])), _texts(items_of(pair[1]))


def _is_as_it_was(load: _Load) -> bool:
    """Is the module alive, with the same parameters, to which nobody has written since?"""
    module = load.module()
    if module is None:
        return False
    parameters = parameters_in(module)[:MOST]
    pairs = zip(load.held, parameters, strict=False)
    return len(parameters) == len(load.held) and all(held.is_as_it_was(parameter) for held, parameter in pairs)


def _nearest(given: list[str], wanted: list[str]) -> tuple[str, str, int]:
    """A key of each side that differ by a prefix alone, and how many such pairs the same prefix gives."""
    key, of_module = given[0], set(wanted)
    for slot in wanted:
        longer, shorter = (slot, key) if len(slot) > len(key) else (key, slot)
        if longer.endswith(f".{shorter}"):
            prefix = longer[: -len(shorter)]
            moved = (prefix + k if longer is slot else k.removeprefix(prefix) for k in given)
            return key, slot, sum(k in of_module for k in moved)
    return key, wanted[0], 0
