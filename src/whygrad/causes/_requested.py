"""Who chose the inputs of a failed request for gradients: the call itself, or a caller that passed them."""

from __future__ import annotations

import ast

from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place
from whygrad.source.patterns.arguments import argument_given, calls_an_argument, is_argument
from whygrad.source.span import node_at
from whygrad.source.values.steps import last_name

WRAPPING = ("list", "tuple")


def inputs_given(graph: UncutGraph) -> ast.expr | None:
    """The expression of the inputs in the text of the failed call."""
    call = node_at(graph.query.chain[-1], graph.sources) if graph.query.chain else None
    if not isinstance(call, ast.Call):
        return None
    named = [k.value for k in call.keywords if k.arg == "inputs"]
    return next(iter([*named, *(() if last_name(call.func) == "backward" else call.args[1:2])]), None)


def calls_passing_inputs(graph: UncutGraph) -> list[Chain]:
    """The chains up to the request, and up to each call that passed the inputs to it as they are, innermost first."""
    value, chain = inputs_given(graph), graph.query.chain
    found = [chain]
    while value is not None:
        value = _unwrapped(value)
        if not isinstance(value, ast.Name) or not is_argument(value.id, chain[-1], graph.sources):
            break
        value = argument_given(value.id, chain, graph.sources)
        chain = chain[:-1]
        if value is not None:
            found.append(chain)
    return found


def call_that_knows(graph: UncutGraph, asked: int) -> Chain:
    """The innermost of those calls in a function that uses the tensor itself, or the one that the tensor starts from.

    A function that only passes the tensor on, or into a function that it was given too, knows nothing of its kind. One
    that requests the gradient and computes nothing from the tensor has another one to request.
    """
    chains, request = calls_passing_inputs(graph), graph.query.chain
    used = [graph.node(user).chain for user in graph.users.get(asked, ())]
    if not any(chain[: len(request) - 1] == request[:-1] for chain in used):
        return request
    called_back = [chain for chain in chains if any(_gets_it_back(chain, other) for other in used)]
    knowing = [chain for chain in chains if any(_uses_beside(graph, chain, other) for other in used)]
    return (*called_back, *knowing, chains[-1])[0]


def _uses_beside(graph: UncutGraph, chain: Chain, used: Chain) -> bool:
    """Does the function at the end of a chain use the tensor in another expression, by what is its own?"""
    depth, here = len(chain) - 1, chain[-1]
    if used[:depth] != chain[:depth] or len(used) <= depth or used[depth] == here:
        return False
    beside = used[depth]
    is_same = (beside.file, beside.function) == (here.file, here.function)
    return is_same and not calls_an_argument(beside, graph.sources)


def _gets_it_back(chain: Chain, used: Chain) -> bool:
    """Was the tensor used in a callback, a method or inner function of the one at the end of a chain, by its call?"""
    return used[: len(chain)] == chain and any(_is_own_callback(chain[-1], place) for place in used[len(chain) :])


def _is_own_callback(here: Place, inner: Place) -> bool:
    owner = here.function.rpartition(".")[0]
    is_method = bool(owner) and inner.function.rpartition(".")[0] == owner
    return here.file == inner.file and (is_method or inner.function.startswith(f"{here.function}.<locals>"))


def _unwrapped(value: ast.expr) -> ast.expr:
    """`x` of `list(x)`, `(x,)`, `[*x]`"""
    while True:
        if isinstance(value, ast.Call) and last_name(value.func) in WRAPPING and len(value.args) == 1:
            value = value.args[0]
        elif isinstance(value, (ast.List, ast.Tuple)) and len(value.elts) == 1:
            value = value.elts[0]
        elif isinstance(value, ast.Starred):
            value = value.value
        else:
            return value
