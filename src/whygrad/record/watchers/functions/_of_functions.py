"""What the watchers of passes through the program's own Functions have in common."""

from __future__ import annotations

from types import CodeType
from typing import TYPE_CHECKING

from torch.autograd.graph import Node

from whygrad.record.events import PassBegan
from whygrad.record.seam.nodes import backward_code_of

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder


def is_to_be_watched(event: PassBegan, recorder: Recorder) -> bool:
    """Is this pass inspected, and may one of its nodes be a Function of the program's own?"""
    functions = recorder.watching.functions.backward_checks
    return event.inspected and functions.has_met_functions and not recorder.suspension.is_in_compiled_code


def own_code(node: Node, recorder: Recorder) -> CodeType | None:
    """That of the node's `backward`, where it is the program's own."""
    code = backward_code_of(node)
    return code if code is not None and recorder.stack.ownership[code.co_filename] else None
