"""Calls of libraries that freeze unless they are told otherwise: which argument tells them."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from whygrad.evidence.modules import FreezingCall
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain
from whygrad.source.span import node_at


@dataclass(frozen=True)
class Default:
    """An argument by which such a call leaves its parameters to learn, and where it stands if it has no name."""

    keyword: str
    value: str
    position: int

    @property
    def argument(self) -> str:
        return f"{self.keyword}={self.value}"


BY_DEFAULT = {
    "torch.nn.modules.sparse.from_pretrained": Default("freeze", "False", 1),
    "peft.peft_model.from_pretrained": Default("is_trainable", "True", 3),
    "peft.auto.from_pretrained": Default("is_trainable", "True", 2),
}


def called_at(graph: UncutGraph, chain: Chain) -> str:
    """The library's function that was called here and froze, as `module.function`; empty where none was seen."""
    return next((seen.function for seen in graph.evidence(FreezingCall) if seen.chain == chain), "")


def left_at_default(graph: UncutGraph, chain: Chain) -> str:
    """The argument that this call lacks to leave its parameters to learn; empty where it decides, or is unknown."""
    default = BY_DEFAULT.get(called_at(graph, chain))
    call = node_at(chain[-1], graph.sources) if default is not None and chain else None
    if default is None or not isinstance(call, ast.Call):
        return ""
    unpacked = any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)
    given = len(call.args) > default.position or any(k.arg == default.keyword for k in call.keywords)
    return "" if given or unpacked else default.argument
