"""Which step of a backward pass failed, where torch's message gives the step's name alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import torch
from torch.autograd.graph import Node

from whygrad.evidence.passes import FailingStep, VectorReaders
from whygrad.interruptions.errors import hand_on
from whygrad.record.live.bounded import MOST_NODES
from whygrad.record.seam.as_is import text_of
from whygrad.record.seam.nodes import graph_nodes

NAMED = re.compile(r"[Ff]unction '?(\w+)'? returned")
NOT_IMPLEMENTED = re.compile(r"derivative for (?:'(?:aten::)?|aten::)(\w+)")
UNREGISTERED = re.compile(r"backward through ([\w.]+) but no autograd formula")
SPOKEN = re.compile(r"(?:^|: )(\w+)_backward: ")  # torch's formulas begin so what they say
OF_QR = re.compile(r"QR decomposition is not|derivative of linalg\.qr")
PHASE = "in the complex case are specified up to"
VALUES = {"svd": 1}  # which result holds the values, where it is not the first; the others are vectors
NAN = "returned nan values"
NEVER = "NotImplemented"  # autograd's step of an operation that has no derivative by anything
UNNUMBERED = 2**64 - 1  # some of these have no number; their operation is known by its name


def failing_node(
    error: Exception, roots: Iterable[torch.Tensor], is_hooked: Callable[[Node], bool]
) -> FailingStep | None:
    """The step that failed, as far as it is known.

    A pass runs the latest steps first, and frees what a step had saved when it has run. Gradients that do not fit are
    noticed before that, nan after it: of several steps of one name it is the first that is left, or the last that ran.
    """
    wanted = _wanted(text_of(error))
    if wanted is None:
        return None
    nodes = graph_nodes(roots, MOST_NODES)
    named = sorted({n for n in nodes if wanted(n.name())}, key=lambda n: -n._sequence_nr())
    if not named:
        return None
    if PHASE in text_of(error):  # where the values alone are read, the phase cannot matter
        reading = _reading_vectors(text_of(error), nodes)
        named = [n for n in named if n in reading] or named
    missing = NOT_IMPLEMENTED.search(text_of(error)) or UNREGISTERED.search(text_of(error))
    if len(named) == 1 or missing:  # what has no derivative fails when it is first met
        number = named[0]._sequence_nr()
        return FailingStep(number, len(named) == 1) if number != UNNUMBERED else None
    ran = [n for n in named if not is_hooked(n) and _is_freed(n)]
    if NAN in text_of(error):
        return FailingStep((ran or named)[-1]._sequence_nr(), bool(ran))
    left = [n for n in named if n not in ran] or named
    return FailingStep(left[0]._sequence_nr(), len(left) == 1 or bool(ran))


def vector_readers(
    error: Exception, roots: Iterable[torch.Tensor], failing: FailingStep | None
) -> Iterator[VectorReaders]:
    """What reads the vectors whose phase torch refused."""
    if failing is not None and PHASE in text_of(error):
        reading = _reading_vectors(text_of(error), graph_nodes(roots, MOST_NODES))
        numbers = [r for n, readers in reading.items() if n._sequence_nr() == failing.number for r in readers]
        yield VectorReaders(tuple(sorted(n for n in numbers if numbers.count(n) == 1 and n != UNNUMBERED)))


def _reading_vectors(error: str, nodes: Iterable[Node]) -> dict[Node, list[int]]:
    """The steps of which another one reads a result that is not the values, and the numbers of those others."""
    wanted, spoken = _wanted(error), SPOKEN.search(error)
    values = VALUES.get(spoken.group(1), 0) if spoken else 0
    found: dict[Node, list[int]] = {}
    for node in nodes:
        for of, result in node.next_functions:
            if of is not None and result != values and wanted is not None and wanted(of.name()):
                found.setdefault(of, []).append(node._sequence_nr())
    return found


def _wanted(error: str) -> Callable[[str], bool] | None:
    """Is this the name of a step that the message speaks of?"""
    named = NAMED.search(error)
    if named:
        return named.group(1).__eq__
    custom = UNREGISTERED.search(error)
    if custom:
        part = custom.group(1).replace(".", "_")
        return lambda name: part in name
    spoken = SPOKEN.search(error)
    if spoken or OF_QR.search(error):
        end = (spoken.group(1) if spoken else "linalg_qr").replace("_", "").lower()
        return lambda name: re.sub(r"backward\d*$", "", name.lower()).replace("_", "").endswith(end)
    missing = NOT_IMPLEMENTED.search(error)
    if missing is None:
        return None
    start = missing.group(1).replace("_", "").lower()
    if start.endswith("backward"):  # of a second derivative: the operation itself has its first
        start = start.removesuffix("backward")
        return lambda name: re.sub(r"backward\d*$", "", name.lower()).replace("_", "") == start
    return lambda name: name.endswith(NEVER) or re.sub(r"backward\d*$", "", name.lower()).replace("_", "") == start


def _is_freed(node: Node) -> bool:
    """Has the pass run through this step? Reading what is freed raises."""
    for name in dir(node):
        if name.startswith("_saved_") or name == "saved_tensors":
            try:
                getattr(node, name)
            except RuntimeError as error:
                hand_on(error)
                if "freed" in text_of(error):
                    return True
            except Exception as error:  # a custom Function's own attribute
                hand_on(error)
                continue
    return False
