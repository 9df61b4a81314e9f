"""Subclasses of tensors that write down which calls they see, in which order, with what."""

from __future__ import annotations

import random

import torch

SEEN = []


def _name_of(func):
    return getattr(func, "__name__", None) or str(func)


def _told(run):
    """The calls since the last time."""
    calls, SEEN[:] = list(SEEN), []
    run.note("seen", calls)


class Logged(torch.Tensor):
    """Sees every call, and answers as a plain tensor would."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        SEEN.append([cls.__name__, _name_of(func), [t.__name__ for t in types], len(args), sorted(kwargs or {})])
        return super().__torch_function__(func, types, args, kwargs or {})


class Refusing(torch.Tensor):
    """Does not take part in what has `mul` in its name."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        SEEN.append([cls.__name__, _name_of(func)])
        if "mul" in _name_of(func):
            return NotImplemented
        return super().__torch_function__(func, types, args, kwargs or {})


class Failing(torch.Tensor):
    """Raises an error of its own in what has `add` in its name."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if "add" in _name_of(func):
            raise LookupError(_name_of(func))
        return super().__torch_function__(func, types, args, kwargs or {})


class Carrying(torch.Tensor):
    """Hands its mark on to what is computed from it."""

    mark = "none"

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        with torch._C.DisableTorchFunctionSubclass():
            out = func(*args, **(kwargs or {}))
        marks = [x.mark for x in args if isinstance(x, cls)]
        if isinstance(out, torch.Tensor) and not isinstance(out, cls) and out.dtype.is_floating_point:
            out = out.as_subclass(cls)
            out.mark = "+".join(marks)
        return out


class Wrapping(torch.Tensor):
    """Holds another tensor, and computes with that below autograd."""

    @staticmethod
    def __new__(cls, inner):
        made = torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype, requires_grad=False)
        made.inner = inner
        return made

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        SEEN.append([cls.__name__, str(func)])
        plain = [x.inner if isinstance(x, cls) else x for x in args]
        out = func(*plain, **(kwargs or {}))
        return cls(out) if isinstance(out, torch.Tensor) else out


CLASSES = (Logged, Refusing, Failing, Carrying)


def became_a_subclass(run, a, b, k):
    made = a.as_subclass(CLASSES[k % len(CLASSES)])
    _told(run)
    return made


def leaf_of_a_subclass(run, a, b, k):
    made = torch.rand(4).as_subclass(CLASSES[k % len(CLASSES)]).requires_grad_()
    if k % 3 == 0:
        made = torch.nn.Parameter(made)
    _told(run)
    return made


def subclass_computed(run, a, b, k):
    """Other tensors live beside it: nothing is read of it unless it takes part."""
    mine = torch.rand(4).as_subclass(CLASSES[k % len(CLASSES)]).requires_grad_()
    _told(run)
    other = (a * b).detach().clone()
    _told(run)
    dice = random.Random(k)
    for _ in range(dice.randint(1, 4)):
        try:
            mine = dice.choice((torch.relu, torch.exp, _doubled, _summed, _plus, _part))(mine)
        finally:
            _told(run)
    run.note(type(mine).__name__, other)
    return mine


def _doubled(x):
    return x * 2


def _summed(x):
    return x.sum() + torch.ones(4)


def _plus(x):
    return torch.ones(4).add(x, alpha=2)


def _part(x):
    return x[:2]


def subclass_learned(run, a, b, k):
    mine = torch.rand(4).as_subclass(CLASSES[k % len(CLASSES)]).requires_grad_()
    optimizer = torch.optim.SGD([mine], lr=0.1)
    try:
        for _ in range(k % 4):
            optimizer.zero_grad()
            (mine.sin() - b.detach().reshape(-1)[:1]).pow(2).sum().backward()
            optimizer.step()
            _told(run)
    finally:
        _told(run)
    return mine.grad


def mark_carried(run, a, b, k):
    mine = a.detach().as_subclass(Carrying)
    mine.mark = f"m{k}"
    made = torch.sin(mine) + mine
    run.note(made.mark, type(made).__name__)
    return made


def wrapped(run, a, b, k):
    made = Wrapping(b.detach().clone())
    try:
        made = (made * 2).exp() + made
        run.note(type(made).__name__, made.inner)
    finally:
        _told(run)


def subclasses_mixed(run, a, b, k):
    first, second = random.Random(k).sample(CLASSES, 2)
    try:
        made = torch.sub(torch.rand(3).as_subclass(first), torch.rand(3).as_subclass(second))
        run.note(type(made).__name__)
    finally:
        _told(run)
