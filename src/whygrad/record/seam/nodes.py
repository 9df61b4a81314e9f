"""Autograd's nodes: of a tensor, asked in the one way that never raises, and those behind it."""

from __future__ import annotations

from typing import Any

import torch


def node_of(tensor: torch.Tensor) -> Any:
    """What made it; None also of a view made under `no_grad` of a base that was written since, which will not tell."""
    try:
        return tensor.grad_fn
    except RuntimeError:
        return None


def graph_nodes(tensors: Any, most: int) -> list[Any]:
    """The nodes of autograd's graph behind these tensors."""
    seen: set[Any] = set()
    order: list[Any] = []
    queue = [node_of(t) for t in tensors]
    for node in queue:
        if node is not None and node not in seen and len(order) < most:
            seen.add(node)
            order.append(node)
            queue.extend(following for following, _ in node.next_functions)
    return order
