"""Objects that are no tensors, hooks or modules as one expects them: they say no, count, or raise when asked."""

from __future__ import annotations

import torch


class Touchy:
    """Can be called, and raises at everything else that one may ask it."""

    def __init__(self, run):
        self.run = run

    def __call__(self, *args):
        self.run.note("called", len(args))

    def __bool__(self):
        raise LookupError("truth")

    def __eq__(self, other):
        raise LookupError("equality")

    def __hash__(self):
        raise LookupError("hash")

    def __len__(self):
        raise LookupError("length")

    def __repr__(self):
        raise LookupError("repr")


class Duck:
    """Looks like a tensor here and there."""

    requires_grad = True
    grad_fn = None

    def __init__(self, log):
        self.log = log

    def __getattr__(self, name):
        self.__dict__["log"].append(name)
        raise AttributeError(name)


class Overriding:
    """No tensor, but takes part in torch's calls."""

    def __init__(self, log):
        self.log = log

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.log.append(func.__name__)
        return "answered"


def touchy_hook(run, a, b, k):
    made = a * 2
    made.register_hook(Touchy(run))
    made.grad_fn.register_hook(Touchy(run))
    made.sum().backward()
    return made


def touchy_module_hook(run, a, b, k):
    layer = torch.nn.Tanh()
    layer.register_forward_hook(Touchy(run))
    layer.register_forward_pre_hook(Touchy(run))
    return layer(a)


def touchy_saved_hooks(run, a, b, k):
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        return a.exp()


def backward_of_a_list(run, a, b, k):
    torch.Tensor.backward([a.sum()], {})


def gradient_of_a_duck(run, a, b, k):
    log = []
    try:
        torch.autograd.grad(Duck(log), a) if k % 2 else torch.autograd.backward([Duck(log)])
    finally:
        run.note(log)


def overriding_object(run, a, b, k):
    log = []
    other = Overriding(log)
    run.note(torch.add(a, other), torch.nn.functional.linear(a, other), torch.equal(other, a), a * other)
    run.note(log)


def odd_parameters(run, a, b, k):
    given = ((p for p in [torch.rand(2, requires_grad=True)]), {}, [], iter([]), 3, "text", {"params": 1}, [None])
    torch.optim.SGD(given[k % len(given)], lr=0.1)


def generator_of_parameters(run, a, b, k):
    taken = []

    def parameters():
        for number in range(3):
            taken.append(number)
            yield torch.ones(2, requires_grad=True)

    given = parameters()
    torch.nn.utils.clip_grad_norm_(given, 1.0)
    run.note(taken, list(given))


def nothing_to_clip(run, a, b, k):
    return torch.nn.utils.clip_grad_norm_((p for p in ()), 1.0)


def odd_numbers(run, a, b, k):
    class Number(float):
        def __mul__(self, other):
            return "multiplied"

        def __index__(self):
            run.note("index")
            return 1

    made = a * Number(2.0)
    run.note(Number(2.0) * 3)
    return made[Number(1.0) : 3] if k % 2 else made


def operand_that_refuses(run, a, b, k):
    """Both are asked, by Python too: a function of torch's in Python answers NotImplemented."""
    log = []

    class Left(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            log.append([cls.__name__, func.__name__])
            return super().__torch_function__(func, types, args, kwargs or {})

    class Right(Left):
        __torch_function__ = classmethod(
            lambda cls, func, *rest: log.append([cls.__name__, func.__name__]) or NotImplemented
        )

    try:
        run.note(a.detach().as_subclass(Left) - b.detach().as_subclass(Right))
    finally:
        run.note(log)


def odd_attributes(run, a, b, k):
    made = a * 2
    made.requires_grad_function = 1
    for name in ("__wrapped__", "_origin", "_whygrad"):
        run.note(name, hasattr(made, name))
    run.note(sorted(made.__dict__))
    return made


def called_unbound(run, a, b, k):
    calls = (
        lambda: torch.Tensor.backward(a.sum(), None, True),
        lambda: torch.Tensor.register_hook(a * 1, lambda g: None) and None,
        lambda: torch.Tensor.detach("text"),
        lambda: torch.Tensor.item(a),
        lambda: torch.Tensor.grad.__get__(a),
        lambda: torch.Tensor.requires_grad.__set__(a, True),
        lambda: torch.Tensor.__bool__(a),
        lambda: torch._C._TensorBase.sum(a),
    )
    return calls[k % len(calls)]()
