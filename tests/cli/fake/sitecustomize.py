"""Puts a session in the place of whygrad's own, in a child process: what it does is told by FAKE_SESSION."""

import os
import sys
import types

MODE = os.environ["FAKE_SESSION"]


def log(text):
    if "FAKE_LOG" in os.environ:
        with open(os.environ["FAKE_LOG"], "a") as file:
            file.write(text + "\n")


class Session:
    torch_version = "9.9"
    failures = ()
    stopped = ""
    untried = ""
    stages = ()
    noted = ()

    def __init__(self, notes=False, steady=False, check_functions=False, early=None, report=False, timed=False):
        log("made")

    def start(self):
        log("start")
        if MODE == "start fails":
            raise RuntimeError("no\nluck")
        if MODE == "interrupted":
            raise KeyboardInterrupt
        if MODE == "watches torch":
            _push_a_mode()

    def stop(self):
        log("stop")
        if MODE in ("stop fails", "failed and stop fail"):
            raise RuntimeError("no luck")

    def failed(self, exception):
        frame = exception.__traceback__.tb_frame
        log(f"failed {type(exception).__name__} in {os.path.basename(frame.f_code.co_filename)}")
        if MODE == "failed and stop fail":
            raise RuntimeError("no luck")

    def gave_up(self):
        log("gave up")

    def limits(self, shown):
        return []

    def diagnoses(self):
        if MODE == "explains for long":
            _wait_for_signals()
        if MODE == "diagnoses fail":
            raise RuntimeError("no luck")
        return [self._pair(severity) for severity in ("error", "warning", "note")] if MODE == "finds" else []

    @property
    def sources(self):
        from whygrad.source.files import SourceFiles

        return SourceFiles()

    def _pair(self, severity):
        from whygrad.diagnostic import Diagnostic, Label
        from whygrad.finding import Finding
        from whygrad.recording import Place

        place = Place(os.environ["FAKE_FILE"], 1, 1, 1, 6, "<module>")
        message = f"a fake {severity}"
        diagnostic = Diagnostic("fake-cause", severity, message, Label(place, "here"))
        return Finding("fake-cause", severity, "observed", (place,)), diagnostic


def _wait_for_signals():
    """Say that it has begun, and work until somebody ends it; SIGUSR1 ends it from outside, as if it were done."""
    import signal
    import time

    done = []
    signal.signal(signal.SIGUSR1, lambda *_: done.append(1))
    print("explaining", flush=True)
    end = time.monotonic() + 60  # nobody is left to end it
    while not done and time.monotonic() < end:
        pass


def _push_a_mode():
    import torch

    import whygrad.cli

    text = """
class Mode(torch.overrides.TorchFunctionMode):
    def __torch_function__(self, function, kinds, arguments=(), named=None):
        return function(*arguments, **(named or {}))
"""
    space = {"torch": torch}
    package = os.path.dirname(os.path.dirname(os.path.abspath(whygrad.cli.__file__)))
    exec(compile(text, os.path.join(package, "record", "mode.py"), "exec"), space)
    space["Mode"]().__enter__()


module = types.ModuleType("whygrad.session")
module.Session = Session
sys.modules["whygrad.session"] = module
