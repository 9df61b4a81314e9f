"""Runs programs in forks of one small process: a fork of pytest copies what thousands of tests have left there."""

from __future__ import annotations

import atexit
import gc
import json
import os
import subprocess
import sys
import warnings
from functools import cache
from pathlib import Path

from programs import Outcome, load_once, outcome_in, start_program

SERVE = "import lean; lean.serve()"


def run_program(folder: Path, out: Path, *arguments: str) -> Outcome:
    """As that of `programs`, for a program that needs nothing but what the command loads."""
    server = _server()
    order = [str(folder), str(out), list(arguments), dict(os.environ)]
    assert server.stdin is not None and server.stdout is not None
    server.stdin.write(json.dumps(order) + "\n")
    server.stdin.flush()
    answer = server.stdout.readline()
    assert answer, f"the process that runs programs ended with status {server.wait()}"
    return outcome_in(out, int(answer))


@cache
def _server() -> subprocess.Popen[str]:
    paths = os.pathsep.join([os.path.dirname(__file__), *sys.path])
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", SERVE]
    server = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env={**os.environ, "PYTHONPATH": paths})
    atexit.register(server.kill)
    return server


def serve() -> None:
    """One order a line on standard input, one status on standard output."""
    warnings.resetwarnings()
    warnings.simplefilter("default")
    warnings.showwarning = lambda *_, **__: None  # programs are warned as a user's are; what torch says then is its own
    load_once()
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        folder, out, arguments, environment = json.loads(line)
        os.environ.clear()
        os.environ.update(environment)
        status = start_program(Path(folder), Path(out), *arguments)().status
        print(status, flush=True)
