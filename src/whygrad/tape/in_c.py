"""What the compiled part of the recorder is given to enter plain calls into the tape itself (`_hotpath_tape.c`)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import torch

from whygrad.record.seam import private_names
from whygrad.tape import replays
from whygrad.tape.cells import NO_BLOCK, Call, Clock, Cut, Kept, Layer, Output, State
from whygrad.tape.ledger import Block
from whygrad.tape.memory import Memory, MemoryRef, Place

if TYPE_CHECKING:
    from whygrad.tape.taping import Taping

# Each class and its slots, in the order of the enumerations in `_hotpath.h`.
CLASSES = (
    (Place, "memory", "layer", "kept"),
    (Memory, "storage", "block", "root", "state", "_fresh", "_room", "_left", "_readers", "_cells"),
    (Layer, "block", "clock", "dtype", "born", "parent", "cut", "call", "unseen"),
    (Kept, "value", "layer", "state", "block", "carried", "stale", "_geometry"),
    (Call, "op", "func", "args", "kwargs", "frames", "serial", "outputs", "cut", "in_place", "partial", "rng",
     "autocast", "forgotten"),
    (State, "call", "previous", "serial"),
    (Output, "layer", "geometry", "number"),
    (Block, "nbytes", "counted"),
    (MemoryRef, "key", "block"),
    (Clock, "version"),
)  # fmt: skip


def put_in_c(taping: Taping, hot: Any) -> None:
    """Have C do what `Taping.after_one` and `Tape.keep` do, where nothing rare takes part."""
    tape: Any = taping.tape
    hot.start_taping(
        CLASSES,
        tape.ledger.negligible,
        tape=tape,
        keep=tape.keep,
        entries=tape.memories.entries,
        dead=tape.memories.dead,
        died=tape.memories.dead.append,
        count_dead=tape.memories.count,
        exported=tape.numbers,
        serial=tape.serials,
        calls=tape.calls,
        trim=tape.trim,
        assign=replays.assign,
        about_to_write=tape.about_to_write,
        copy=tape.copy,
        drop_dead=Memory.drop_dead,
        shape_of=taping.shape_of,
        role_of=taping.role_of,
        zeros=taping.zeros,
        no_block=NO_BLOCK,
        no_names={},
        device=torch.device("cpu"),
        new_cut=partial(tuple.__new__, Cut),
        tracing_state=private_names.tracing_state,
        dispatch_depth=private_names.dispatch_depth,
        early_dispatch_depth=private_names.is_dispatched_early,
        is_profiled=private_names.is_profiled,
        any_autocast=private_names.any_autocast,
        is_transformed=private_names.is_transformed,
        has_storage=private_names.has_storage,
    )
    tape.keep = hot.keep
    tape.hide = hot.hide
