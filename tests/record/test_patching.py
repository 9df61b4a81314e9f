"""A patch is made only where what it finds is what it was written for; else the program runs as without us."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
import torch
from torch import nn

import whygrad
from whygrad.record.seam.calls import accepts_all_calls_of
from whygrad.record.seam.patching import Called, Patches, owner_of, replace
from whygrad.session import Session


class Base(dict):
    """`fromkeys` of `dict` is a method of a class, written in C."""

    fromkeys = dict.__dict__["fromkeys"]

    def on_instance(self, a, b=2):
        return a, b

    @classmethod
    def on_class(cls, a):
        return cls, a

    @staticmethod
    def on_nothing(a):
        return a

    value = property(lambda self: 7)


class Derived(Base):
    pass


def plain(a):
    return a


@pytest.fixture
def at(monkeypatch):
    """A module of its own, so that addresses lead to it."""
    module = ModuleType("patched_by_the_test")
    module.Base, module.Derived, module.plain, module.dict = Base, Derived, plain, dict
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module.__name__


def through(seen):
    """A patch that notes the arguments, and hands them on."""

    def wrap(original):
        def wrapper(*args, **kwargs):
            seen.append(args)
            return original(*args, **kwargs)

        return wrapper

    return wrap


def test_a_method_of_a_class_in_c_gets_the_class_it_is_called_on(at):
    seen: list = []
    with Patches() as undo:
        replace(undo, f"{at}:Base.fromkeys", through(seen), Called.ON_A_CLASS)
        assert type(Derived.fromkeys("ab")) is Derived
    assert seen == [(Derived, "ab")]
    assert type(Derived.fromkeys("ab")) is Derived and Base.__dict__["fromkeys"] is dict.__dict__["fromkeys"]


@pytest.mark.parametrize(
    ("name", "called", "arguments"),
    [("on_instance", Called.ON_AN_INSTANCE, (1,)), ("on_class", Called.ON_A_CLASS, (1,))],
)
def test_a_method_is_replaced_where_it_is_inherited_too(at, name, called, arguments):
    expected = getattr(Derived(), name)(*arguments)
    seen: list = []
    with Patches() as undo:
        replace(undo, f"{at}:Derived.{name}", through(seen), called)
        assert getattr(Derived(), name)(*arguments) == expected
        assert len(seen) == 1 and len(seen[0]) == 2
    assert name not in vars(Derived)


@pytest.mark.parametrize(
    ("address", "called"),
    [
        ("Base.value", Called.ON_AN_INSTANCE),  # a property
        ("Base.on_class", Called.ON_AN_INSTANCE),  # of another kind
        ("Base.on_nothing", Called.ON_AN_INSTANCE),
        ("Base.on_instance", Called.ON_A_CLASS),
        ("Base.not_there", Called.ON_AN_INSTANCE),
        ("NotThere.method", Called.ON_AN_INSTANCE),
        ("NotThere.__init__", Called.ON_AN_INSTANCE),  # every object has one
        ("dict.update", Called.ON_AN_INSTANCE),  # of a class that cannot be changed
        ("plain.method", Called.ON_AN_INSTANCE),  # of no class
        ("Base", Called.PLAINLY),  # a class where a function should be
        ("not_there", Called.PLAINLY),
    ],
)
def test_what_is_not_as_expected_is_left_alone_and_told(at, address, called):
    missing: list = []
    with Patches(missing=missing.append) as undo:
        replace(undo, f"{at}:{address}", through([]), called)
        assert Base(a=1).value == 7 and Base().on_instance(1) == (1, 2) and Base.on_class(1) == (Base, 1)
    assert missing == [f"{at}.{address}"] and not undo.made


def test_a_module_that_is_not_there_is_told(at):
    missing: list = []
    with Patches(missing=missing.append) as undo:
        replace(undo, "torch.there_is_no_such_part:function", through([]))
    assert missing == ["torch.there_is_no_such_part.function"]


def test_a_wrapper_that_takes_less_is_not_put(at):
    missing: list = []
    with Patches(missing=missing.append) as undo:
        replace(undo, f"{at}:Base.on_instance", lambda original: lambda self, a: original(self, a))
        assert Base().on_instance(1, b=3) == (1, 3)
    assert missing


def both(a, b):
    pass


@pytest.mark.parametrize(
    ("original", "wrapper", "on_an_object", "fits"),
    [
        (both, lambda a, b: None, False, True),
        (both, lambda *args, **kwargs: None, False, True),
        (both, lambda a, *args, **kwargs: None, False, True),
        (both, lambda a, /, *args, **kwargs: None, False, False),  # `a=1`
        (both, lambda a, c: None, False, False),  # `b=1`
        (both, lambda x, b: None, True, True),  # nobody passes the object by its name
        (both, lambda *args: None, False, False),  # `b=1`
        (both, lambda a, b, c: None, False, False),
        (both, lambda a, b, c=3: None, False, True),
        (lambda a, b=1: None, lambda a, b: None, False, False),
        (lambda a, *, c=1: None, lambda a: None, False, False),
        (lambda a, *, c=1: None, lambda a, **kwargs: None, False, True),
        (lambda self, **kwargs: None, lambda module, **kwargs: None, True, False),  # `module=1` is the program's
        (lambda self, **kwargs: None, lambda module, /, **kwargs: None, True, True),
        (lambda *args: None, lambda a: None, False, False),
        (len, lambda a: None, False, True),  # of C's nothing is known
    ],
)
def test_a_wrapper_must_take_every_call_of_the_original(original, wrapper, on_an_object, fits):
    assert accepts_all_calls_of(original, wrapper, on_an_object) is fits


@pytest.mark.parametrize("keep_bytes", [0, 1 << 20])
def test_every_patch_finds_what_it_expects_in_this_torch(keep_bytes):
    import bdb  # noqa: F401 (patched where it is loaded)

    import torch._dynamo  # noqa: F401

    session = Session(keep_bytes=keep_bytes)
    session.start()
    try:
        told = session.limits(str)
    finally:
        session.stop()
    assert not [line for line in told if "left alone" in line]


def test_owners_are_found_past_names_that_hide_them():
    """`torch.autograd.variable` is a function too."""
    owner, name = owner_of("torch.autograd.variable:VariableMeta.__call__")
    assert (owner, name) == (type(torch.autograd.Variable), "__call__")


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        return 2 * ctx.saved_tensors[0] * grad


def test_a_custom_function_runs_where_its_apply_is_written_in_c(monkeypatch):
    monkeypatch.setattr(torch.autograd.Function, "apply", torch._C._FunctionBase.__dict__["apply"])
    x = torch.ones(2, requires_grad=True)
    with whygrad.watch():
        Square.apply(x).sum().backward()
    assert x.grad.tolist() == [2, 2]


@pytest.mark.parametrize(
    "call",
    [
        lambda: torch.utils.swap_tensors(t1=torch.ones(2), t2=torch.zeros(2)),
        lambda: torch.jit.freeze(mod=torch.jit.trace(nn.Linear(2, 2).eval(), torch.ones(1, 2))),
        lambda: list(__import__("traceback").walk_stack(f=sys._getframe())),
        lambda: torch.jit.trace(_Named(), example_kwarg_inputs={"module": torch.ones(2)})(module=torch.ones(2)),
    ],
    ids=["swap_tensors", "freeze", "walk_stack", "a scripted module"],
)
@pytest.mark.filterwarnings("ignore")
def test_what_is_patched_takes_its_arguments_by_name(call):
    call()
    with whygrad.watch():
        call()


class _Named(nn.Module):
    def forward(self, module):
        return module * 2
