"""Shared by all tests: our own failures are loud, one thread, and nothing of the recorder outlives a test."""

from __future__ import annotations

import gc
import os
import random
import signal
import sys
import threading
from types import BuiltinFunctionType

import pytest

os.environ.setdefault("OMP_NUM_THREADS", "1")  # programs run in forks of this process: no thread pools before them
# Compiled files are kept: without them each process that a test starts compiles all of whygrad again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ["WHYGRAD_TESTING"] = "1"
# A shell has what it starts in the background ignore Ctrl-C, and so would the programs that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ.setdefault("WHYGRAD_SEED", str(random.SystemRandom().randrange(10**6)))  # of what is drawn by chance


# They load large libraries, or torch's database of operators: each fork after that copies more.
LAST = ("frameworks/", "_lightning_", "test_calls_by_keyword", "test_ops.py", "test_transparency")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: any(word in item.nodeid for word in LAST))


def pytest_collection_finish() -> None:
    """What is loaded stays: each collection of garbage, and each search for an owner, would walk over all of it."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"drawn by chance: WHYGRAD_SEED={os.environ['WHYGRAD_SEED']}")


@pytest.fixture(autouse=True)
def nothing_of_the_recorder_is_left():
    yield
    if "torch" in sys.modules:
        import torch

        assert torch._C._len_torch_function_stack() == 0
        assert torch.is_grad_enabled()
        assert type(torch.from_numpy) is BuiltinFunctionType
        assert not hasattr(torch.autograd._engine_run_backward, "__wrapped__")
