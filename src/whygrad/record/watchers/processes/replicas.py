"""Distributed runs: which of several processes this is, and what DDP could not reduce."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.processes import HeldModule
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import code_of, of_class
from whygrad.record.seam.holdings import modules_in, named_parameters_in

if TYPE_CHECKING:
    from torch.nn.parallel import DistributedDataParallel as Replica


def rank_of_this_process() -> int | None:
    """The rank in a distributed run, where there is one."""
    distributed = sys.modules.get("torch.distributed")
    if distributed is not None and distributed.is_available() and distributed.is_initialized():
        return int(distributed.get_rank())
    rank = os.environ.get("RANK", "")
    return int(rank) if rank.isdecimal() else None


def processes_in_all() -> int:
    """How many processes the distributed run has; 1 where there is none."""
    distributed = sys.modules.get("torch.distributed")
    if distributed is not None and distributed.is_available() and distributed.is_initialized():
        return int(distributed.get_world_size())
    return 1


class Replicas:
    """The DistributedDataParallel modules and where they were made."""

    def __init__(self) -> None:
        self._made: WeakKeys[torch.nn.Module, Frames] = WeakKeys()

    def add(self, module: torch.nn.Module, frames: Frames) -> None:
        self._made[module] = frames

    def made(self) -> list[tuple[torch.nn.Module, Frames]]:
        """The living ones, and where each was made."""
        return self._made.pairs()

    def latest(self) -> Frames:
        """Where the latest one was made."""
        return next(reversed(list(self._made.values())), ())

    def made_at(self, module: torch.nn.Module) -> Frames:
        return self._made.get(module, ())


def modules_of(module: Replica, parameters: list[str]) -> tuple[HeldModule, ...]:
    """The attributes by which the parameters' modules are known, and the files of the classes that hold them."""
    found, modules = {}, dict(modules_in(module.module))
    for name in parameters:
        owner, _, _ = name.rpartition(".")
        parent, _, attribute = owner.rpartition(".")
        holder = modules.get(parent)
        code = code_of(of_class(holder, "forward")) if holder is not None else None
        if attribute and code is not None:
            found[owner] = HeldModule(attribute, code.co_filename)
    return tuple(found.values())


def unused_parameters(module: Replica, message: str) -> list[str]:
    """The names of the parameters that DDP's message gives by their indices."""
    given = re.search(r"did not receive grad for rank \d+: ([\d ]+)", message)
    names = [name for name, p in named_parameters_in(module.module) if torch_api.requires_grad(p)]
    indices = [int(i) for i in given.group(1).split()] if given else []
    return [names[i] for i in indices if i < len(names)]
