"""Runs each task in a fork of its own, several at a time, so that none leaves anything behind for the next."""

from __future__ import annotations

import gc
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any


def run_all(
    tasks: Sequence[tuple[str, Callable[[], Any]]], jobs: int, seconds: float, start: str = "fork"
) -> Iterator[tuple[str, Any, str]]:
    """(name, result, trouble) of each task as it ends; one that takes longer than `seconds` is ended."""
    processes: Any = multiprocessing.get_context(start)
    waiting = list(reversed(tasks))
    running: dict[Connection, tuple[str, Any, float]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            name, task = waiting.pop()
            mine, its = processes.Pipe(duplex=False)
            process = processes.Process(target=_be_the_task, args=(task, its), daemon=False)
            process.start()
            its.close()
            running[mine] = (name, process, time.monotonic() + seconds)
        ready = wait(list(running), timeout=0.5)
        for end in [c for c in running if c in ready or time.monotonic() > running[c][2]]:
            name, process, _ = running.pop(end)
            yield name, *_result(end, process, seconds)


def _result(end: Connection, process: Any, seconds: float) -> tuple[Any, str]:
    result, trouble = None, ""
    if end.poll():
        try:
            result, trouble = end.recv()
        except EOFError:
            trouble = "its process died"
    else:
        trouble = f"took longer than {seconds:g} s"
        process.kill()
    process.join()
    if trouble == "its process died":
        trouble += f" with {process.exitcode}"
    end.close()
    return result, trouble


def _be_the_task(task: Callable[[], Any], end: Connection) -> None:
    gc.freeze()  # the collector would walk over, and so copy, all that was loaded before
    try:
        sent = (task(), "")
    except BaseException as error:
        sent = (None, f"{type(error).__name__}: {error}")
    end.send(sent)
    end.close()
    os._exit(0)
