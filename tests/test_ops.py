"""Every spelling of an operation has the same canonical name: alias, method, operator, in place."""

from __future__ import annotations

import pytest
from torch.testing._internal.common_methods_invocations import op_db

from whygrad.ops import canonical, is_in_place

# `torch.max(a, b)` is `torch.maximum(a, b)`; `torch.max(a, dim)` is not, and this is what the name is known for.
OTHERS = {"maximum", "minimum"}
NAMED = sorted({op.name.rpartition(".")[2]: op for op in op_db}.items())


def is_named(function):
    return function is not None and getattr(function, "__name__", "<lambda>") != "<lambda>"


@pytest.mark.parametrize(("name", "op"), NAMED, ids=[name for name, _ in NAMED])
def test_every_alias_of_torch_has_the_name_of_its_operation(name, op):
    for alias in op.aliases:
        if alias.name not in OTHERS:
            assert canonical(f"torch.{alias.name}") == canonical(f"torch.{name}")


@pytest.mark.parametrize(("name", "op"), NAMED, ids=[name for name, _ in NAMED])
def test_a_method_and_a_write_in_place_have_the_name_of_the_function(name, op):
    if is_named(op.method_variant):
        assert canonical(f"torch.Tensor.{op.method_variant.__name__}") == canonical(name)
    if is_named(op.inplace_variant):
        written = f"torch.Tensor.{op.inplace_variant.__name__}"
        assert canonical(written) == canonical(name)
        assert is_in_place(written) or "__" in written
    for variant in (op.operator_variant, op.inplace_operator_variant):
        if is_named(variant):
            plain = variant.__name__.strip("_")
            assert canonical(f"torch.Tensor.__{plain}__") == canonical(name)


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
