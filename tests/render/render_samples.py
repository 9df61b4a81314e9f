"""Diagnostics built by hand, and the comparison with golden files; no torch, no program on disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from whygrad.diagnostic import Diagnostic, Edit, Label
from whygrad.recording import Place
from whygrad.source.files import SourceFiles

GOLDEN = Path(__file__).parent / "golden"
CWD = "/home/ada/project"

TRAIN = """\
import torch
from model import Encoder


def step(encoder, x, y, scale):
    h = encoder(x)
    scale = scale + 1

    target = (h * scale).detach()

    loss = (target - y).pow(2).mean()
    loss.backward()
    return loss.item()


def evaluate(encoder, x):
    out = torch.stack(
        [encoder(row) for row in x],
        dim=0,
    ).detach()
    return out
"""

MODEL = """\
class Encoder:
    def forward(self, x):
        return self.linear(x).data
"""

SOURCES = SourceFiles({"train.py": TRAIN, "model.py": MODEL, "/opt/site/lib.py": ""})


def place(sources: SourceFiles, line: int, code: str, file: str = "train.py", nth: int = 1) -> Place:
    """The `nth` place of `code` in a line; fails where the line does not contain it."""
    start = -1
    for _ in range(nth):
        start = sources.line(file, line).index(code, start + 1)
    return Place(file, line, start + 1, line, start + 1 + len(code), "step")


def label(line: int, code: str, text: str, file: str = "train.py", sources: SourceFiles = SOURCES) -> Label:
    return Label(place(sources, line, code, file), text)


def diagnostic(primary: Label | None, *labels: Label, **more: object) -> Diagnostic:
    parts: dict[str, object] = {
        "cause": "detached-tensor",
        "severity": "error",
        "message": "`encoder.weight` gets no gradient: `.detach()` cuts the path from `loss`",
        **more,
    }
    return Diagnostic(primary=primary, labels=labels, **parts)  # type: ignore[arg-type]


CUT = label(9, ".detach()", "no gradient passes this call")
DETACHED = diagnostic(
    CUT,
    label(6, "encoder(x)", "`encoder.weight` enters here"),
    label(11, "(target - y).pow(2).mean()", "`loss` depends on `encoder.weight` only through line 9"),
    notes=("also without gradient, for the same reason: `encoder.bias`",),
    helps=("compute `loss` from `h * scale`", "if the cut is meant, add `# whygrad: allow detached-tensor`"),
    edits=(Edit(CUT.place, ""),),
)


def check_golden(name: str, text: str, folder: Path = GOLDEN) -> None:
    """Compare with the golden file; with WHYGRAD_BLESS=1 rewrite it, which CI refuses."""
    path = folder / f"{name}.txt"
    if os.environ.get("WHYGRAD_BLESS"):
        if os.environ.get("CI"):
            pytest.fail("WHYGRAD_BLESS is set in CI: golden files are rewritten and read by a person")
        path.write_bytes(text.encode("utf-8"))
    assert path.read_bytes().decode("utf-8") == text
