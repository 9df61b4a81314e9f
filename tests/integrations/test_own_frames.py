"""Tracebacks in pytest and IPython: they show the user's lines and torch's, and none of whygrad's."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest

import whygrad

OURS = os.path.dirname(whygrad.__file__)
RAISING = {
    "watched_call": "with whygrad.watch(): torch.ones(2) @ torch.ones(3)",
    "watched_module": "with whygrad.watch(): torch.nn.Linear(2, 2)(torch.ones(5))",
    "failed_pass": "with whygrad.watch(): torch.ones(2, requires_grad=True).detach().sum().backward()",
    "element": "with whygrad.watch(): torch.zeros(3)[5] = 1.0",
    "step": "with whygrad.watch(): torch.optim.SGD([torch.ones(1)], lr=1.0).step(lambda: 1 / 0)",
    "options": "with whygrad.watch(values='sometimes'): pass",
    "grad": "whygrad.grad(3, 4)",
    "paths": "whygrad.paths(torch.ones(2), torch.ones(2))",
    "enable": "whygrad.enable(torch.ones(3), 7)",
    "handle": "handle = whygrad.enable(torch.ones(3), 0); handle.remove(); handle.parameter",
    "expect": "with whygrad.watch() as session: torch.ones(1)\n    session.expect_gradients(torch.nn.Linear(2, 1))",
    "why": "with whygrad.watch() as session: torch.ones(1)\n    session.why(3)",
    "written": "m = torch.nn.Linear(2, 3); whygrad.enable(m, 'weight', rows=[0])\n    m.weight = None",
}
IMPORTS = "import torch, whygrad\n\n"


def test_pytest_shows_none_of_our_frames(tmp_path):
    tests = [f"def test_{name}():\n    {text}\n" for name, text in RAISING.items()]
    (tmp_path / "test_raising.py").write_text(IMPORTS + "\n".join(tests))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_raising.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240)
    assert f"{len(RAISING)} failed" in done.stdout, done.stdout
    shown = [line for line in done.stdout.splitlines() if os.path.join("src", "whygrad") in line or OURS in line]
    assert shown == []


@pytest.mark.parametrize("name", RAISING)
def test_ipython_shows_none_of_our_frames(name):
    ultratb = pytest.importorskip("IPython.core.ultratb")
    text = f"{IMPORTS}def run():\n    {RAISING[name]}\n"
    space = {}
    exec(compile(textwrap.dedent(text), "<cell>", "exec"), space)
    try:
        space["run"]()
    except Exception:
        shown = ultratb.VerboseTB(include_vars=False).text(*sys.exc_info())
    assert OURS not in shown and os.path.join("src", "whygrad") not in shown, shown


def test_a_callback_that_is_made_wrongly_ends_at_the_programs_line():
    import traceback

    from whygrad.integrations.transformers import WhygradCallback

    with pytest.raises(ValueError, match="on_finding") as caught:
        WhygradCallback(on_finding="nonsense")
    assert [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)] == [__file__]
