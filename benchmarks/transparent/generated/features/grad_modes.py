"""Gradients switched on and off, by blocks, decorators, generators and calls."""

from __future__ import annotations

import torch


def under_no_grad(run, a, b, k, body):
    with torch.no_grad():
        body()


def under_enable_grad(run, a, b, k, body):
    with torch.enable_grad():
        body()


def under_inference_mode(run, a, b, k, body):
    with torch.inference_mode(k % 4 != 0):
        body()


def under_set_grad_enabled(run, a, b, k, body):
    with torch.set_grad_enabled(bool(k % 2)):
        body()


def decorated(run, a, b, k, body):
    decorator = (torch.no_grad(), torch.enable_grad(), torch.inference_mode())[k % 3]
    decorator(body)()


def switched_by_a_call(run, a, b, k):
    """And left so: what comes next meets it."""
    torch.set_grad_enabled(k % 3 != 0)
    run.note(torch.is_grad_enabled())


def made_in_inference_mode(run, a, b, k):
    with torch.inference_mode():
        made = a * 2
    return made.clone() if k % 2 else made


@torch.no_grad()
def _without_gradients(values):
    for value in values:
        yield value * 2, torch.is_grad_enabled()


def generated_without_gradients(run, a, b, k):
    for made, inside in _without_gradients([a, b]):
        run.note(made, inside, torch.is_grad_enabled())
    return made


def block_left_by_an_exception(run, a, b, k):
    try:
        with torch.no_grad(), torch.enable_grad():
            raise KeyError(k)
    except KeyError as error:
        run.note(repr(error), torch.is_grad_enabled())
    return a * b
