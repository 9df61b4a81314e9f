"""Autograd's nodes and gradients of tensors, asked in ways that neither raise nor warn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import CodeType
from typing import Any, Protocol

import torch
from torch.autograd.graph import Node

from whygrad.interruptions.errors import hand_on
from whygrad.record.seam.as_is import code_of
from whygrad.record.seam.private_names import leaf_node


def node_of(tensor: torch.Tensor) -> Node | None:
    """What made it; None also of a view made under `no_grad` of a base that was written since, which will not tell."""
    try:
        return tensor.grad_fn
    except RuntimeError as error:
        hand_on(error)
        return None


def gradient_of(tensor: torch.Tensor) -> torch.Tensor | None:
    """Its `.grad`; None of a result that keeps none, of which torch would warn the program: a leaf may become one."""
    try:
        return tensor.grad if tensor.is_leaf or tensor.retains_grad else None
    except RuntimeError as error:  # such a view, again
        hand_on(error)
        return None


def has_gradient(tensor: torch.Tensor | None) -> bool:
    return tensor is not None and gradient_of(tensor) is not None


class HasRef(Protocol):
    """A parameter, held weakly."""

    @property
    def ref(self) -> Callable[[], torch.Tensor | None]: ...


# Tells None of what it leaves to Python; set where it was compiled.
gradients_in_c: Callable[[Mapping[int, HasRef]], bool | None] | None = None


def all_have_gradients(learners: Mapping[int, HasRef]) -> bool:
    """As `has_gradient` of each that lives; it is asked of every parameter at every step."""
    told = gradients_in_c(learners) if gradients_in_c is not None else None
    if told is None:
        tensors = (learner.ref() for learner in learners.values())
        return all(tensor is None or gradient_of(tensor) is not None for tensor in tensors)
    return told


walk_in_c: Callable[[list[Node | None], int], list[Node]] | None = None  # set where it was compiled


def graph_nodes(tensors: Iterable[torch.Tensor], most: int) -> list[Node]:
    """The nodes of autograd's graph behind these tensors."""
    if walk_in_c is not None:
        return walk_in_c([node_of(t) for t in tensors], most)
    seen: set[Node] = set()
    order: list[Node] = []
    queue = [node_of(t) for t in tensors]
    for node in queue:
        if node is not None and node not in seen and len(order) < most:
            seen.add(node)
            order.append(node)
            queue += [following for following, _ in node.next_functions]
    return order


def leaf_of(node: Node | None) -> torch.Tensor | None:
    """The leaf that a node collects a gradient in. The node of a custom Function has attributes of any name."""
    is_leaf = leaf_node is None or type(node) is leaf_node
    return getattr(node, "variable", None) if is_leaf else None


def function_of_node(node: Node) -> object:
    """The custom Function whose `backward` the node runs."""
    return getattr(type(node), "_forward_cls", None)


def backward_code_of(node: Node) -> CodeType | None:
    """That of the `backward` of a custom Function, where it is written in Python."""
    function = function_of_node(node)
    return code_of(getattr(function, "backward", None)) if function is not None else None


def autograd_leaves(tensor: torch.Tensor, most: int = 10_000) -> list[torch.Tensor]:
    """The leaves of autograd's own graph behind a tensor whose making the recorder did not see."""
    seen: set[Node | None] = {None}
    found: list[torch.Tensor] = []
    queue = [tensor.grad_fn]
    for node in queue:
        for following, _ in node.next_functions if node is not None else ():
            if following not in seen and len(seen) <= most:
                seen.add(following)
                variable = leaf_of(following)
                if variable is None:
                    queue.append(following)
                else:
                    found.append(variable)
    return found


def saved_by(node: Node, name: str) -> Any:
    """What autograd keeps for this step under this name; None also where it was freed, or written since."""
    try:
        return getattr(node, f"_saved_{name}", None)
    except RuntimeError as error:
        hand_on(error)
        return None


def dtype_of_result(node: Node) -> torch.dtype | None:
    """The dtype of what the step's operation returned; None where this torch does not tell, or it returned several."""
    known: Sequence[object] = getattr(node, "_input_metadata", None) or ()
    return getattr(known[0], "dtype", None) if len(known) == 1 else None


def shape_of_result(node: Node) -> tuple[int, ...] | None:
    """The shape of what the step's operation returned; None where this torch does not tell, or it returned several."""
    known: Sequence[object] = getattr(node, "_input_metadata", None) or ()
    shape = getattr(known[0], "shape", None) if len(known) == 1 else None
    return tuple(shape) if shape is not None and all(type(size) is int for size in shape) else None


def results_of(node: Node) -> list[tuple[tuple[int, ...], torch.dtype]]:
    """The shape and the dtype of each result of the step's operation; nothing where this torch does not tell."""
    known: Sequence[Any] = getattr(node, "_input_metadata", None) or ()
    found = [(getattr(of, "shape", None), getattr(of, "dtype", None)) for of in known]
    return [(tuple(shape), dtype) for shape, dtype in found if shape is not None and dtype is not None]


def run_step(node: Node, *gradients: torch.Tensor | None) -> Sequence[torch.Tensor | None]:
    """What a backward step of torch's own sends on, outside of any pass; its hooks do not run.

    It gets a gradient for each result of its operation.
    """
    step: Any = node
    sent = step(*gradients)
    return sent if type(sent) is tuple else (sent,)
