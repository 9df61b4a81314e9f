"""Threads that compute, fail, and run other steps inside; one at a time, so that the order is the program's."""

from __future__ import annotations

import contextvars
import threading
from concurrent.futures import ThreadPoolExecutor

import torch


def in_a_thread(run, a, b, k, body):
    thread = threading.Thread(target=body, name=f"worker {k}")
    thread.start()
    thread.join()


def in_a_pool(run, a, b, k, body):
    with ThreadPoolExecutor(1) as pool:
        pool.submit(body).result()


def in_a_context(run, a, b, k, body):
    contextvars.copy_context().run(body)


def thread_that_raises(run, a, b, k):
    """What nobody caught is printed with its traceback."""
    thread = threading.Thread(target=lambda: a.view(3, 5), name="worker")
    thread.start()
    thread.join()


def backward_in_a_thread(run, a, b, k):
    loss = (a * b).exp().sum()
    thread = threading.Thread(target=loss.backward)
    thread.start()
    thread.join()
    return loss


def switches_of_a_thread(run, a, b, k):
    seen = []

    def look():
        seen.append((torch.is_grad_enabled(), torch.is_inference_mode_enabled(), (a * 2).requires_grad))

    with torch.no_grad():
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    run.note(seen)


def local_of_a_thread(run, a, b, k):
    local = threading.local()
    local.value = a * 2
    with ThreadPoolExecutor(1) as pool:
        run.note(pool.submit(lambda: hasattr(local, "value")).result(), threading.active_count())
    return local.value
