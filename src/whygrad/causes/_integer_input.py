"""A gradient was requested for integers, which cannot have one: indices, or numbers of the wrong dtype."""

from __future__ import annotations

import ast

from whygrad.causes._base import leaf_name
from whygrad.causes._requested import call_that_knows
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import EMBEDDINGS, INDEXING
from whygrad.recording import Node
from whygrad.source.span import node_at
from whygrad.source.values.steps import last_name

LOOKUPS = EMBEDDINGS | INDEXING | {"gather", "one_hot", "take", "take_along_dim", "index_add", "scatter"}
REQUESTS = "requests the gradient of integers"
LABELS = {"indices": REQUESTS, "numbers": "creates integers, which cannot have a gradient"}
HELPS = {
    "indices": "request the gradient of what these integers select, such as the embeddings: look them up first, and "
    "compute the result from the values that you found",
    "numbers": "create floating-point numbers, with `requires_grad=True`",
}


def integer_input(graph: UncutGraph, cause: str, message: int) -> Finding | None:
    """The finding at the call that passes indices to what requests their gradient, or where the numbers are created."""
    asked = next((i for i in graph.query.wrt if not graph.can_carry(i)), None)
    if asked is None or not graph.query.chain:
        return None
    node, request = graph.node(asked), graph.query.chain
    users = [graph.node(user) for user in graph.users.get(asked, ())]
    how = "numbers" if node.birth and users and not any(user.act in LOOKUPS for user in users) else "indices"
    chain = node.birth if how == "numbers" else call_that_knows(graph, asked)
    passed = chain != request and how == "indices"
    call = node_at(chain[-1], graph.sources) if passed else None
    steps = [*_lookup(users), Step("grad", request[-1], "its gradient is requested here")]
    return Finding(
        cause,
        "error",
        "observed",
        chain,
        tuple(step for step in steps if step.place != chain[-1]),
        (name,) if (name := leaf_name(graph, asked)) else (),
        {
            "message": message,
            "error": graph.query.error,
            "root": graph.query.root_name,
            "result": graph.query.root_name,
            "input": leaf_name(graph, asked),
            "made": False,
            "how": how,
            "dtype": node.dtype,
            "passed": last_name(call.func) if isinstance(call, ast.Call) else "",
        },
    )


def subject_of(finding: Finding) -> str:
    name, dtype = finding.facts["input"], finding.facts["dtype"]
    what = f"`{name}`" if name else "a tensor"
    kind = "truth values" if dtype == "bool" else f"integers (`{dtype}`)"
    return f"{what} gets no gradient: it holds {kind}, which cannot have one"


def label_of(finding: Finding) -> str:
    if passed := finding.facts["passed"]:
        return f"passes integers to `{passed}`, which requests their gradient"
    return LABELS[finding.facts["how"]]


def _lookup(users: list[Node]) -> list[Step]:
    found = next((user for user in users if user.act in LOOKUPS and user.place is not None), None)
    return [Step(found.spelling, found.place, "used as indices here")] if found and found.place else []
