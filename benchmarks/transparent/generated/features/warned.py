"""Warnings of torch's and of the program's own: text, category, file, line, and how often they are shown."""

from __future__ import annotations

import warnings

import torch


def _warn(k, level):
    warnings.warn(f"own {k % 3}", (UserWarning, FutureWarning, RuntimeWarning)[k % 3], stacklevel=level)


def own_warning(run, a, b, k):
    for _ in range(1 + k % 3):
        _warn(k, 1 + k % 4)


def own_warning_beside_operations(run, a, b, k):
    for _ in range(1 + k % 3):
        made = (a * b).exp()
        _warn(k, 1 + k % 4)
        made.sum().backward()
    return made


def gradient_of_no_leaf(run, a, b, k):
    """Shown once at its line."""
    made = a * 2
    return made.grad


def deviation_of_one(run, a, b, k):
    return torch.ones(1, requires_grad=True).std()


def unequal_shapes(run, a, b, k):
    return torch.nn.functional.mse_loss(a.reshape(-1, 1), b.reshape(1, -1))


def softmax_without_a_dimension(run, a, b, k):
    return torch.nn.functional.softmax(a)


def scheduler_before_the_optimizer(run, a, b, k):
    optimizer = torch.optim.SGD([torch.rand(2, requires_grad=True)], lr=0.1)
    torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.9).step()


def tensor_of_a_tensor(run, a, b, k):
    return torch.tensor(a.detach())


def graph_kept_in_gradients(run, a, b, k):
    w = torch.rand(3, requires_grad=True)
    w.pow(2).sum().backward(create_graph=True)
    w.grad = None


def checkpoint_without_a_choice(run, a, b, k):
    return torch.utils.checkpoint.checkpoint(torch.sin, a.detach(), use_reentrant=bool(k % 2) or None)


def with_warnings_kept(run, a, b, k, body):
    with warnings.catch_warnings(record=True) as kept:
        warnings.simplefilter(("always", "default", "once", "module")[k % 4])
        body()
    run.note([[str(w.message), w.category.__name__, w.filename, w.lineno] for w in kept])


def with_warnings_as_errors(run, a, b, k, body):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        body()


def with_warnings_ignored(run, a, b, k, body):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="own 1")
        body()


def filter_left(run, a, b, k):
    warnings.filterwarnings(
        ("default", "always", "ignore", "once")[k % 4], category=(UserWarning, FutureWarning)[k % 2]
    )
    run.note(len(warnings.filters))


def warnings_shown_by_the_program(run, a, b, k, body):
    before = warnings.showwarning

    def show(message, category, filename, lineno, file=None, line=None):
        run.note("shown", str(message), category.__name__, filename, lineno)

    warnings.showwarning = show
    try:
        body()
    finally:
        warnings.showwarning = before
