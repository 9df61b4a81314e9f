"""What is asked of a call, by its function: C asks here what it can note itself (`_hotpath_looks.c`, `_writes.c`)."""

from __future__ import annotations

from functools import partial
from typing import Any

from whygrad.ops import DETACHING, MIXING, VIEWS, canonical
from whygrad.record.seam import storages, torch_api
from whygrad.record.training.bad_value_sites import can_hide
from whygrad.record.training.loss_nodes import ALONG_A_DIMENSION
from whygrad.record.watchers.steps.lost_averages import THROUGH
from whygrad.record.watchers.tensors.constant_normalisation import NORMALISING, OF_TWO
from whygrad.record.watchers.tensors.untracked_writes import SAVING, SHARING

LEFT_TO_AUTOGRAD = 1  # where values are not read one by one
SAVES_ARGUMENTS = 2  # for the backward pass, so that the memory of an array is of interest
OWN_MEMORY = 4  # its result shows no array's
WRITES_IN_PLACE = 8  # and leaves its argument in the memory where it was
SHOWS_ARGUMENT = 16  # its result shows the memory of its first argument
ASKED_OF_LEARNING = 32  # where its result requires a gradient, more is asked
MIXES = 64  # its result may be an average, which is asked where an optimizer was made
GOES_THROUGH = 128  # it may stand between an average and what that was made of
ASKED_OF_TWO = 256  # as ASKED_OF_LEARNING, where its result was computed from two tensors
MOST = 4_096
# What makes terms of a loss that samples have each: likelihoods, determinants, divergences.
ADDED_UP = frozenset({"sum", "mean", "log", "logdet", "logsumexp"})


class LookedCalls(dict[Any, int]):
    """The functions that were met at a look or at a write; those alone that live as long as torch itself."""

    closed = False  # each call is to be looked at in Python

    def met(self, op: Any) -> None:
        if not self.closed and op not in self and len(self) < MOST and _lives_on(op):
            self[op] = _asked_of(torch_api.short_name_of(op))


def _asked_of(name: str) -> int:
    act = canonical(name)
    is_asked = act in NORMALISING or act in ADDED_UP or can_hide(name)
    shows_memory = act in SHARING or act in VIEWS
    return (
        (0 if act in ALONG_A_DIMENSION else LEFT_TO_AUTOGRAD)
        | (ASKED_OF_LEARNING if is_asked else 0)
        | (ASKED_OF_TWO if act in OF_TWO else 0)
        | (MIXES if act in MIXING else 0)
        | (GOES_THROUGH if act in THROUGH else 0)
        | (SAVES_ARGUMENTS if act in SAVING else 0)
        | (0 if shows_memory else OWN_MEMORY)
        | (SHOWS_ARGUMENT if (act in VIEWS or act in DETACHING) and act not in SHARING else 0)
        | (WRITES_IN_PLACE if torch_api.names_a_write(name) and name not in storages.MOVING else 0)
    )


def _lives_on(op: Any) -> bool:
    """Is it a word, or in torch's own list of its functions?"""
    return type(op) is str or (type(op) is not partial and torch_api.is_listed(op))
