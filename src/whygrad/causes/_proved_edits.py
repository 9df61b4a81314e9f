"""Kinds of edits, each with the number of programs of the tests that it was seen to cure, which are all that got it.

Written by `tests/fix/test_offered_edits.py`; do not edit.
"""

from __future__ import annotations

PROVED: dict[str, int] = {
    "detached-tensor: Attribute in Assign": 1,
    "detached-tensor: Attribute in Attribute": 2,
    "detached-tensor: BinOp in Assign": 1,
    "detached-tensor: BinOp in BinOp": 1,
    "detached-tensor: Call in Assign": 5,
    "detached-tensor: Call in Attribute": 2,
    "detached-tensor: Call in BinOp": 2,
    "detached-tensor: Call in Call": 2,
    "detached-tensor: Call in Return": 5,
    "detached-tensor: Name in Attribute": 2,
    "detached-tensor: Name in GeneratorExp": 1,
    "detached-tensor: Name in IfExp": 1,
    "detached-tensor: Name in ListComp": 1,
    "detached-tensor: Name in Subscript": 1,
    "detached-tensor: Name in Tuple": 1,
    "detached-tensor: Subscript in Assign": 1,
    "detached-tensor: Subscript in Attribute": 1,
    "flag-on-module: Assign in For": 2,
    "flag-on-module: Assign in If": 1,
    "flag-on-module: Assign in Module": 1,
    "frozen-parameter: Call of Call in Assign": 1,
    "frozen-parameter: Call of Name in Assign": 2,
    "growing-graph: AugAssign in For": 1,
    "growing-graph: AugAssign in FunctionDef": 1,
    "missing-create-graph: Call of Name in Assign": 1,
    "missing-create-graph: Call of Name in Subscript": 2,
    "rebuilt-tensor: Call of IfExp in ListComp": 1,
    "rebuilt-tensor: Call of List in Assign": 1,
    "rebuilt-tensor: Call of List in Attribute": 1,
    "rebuilt-tensor: Call of ListComp in Return": 1,
    "rebuilt-tensor: Call of Name in Assign": 1,
    "rebuilt-tensor: Call of Name in Return": 1,
    "reentrant-checkpoint: Call of Attribute in Assign": 1,
    "reentrant-checkpoint: Call of Attribute in Return": 1,
    "reentrant-checkpoint: Call of Name in Assign": 1,
    "reentrant-checkpoint: Call of Name in Return": 1,
    "sampled-value: Call in Assign": 1,
    "sampled-value: Name in Assign": 1,
    "sampled-value: Name in Call": 1,
}
