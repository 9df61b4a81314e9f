"""New parts that are put into a model when it stands already: adapters, heads, prompts. They are there to learn."""

from __future__ import annotations

from sys import _getframe
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.record.copying.variables import variables_of
from whygrad.record.events import PartAdded
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.holdings import modules_in, parameters_in
from whygrad.record.seam.own_hooks import put_on_registrations
from whygrad.record.seam.patching import Patches

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

DEEP = 256  # frames that are asked whether a constructor is running


class LateModules:
    """Marks the parameters that came into a finished module with a part of their own."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def install(self, undo: Patches) -> None:
        def registering(module: torch.nn.Module, name: str, part: object) -> None:
            self._recorder.guarded(self._registered, module, name, part, _getframe(1))

        undo.callback(put_on_registrations(registering))

    def _registered(self, module: torch.nn.Module, name: str, part: object, frame: FrameType) -> None:
        if is_a(part, torch.nn.Module):
            self.module_put(module, part, frame)
            self._recorder.watching.modules.shared_parameters.module_put(module, name, part, frame)

    def module_put(self, module: torch.nn.Module, part: torch.nn.Module, frame: FrameType) -> None:
        if not is_being_built(module, frame):
            old = {id(p) for p in parameters_in(module)}
            self._mark([p for p in parameters_in(part) if id(p) not in old], frame)

    def parameter_put(self, module: torch.nn.Module, parameter: torch.Tensor, frame: FrameType) -> None:
        if not is_being_built(module, frame):
            self._mark([parameter], frame)

    def _mark(self, parameters: list[torch.Tensor], frame: FrameType) -> None:
        frames = self._recorder.stack.capture(frame) if parameters else ()
        for parameter in parameters:
            origin = self._recorder.origin_of(parameter, frame)
            if not (origin.extra or {}).get("grafted"):
                origin.add(grafted=frames)
        if parameters:
            self._recorder.watching.tell(PartAdded(frames))


def is_being_built(module: torch.nn.Module, frame: FrameType | None) -> bool:
    """Does the constructor of this module run, or of one that it is made for?

    A constructor that was given the module found it finished.
    """
    for _ in range(DEEP):
        if frame is None:
            return False
        if frame.f_code.co_name == "__init__" and frame.f_code.co_varnames:
            variables = variables_of(frame)
            built = variables.pop(frame.f_code.co_varnames[0], None)
            if built is module:
                return True
            if is_a(built, torch.nn.Module):
                given = [v for v in variables.values() if is_a(v, torch.nn.Module)]
                return not any(module is inner for root in given for _, inner in modules_in(root))
        frame = frame.f_back
    return True  # too deep to tell


def in_method_of_module(frame: FrameType | None, names: tuple[str, ...]) -> bool:
    """Does a method of a module that has one of these names run?"""
    for _ in range(DEEP):
        if frame is None:
            return False
        first = frame.f_code.co_varnames[:1] if frame.f_code.co_name in names else ()
        if first and is_a(variables_of(frame).get(first[0]), torch.nn.Module):
            return True
        frame = frame.f_back
    return False
