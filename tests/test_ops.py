"""Every spelling of an operation has the same canonical name: alias, method, operator, in place, `out=`."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

import whygrad
from whygrad import ops
from whygrad.ops import act_of, canonical, is_in_place

SOURCE = Path(whygrad.__path__[0])
# `torch.max(a, b)` is `torch.maximum(a, b)`; `torch.max(a, dim)` is not, and this is what the name is known for.
OTHERS = {"maximum", "minimum"}


@pytest.fixture(scope="module")
def named() -> dict[str, Any]:
    """The operations of torch's own database, by name; it takes seconds to load."""
    from torch.testing._internal.common_methods_invocations import op_db

    return {op.name.rpartition(".")[2]: op for op in op_db}


def is_named(function):
    return function is not None and getattr(function, "__name__", "<lambda>") != "<lambda>"


def test_every_alias_of_torch_has_the_name_of_its_operation(named):
    aliases = {(name, alias.name) for name, op in named.items() for alias in op.aliases if alias.name not in OTHERS}
    assert len(aliases) > 50
    assert [pair for pair in aliases if canonical(f"torch.{pair[0]}") != canonical(f"torch.{pair[1]}")] == []


# They call themselves otherwise, and nobody asks for them.
UNASKED = {"sampled_addmm", "mm", "threshold", "slice", "_segment_reduce"}


def test_a_function_is_known_by_the_name_under_which_it_is_offered(named):
    functions = {n: op.op for n, op in named.items() if is_named(op.op) and n not in UNASKED and "backward" not in n}
    assert len(functions) > 400
    assert {name: act_of(f) for name, f in functions.items() if act_of(f) != canonical(name)} == {}


def variants(op: Any) -> Iterator[str]:
    """Other names of an operation: its method, and the operators of the language; in place or not."""
    for variant in (op.method_variant, op.inplace_variant):
        if is_named(variant):
            yield variant.__name__
    for variant in (op.operator_variant, op.inplace_operator_variant):
        if is_named(variant):
            yield f"__{variant.__name__.strip('_')}__"


def test_a_method_and_a_write_in_place_have_the_name_of_the_function(named):
    pairs = {(name, f"torch.Tensor.{variant}") for name, op in named.items() for variant in variants(op)}
    assert len(pairs) > 400
    assert [pair for pair in pairs if canonical(pair[0]) != canonical(pair[1])] == []


def test_a_method_that_writes_in_place_is_known_by_its_name(named):
    written = {op.inplace_variant.__name__ for op in named.values() if is_named(op.inplace_variant)}
    assert len(written) > 100
    assert [name for name in written if not is_in_place(f"torch.Tensor.{name}") and "__" not in name] == []


def written_into_out(op: Any) -> str | None:
    """What the call `op(…, out=tensor)` is recorded as; nothing where the operation returns something else."""
    kind = torch.float32 if torch.float32 in op.dtypes else sorted(op.dtypes, key=str)[0]
    sample = next(iter(op.sample_inputs("cpu", kind, requires_grad=False)))
    result = op.op(sample.input, *sample.args, **sample.kwargs)
    if type(result) is not torch.Tensor:
        return None
    out = torch.empty(0, dtype=result.dtype)
    op.op(sample.input, *sample.args, **sample.kwargs, out=out)
    return act_of(whygrad._latest.recorder.origins.get(out).op)


def test_a_call_that_writes_into_out_is_known_by_the_name_of_the_function(named):
    known = frozenset().union(*TRAITS.values())
    asked = {n: op for n, op in named.items() if canonical(n) in known and op.supports_out and is_named(op.op)}
    with whygrad.watch():
        found = {name: act for name, op in asked.items() if (act := written_into_out(op)) is not None}
    assert len(found) > 40
    assert {name: act for name, act in found.items() if act != canonical(name)} == {}


TRAITS = {name: value for name, value in vars(ops).items() if isinstance(value, frozenset)}


@pytest.mark.parametrize("trait", TRAITS)
def test_a_trait_has_every_spelling_of_its_operations(trait, named):
    """One that is there by another name than its canonical one would never be found."""
    assert [name for name in TRAITS[trait] if canonical(name) != name] == []
    spelled = [(n, s) for n, op in named.items() for s in (*variants(op), *(a.name for a in op.aliases))]
    found = [pair for pair in spelled if pair[0] in TRAITS[trait] and pair[1] not in OTHERS]
    assert [pair for pair in found if act_of(f"torch.{pair[1]}") not in TRAITS[trait]] == []


