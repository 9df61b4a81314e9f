"""Gradients that were asked for tensors which the result is not computed from: which of them, and who used those."""

from __future__ import annotations

from itertools import islice

import torch

from whygrad.record.live.origin import Origin, parents_of
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import text_of
from whygrad.record.seam.nodes import graph_nodes, leaf_of, node_of
from whygrad.walk import breadth_first

NOT_USED = "not have been used in the graph"
REQUIRES_NONE = "One of the differentiated Tensors does not require grad"
MOST_NODES = 100_000
MOST_USERS = 32
FAR = 16  # values that are gone


def is_about_unused_inputs(error: Exception) -> bool:
    return NOT_USED in text_of(error) or REQUIRES_NONE in text_of(error)


def unused_inputs(error: Exception, roots: list[torch.Tensor], inputs: list[torch.Tensor]) -> list[torch.Tensor]:
    """The inputs that the error is about: autograd's graph behind the roots does not lead there."""
    if REQUIRES_NONE in text_of(error):
        return [tensor for tensor in inputs if not torch_api.requires_grad(tensor)]
    nodes = graph_nodes(roots, MOST_NODES)
    if len(nodes) == MOST_NODES:
        return []  # further back they may be
    steps = set(nodes)
    leaves = {id(leaf) for node in nodes if (leaf := leaf_of(node)) is not None}
    known = leaves | {id(root) for root in roots}
    return [tensor for tensor in inputs if id(tensor) not in known and node_of(tensor) not in steps]


def users_of(recorder: Recorder, tensors: list[torch.Tensor]) -> list[Origin]:
    """The living values that were computed from these, directly or through values that are gone."""
    sources = {id(origin) for t in tensors if (origin := recorder.origins.get(t)) is not None}
    living = [origin for ref in recorder.origins.refs() if (origin := ref.origin) is not None]
    direct = [origin for origin in living if any(id(parent) in sources for parent in origin.parents)]
    if direct:
        return direct[:MOST_USERS]
    living.sort(key=lambda origin: origin.clock)
    found: dict[int, Origin] = {}
    kept = {id(origin) for origin in living}

    def gone(origin: Origin) -> list[Origin]:
        """What it was computed from, and behind that what is gone."""
        return [] if id(origin) in kept else [*parents_of(origin)]

    for origin in living:
        behind = breadth_first(parents_of(origin), gone, FAR)
        if any(id(parent) in sources or id(parent) in found for parent in behind):
            found[id(origin)] = origin
    return list(islice(found.values(), MOST_USERS))
