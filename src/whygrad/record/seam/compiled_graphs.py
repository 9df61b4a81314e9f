"""What the compiler itself keeps of a function that it compiled: the graphs that ran, and what they were given.

A cut leaves no trace in autograd where compiled code is run operation by operation, as by the backend `"eager"`. The
compiler's own graph has it: which inputs lead to which output, and where in the program each input came from.
"""

from __future__ import annotations

import ast
import dis
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import torch
import torch.fx

from whygrad.interruptions.errors import hand_on
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import private_names
from whygrad.record.seam.as_is import (
    attribute_of,
    enclosed_by,
    function_of,
    is_a,
    is_exactly,
    items_of,
    of_class,
    owner_of,
)

GRAPH, RESUMED = "__compiled_fn", "__resume_at"  # how the code that the compiler wrote names graphs, and what follows
MOST_GRAPHS = 64  # one after another


class Output(NamedTuple):
    """One result of a graph: what is known of it, and the names of the inputs that lead to it."""

    name: str
    dtype: torch.dtype
    requires_grad: bool
    behind: frozenset[str]


class Graph(NamedTuple):
    sources: Mapping[str, ast.expr]  # where in the program each input came from
    outputs: tuple[Output, ...]


_known: WeakKeys[torch.fx.GraphModule, Graph] = WeakKeys()


class CompiledRun:
    """The graphs that the latest call of a compiled function ran; none where that is not known for certain."""

    def __init__(self, function: object, args: object, kwargs: object) -> None:
        owner = owner_of(function)
        is_module = is_a(owner, torch.nn.Module)
        called = attribute_of(owner, "forward", of_class(owner, "forward")) if is_module else function
        plain = called if type(called) is FunctionType else function_of(called)
        self._graphs = _graphs_of(plain) if plain is not None else []
        self._names: dict[str, object] = {}
        if plain is not None and self._graphs:
            values = [owner, *items_of(args)] if is_module or owner is not None else items_of(args)
            self._names = _names_seen(plain, values, kwargs)
            self._globals = plain.__globals__
            self._variables = frozenset(plain.__code__.co_varnames)

    def leaves(self, result: torch.Tensor) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
        """The leaves that lead to a result, and those that its graph was given and that do not."""
        last = self._graphs[-1] if self._graphs else Graph({}, ())
        alike = [o.behind for o in last.outputs if (o.dtype, o.requires_grad) == (result.dtype, result.requires_grad)]
        if not alike:
            return [], []
        found = self._leading(frozenset.intersection(*alike))
        met = {id(leaf) for leaf in found}
        others = self._tensors(last, set(last.sources).difference(*alike))
        return found, [leaf for leaf in others if id(leaf) not in met]

    def _leading(self, names: Iterable[str]) -> list[torch.Tensor]:
        """Behind inputs of the last graph; a value that one hands to a later one keeps its name in the program."""
        found: list[torch.Tensor] = []
        wanted, handed = set(names), set[str]()
        for graph in reversed(self._graphs):
            before = {v: o for v in handed if (o := _kept_in(v, graph.outputs, self._variables)) is not None}
            wanted.update(*(o.behind for o in before.values()))
            handed.difference_update(before)
            handed.update(variable for name in wanted if (variable := _variable(graph.sources.get(name))))
            found += self._tensors(graph, wanted)
            wanted = set()
        return found

    def _tensors(self, graph: Graph, names: Iterable[str]) -> list[torch.Tensor]:
        wanted = set(names)
        values = (self._value_of(source) for name, source in graph.sources.items() if name in wanted)
        return [v for v in values if is_a(v, torch.Tensor) and v.is_leaf and v.requires_grad]

    def _value_of(self, source: ast.expr) -> object:
        """What stands there now: attributes and entries are looked up as Python keeps them, no code of theirs runs."""
        if isinstance(source, ast.Attribute):
            return attribute_of(self._value_of(source.value), source.attr)
        if not isinstance(source, ast.Subscript) or not isinstance(source.slice, ast.Constant):
            return None
        key = source.slice.value
        if isinstance(source.value, ast.Name):
            return (self._globals if source.value.id == "G" else self._names).get(str(key))
        holder = self._value_of(source.value)
        if is_exactly(holder, dict):
            return holder.get(key)
        is_there = is_exactly(holder, list, tuple) and isinstance(key, int) and -len(holder) <= key < len(holder)
        return holder[key] if is_there else None  # type: ignore[index]  # it is a list or a tuple


