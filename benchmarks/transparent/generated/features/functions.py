"""Custom Functions: how often their parts run, with which types, and what comes out."""

from __future__ import annotations

import torch
from torch.autograd import Function
from torch.autograd.function import once_differentiable

RAN = []


def _told_of_functions(run):
    ran, RAN[:] = list(RAN), []
    run.note("ran", ran)


class Scaled(Function):
    """Its backward is wrong by a factor of two."""

    @staticmethod
    def forward(ctx, x, y):
        RAN.append(["scaled", str(x.dtype), x.requires_grad, torch.is_grad_enabled()])
        ctx.save_for_backward(x, y)
        return x * y

    @staticmethod
    def backward(ctx, g):
        RAN.append(["scaled back", str(g.dtype), list(ctx.needs_input_grad)])
        x, y = ctx.saved_tensors
        return g * y, g * x * 2


class Negated(Function):
    @staticmethod
    def forward(ctx, x):
        RAN.append(["negated"])
        ctx.mark_dirty(x)
        return x.neg_()

    @staticmethod
    def backward(ctx, g):
        return -g


class Broken(Function):
    @staticmethod
    def forward(ctx, x):
        RAN.append(["broken"])
        return x.abs()

    @staticmethod
    def backward(ctx, g):
        return g[:1], g


class Halved(Function):
    """Loops for as long as the values ask for it."""

    @staticmethod
    def forward(ctx, x):
        ctx.times = 0
        while float(x.abs().max()) > 0.25:
            x = x / 2
            ctx.times += 1
        RAN.append(["halved", ctx.times, str(x.dtype)])
        return x

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return g / 2**ctx.times


class SetUp(Function):
    """Keeps what it needs outside of forward, which transforms ask for."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x, factor):
        RAN.append(["set up", factor])
        return x * factor, x.detach() > 0

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.factor = inputs[1]
        ctx.mark_non_differentiable(output[1])
        ctx.set_materialize_grads(False)

    @staticmethod
    def backward(ctx, g, _):
        RAN.append(["set up back", g is None])
        return None if g is None else g * ctx.factor, None


class RaisingForward(Function):
    @staticmethod
    def forward(ctx, x):
        RAN.append(["raising"])
        raise LookupError("forward")


class Noisy(Function):
    @staticmethod
    def forward(ctx, x):
        RAN.append(["noisy"])
        return x + torch.rand(x.shape)

    @staticmethod
    def backward(ctx, g):
        return g * torch.rand(g.shape)


def scaled(run, a, b, k):
    made = Scaled.apply(a, b.reshape(a.shape))
    if k % 2:
        made.sum().backward()
    _told_of_functions(run)
    return made


def negated(run, a, b, k):
    try:
        return Negated.apply(a if k % 3 == 0 else a * 1)
    finally:
        _told_of_functions(run)


def broken(run, a, b, k):
    try:
        Broken.apply(a).sum().backward()
    finally:
        _told_of_functions(run)


def halved(run, a, b, k):
    made = Halved.apply(a)
    made.sum().backward()
    _told_of_functions(run)
    return made


def set_up(run, a, b, k):
    made, positive = SetUp.apply(a, 3.0)
    if k % 3 == 0:
        made = torch.vmap(lambda x: SetUp.apply(x, 2.0)[0])(made)
    if k % 2:
        made.sum().backward()
    _told_of_functions(run)
    run.note(positive)
    return made


def raising_forward(run, a, b, k):
    try:
        return RaisingForward.apply(a)
    finally:
        _told_of_functions(run)


def noisy(run, a, b, k):
    made = Noisy.apply(a)
    made.sum().backward()
    _told_of_functions(run)
    return made


def many_steps_of_a_function(run, a, b, k):
    leaf = torch.rand(3, requires_grad=True)
    optimizer = torch.optim.SGD([leaf], lr=0.1)
    for _ in range(1 + k % 12):
        optimizer.zero_grad()
        Scaled.apply(leaf, leaf.detach().cos()).sum().backward()
        optimizer.step()
    _told_of_functions(run)
    return leaf


def function_called_wrongly(run, a, b, k):
    try:
        return Scaled.apply(a) if k % 2 else Scaled.apply(a, b, a)
    finally:
        _told_of_functions(run)
