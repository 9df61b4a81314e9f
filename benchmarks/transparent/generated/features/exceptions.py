"""Errors of torch's and of the program's own, raised and caught, with their tracebacks and contexts."""

from __future__ import annotations

import contextlib
import traceback

import torch


class Own(Exception):
    def __init__(self, code):
        super().__init__(f"own {code}")
        self.code = code


def _deep(a, depth):
    return _deep(a, depth - 1) if depth else a @ torch.ones(7, 7)


def error_from_below(run, a, b, k):
    return _deep(a, k % 4)


def error_with_a_cause(run, a, b, k):
    try:
        a.view(3, 5)
    except RuntimeError as error:
        raise Own(k) from error


def error_in_a_handler(run, a, b, k):
    try:
        torch.autograd.grad(a.sum(), torch.ones(3, requires_grad=True))
    except RuntimeError:
        return a.view(3, 5)


def caught_and_told(run, a, b, k):
    try:
        (a.detach() * 2).sum().backward()
    except RuntimeError as error:
        run.note(type(error).__name__, str(error), error.args, traceback.format_exc())
        run.note([frame.name for frame in traceback.extract_tb(error.__traceback__)])
    return a * b


def twice_backward(run, a, b, k):
    loss = (a.exp() * b).sum()
    loss.backward()
    loss.backward()


def modified_in_place(run, a, b, k):
    made = a.exp()
    out = made * made
    made.add_(1)
    out.sum().backward()


def not_finite_asserted(run, a, b, k):
    assert torch.isfinite(a / 0).all(), f"not finite {k}"


def errors_suppressed(run, a, b, k):
    with contextlib.suppress(RuntimeError, TypeError):
        a.view(3, 5)
    with contextlib.suppress(TypeError):
        torch.relu("text")
    return a * 1


def finally_runs(run, a, b, k):
    try:
        try:
            torch.add(a, "text")
        finally:
            run.note("finally", torch.is_grad_enabled())
    except TypeError as error:
        run.note(str(error))


def exits(run, a, b, k):
    raise (SystemExit(3), KeyboardInterrupt(), GeneratorExit(), StopIteration(k))[k % 4]


def error_with_a_note(run, a, b, k):
    try:
        a.sum().item().missing  # noqa: B018
    except AttributeError as error:
        error.add_note("a note") if hasattr(error, "add_note") else None
        raise


def wrong_calls(run, a, b, k):
    calls = (
        lambda: torch.relu(),
        lambda: torch.cat([]),
        lambda: a.missing,
        lambda: torch.ones(2, requires_grad=True).add_(1),
        lambda: torch.zeros(2).backward(),
        lambda: a[99],
        lambda: torch.tensor("text"),
        lambda: torch.nn.Linear(3, 2)(a),
    )
    return calls[k % len(calls)]()


def block_inside_a_try(run, a, b, k, body):
    try:
        body()
        raise Own(k)
    except Own as error:
        run.note(error.code)