def _kept_in(variable: str, outputs: Iterable[Output], variables: frozenset[str]) -> Output | None:
    """The output that a variable holds: the compiler names it by the variable, with a number where that was set again.

    None where it may be one of several.
    """
    found = [o for o in outputs if o.name == variable or (_set_again(o.name) == variable and o.name not in variables)]
    return found[0] if len(found) == 1 else None


def _set_again(name: str) -> str:
    stem, line, number = name.rpartition("_")
    return stem if line and number.isdigit() else ""


def _variable(source: ast.expr | None) -> str:
    """The local variable that a source is; no word of other sources."""
    is_local = isinstance(source, ast.Subscript) and isinstance(source.value, ast.Name) and source.value.id == "L"
    key = source.slice if is_local and isinstance(source, ast.Subscript) else None
    return str(key.value) if isinstance(key, ast.Constant) else ""


def _names_seen(function: FunctionType, values: list[object], kwargs: object) -> dict[str, object]:
    """The arguments and the variables of enclosing functions by name, those that the code does not set itself."""
    code = function.__code__
    names: dict[str, object] = dict(zip(code.co_varnames[: code.co_argcount], values, strict=False))
    names.update(kwargs if is_exactly(kwargs, dict) else {})
    names.update(enclosed_by(function))
    return {name: value for name, value in names.items() if name not in _set_by(code)}


@lru_cache(maxsize=1_024)  # asked at every compiled call
def _set_by(code: CodeType) -> frozenset[str]:
    """The variables that code sets itself."""
    found: set[str] = set()
    for step in dis.get_instructions(code):
        if step.opname.startswith(("STORE_FAST", "STORE_DEREF")):
            # From Python 3.13 on one instruction may set two, or set one and read another.
            names = step.argval if type(step.argval) is tuple else (step.argval,)
            found.update(names[:1] if step.opname == "STORE_FAST_LOAD_FAST" else names)
    return frozenset(found)


def _graphs_of(function: FunctionType) -> list[Graph]:
    """What the latest call ran: of all that was compiled of a function, the compiler keeps the latest first."""
    found: list[Graph] = []
    code: CodeType = function.__code__
    for _ in range(MOST_GRAPHS):
        kept = private_names.compiled_of(code)
        if not kept or len(kept) >= _most_kept():  # beyond that it is run as it is
            return []
        written = kept[0].code.co_names
        graphs = [_graph_of(function.__globals__.get(n)) for n in written if n.startswith(GRAPH)]
        following = [function.__globals__.get(n) for n in written if n.startswith(RESUMED)]
        if None in graphs or len(following) > 1:  # which of two branches was run is not known
            return []
        found += [graph for graph in graphs if graph is not None]
        if not following:
            return found
        if type(following[0]) is not FunctionType:
            return []
        code = following[0].__code__
    return []


def _most_kept() -> int:
    config = sys.modules.get("torch._dynamo.config")
    limit = getattr(config, "recompile_limit", None) or getattr(config, "cache_size_limit", 0)
    return limit if isinstance(limit, int) else 0


def _graph_of(function: object) -> Graph | None:
    """The graph behind a function that a backend returned: as a module or its method, or with those of a module."""
    inside = attribute_of(function, "_torchdynamo_orig_callable", function)
    module = next(
        (m for m in (inside, owner_of(inside), owner_of(attribute_of(inside, "zero_grad")))
         if is_a(m, torch.fx.GraphModule)), None
    )  # fmt: skip
    if module is None:
        return None
    if module not in _known:
        _known[module] = _read(module)
    return _known[module]


def _read(module: torch.fx.GraphModule) -> Graph:
    sources: dict[str, ast.expr] = {}
    behind: dict[torch.fx.Node, frozenset[str]] = {}
    outputs: list[Output] = []
    for node in module.graph.nodes:
        own = frozenset([node.name]) if node.op == "placeholder" else frozenset()
        behind[node] = own.union(*(behind.get(given, frozenset()) for given in node.all_input_nodes))
        if node.op == "placeholder" and (source := _parsed(getattr(node, "_dynamo_source", None))) is not None:
            sources[node.name] = source
        elif node.op == "output":
            for given in node.all_input_nodes:
                value = given.meta.get("example_value")
                if is_a(value, torch.Tensor):
                    outputs.append(Output(given.name, value.dtype, value.requires_grad, behind[given]))
    return Graph(sources, tuple(outputs))


def _parsed(source: Any) -> ast.expr | None:
    name: str | Callable[[], str] | None = getattr(source, "name", None)
    try:
        text = name() if callable(name) else name  # a method in older ones
        return ast.parse(text, mode="eval").body if isinstance(text, str) else None
    except (SyntaxError, NotImplementedError) as error:
        hand_on(error)
        return None
