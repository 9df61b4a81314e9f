"""Signals that arrive while torch works: the program's handler runs, and what it raises reaches the program."""

from __future__ import annotations

import os
import signal
import time

import torch

LOST = 2  # seconds after which an alarm has not been heard


class Rung(Exception):
    """What the handlers here raise."""


def _raise(number, frame):
    raise Rung


def _raise_the_state(number, frame):
    """Between plain operations torch functions are always on."""
    raise Rung(torch._C._is_torch_function_enabled())


def _wait_for(run, handler, seconds, work):
    """Work until the alarm has ended it; tells how, and never of the moment.

    Work that fails does so before there is an alarm. Modes of the program's own count what is done until then.
    """
    if run.is_counted():
        return "counted"
    work()
    before = signal.signal(signal.SIGALRM, handler)
    until = time.monotonic() + LOST
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        while time.monotonic() < until:
            work()
        return "the alarm was lost"
    except Rung as error:
        return "rung", error.args
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def alarm_in_operations(run, a, b, k):
    x = torch.ones(4, requires_grad=True)
    run.note(_wait_for(run, _raise_the_state, 0.0003 + (k % 17) * 1e-4, lambda: (x * 2).exp().sum()))
    return a * b


def alarm_in_a_backward_pass(run, a, b, k):
    x = torch.ones(4, requires_grad=True)
    run.note(_wait_for(run, _raise, 0.0003 + (k % 17) * 1e-4, lambda: (x * 2).exp().sum().backward()))


def alarm_in_training(run, a, b, k):
    model = torch.nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

    def step():
        optimizer.zero_grad()
        model(torch.ones(4)).sum().backward()
        optimizer.step()

    run.note(_wait_for(run, _raise, 0.0005 + (k % 17) * 2e-4, step))


def alarm_that_counts(run, a, b, k):
    """A handler that computes: the program goes on where it was."""
    rung, x = [], torch.ones(4, requires_grad=True)
    if run.is_counted():
        return

    def count(number, frame):
        rung.append((torch.ones(2) * 2).sum().item())

    before = signal.signal(signal.SIGALRM, count)
    until = time.monotonic() + LOST
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.0004)
        while not rung and time.monotonic() < until:
            (x * 2).exp().sum()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    run.note(rung)


def own_signal(run, a, b, k):
    def handler(number, frame):
        run.note("handler", number, frame.f_code.co_name)

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        os.kill(os.getpid(), signal.SIGUSR1)
        made = a * 2
        made.register_hook(lambda g: signal.raise_signal(signal.SIGUSR1))
        made.sum().backward()
    finally:
        signal.signal(signal.SIGUSR1, before)


def signal_raises_in_a_hook(run, a, b, k):
    before = signal.signal(signal.SIGUSR1, _raise)
    try:
        made = a * 2
        made.register_hook(lambda g: signal.raise_signal(signal.SIGUSR1))
        made.sum().backward()
    finally:
        signal.signal(signal.SIGUSR1, before)