# Sets in which a word is not what a call does: names as they are spelled, prefixes, nodes of autograd, other words.
AS_SPELLED = {"ON_PURPOSE", "HINGES", "VIEWS", "MOVING", "UNFOLLOWED", "CLIPPERS", "HARMLESS"}
OF_NODES = {"LINEAR", "STEPS_ARRANGING", "STEPS_BETWEEN", "STEPS_NEARLY_SAME"}  # kinds of steps in autograd's graph
ROOMS = ("whygrad.record.", "whygrad.graph.", "whygrad.causes.")


def word_sets():
    for found in pkgutil.walk_packages(whygrad.__path__, "whygrad."):
        if not found.name.startswith(ROOMS):
            continue
        for name, value in vars(importlib.import_module(found.name)).items():
            if name.isupper() and isinstance(value, (frozenset, tuple)) and all(type(word) is str for word in value):
                yield found.name, name, value


def test_no_set_of_operations_holds_a_name_that_is_never_canonical():
    """It would be asked for in vain, and another spelling of the same mistake would be missed."""
    sets = list(word_sets())
    assert len(sets) > 100
    wrong = [(module, name, word) for module, name, words in sets if name not in AS_SPELLED | OF_NODES for word in words
             if word.isidentifier() and canonical(word) != word]  # fmt: skip
    assert wrong == []


def literal_sets(text: str) -> Iterator[frozenset[str]]:
    """The sets, tuples and lists of at least two words that a text writes out."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Set, ast.Tuple, ast.List)) and len(node.elts) > 1:
            words = [part.value for part in node.elts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            if len(words) == len(node.elts):
                yield frozenset(words)


def test_a_set_of_operations_is_written_in_one_place():
    """What means the same is a trait of `ops.py`, or has one name where it is used."""
    known = frozenset().union(*TRAITS.values(), ops.ALIASES, ops.OPERATORS)
    homes: dict[frozenset[str], list[str]] = {words: [name] for name, words in TRAITS.items()}
    for room in ("record", "graph", "causes", "tape"):
        for file in sorted((SOURCE / room).rglob("*.py")):
            for words in literal_sets(file.read_text()):
                if 2 * len(words & known) > len(words):
                    homes.setdefault(words, []).append(file.relative_to(SOURCE).as_posix())
    assert len(homes) > 50
    assert {tuple(sorted(words)): places for words, places in homes.items() if len(places) > 1} == {}


def test_a_set_that_is_written_again_would_be_found():
    assert list(literal_sets('a = {"add", "sub"}\nb = ["x", 1]\nc = ("sub", "add")')) == [ops.PLUS_OR_MINUS] * 2


def test_a_function_is_known_by_its_name_and_an_object_without_one_by_none(named):
    assert act_of(named["sub"].inplace_variant) == act_of("torch.subtract") == act_of("__rsub__") == "sub"
    assert act_of(object()) == act_of(None) == act_of(type("Odd", (), {"__name__": 3})()) == ""


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("torch.Tensor.__rsub__", "sub"),
        ("torch.rsub", "sub"),
        ("torch.subtract", "sub"),
        ("torch.Tensor.__itruediv__", "div"),
        ("torch.Tensor.__rtruediv__", "div"),
        ("torch.true_divide", "div"),
        ("torch.multiply", "mul"),
        ("torch.Tensor.multiply_", "mul"),
        ("torch.Tensor.__matmul__", "matmul"),
        ("torch.Tensor.__rmatmul__", "matmul"),
        ("torch.nn.functional.relu_", "relu"),
        ("torch.Tensor.T.__get__", "transpose"),
        ("torch.Tensor.data.__set__", "data.__set__"),
        ("__set__", "__set__"),
        ("torch.Tensor.__getitem__", "__getitem__"),
        ("torch.Tensor.__float__", "__float__"),
        ("torch.Tensor.__int__", "__int__"),
        ("", ""),
    ],
)
def test_a_spelling_that_users_write(spelled, name):
    assert canonical(spelled) == name


@pytest.mark.parametrize("name", ["__index__", "__int__", "__invert__", "item", "__init__", "sub", "__rsub__"])
def test_a_name_that_does_not_write_in_place(name):
    assert not is_in_place(f"torch.Tensor.{name}")


@pytest.mark.parametrize("name", ["sub_", "__isub__", "__imul__", "relu_"])
def test_a_name_that_writes_in_place(name):
    assert is_in_place(f"torch.Tensor.{name}")
