"""Modules that do in eval mode what belongs to training: a note, and none where it is meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from programs import Outcome, start_program

PROGRAM = """
import torch
import torch.nn.functional as F
from torch import nn

{classes}

torch.manual_seed(0)
model = Net()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(6):
    model.train()
    x = torch.randn(8, 6)
    loss = model(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    {evaluation}
"""
EVALUATION = "model.eval(); model(torch.randn(8, 6))"
MADE = "def __init__(self):\n        super().__init__()\n        self.a, self.b = nn.Linear(6, 6), nn.Linear(6, 1)"
DROPPED = {
    "the default": "class Net(nn.Module):\n    {made}\n    def forward(self, x):\n        return self.b(F.dropout(self.a(x)))  # here",
    "a rate of the module's": "class Net(nn.Module):\n    p = 0.3\n    {made}\n    def forward(self, x):\n        x = F.dropout(self.a(x), p=self.p)  # here\n        return self.b(x)",
    "whole channels": "class Net(nn.Module):\n    {made}\n    def forward(self, x):\n        h = F.dropout1d(self.a(x)[:, :, None], 0.2)  # here\n        return self.b(h[:, :, 0])",
    "a block inside": "class Block(nn.Module):\n    {made}\n    def forward(self, x):\n        return x + self.b(F.dropout(self.a(x), 0.1))  # here\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.blocks = nn.Sequential(Block(), Block())\n    def forward(self, x):\n        return self.blocks(x)",
    "a helper": "def regularised(x):\n    return F.dropout(x, 0.25)  # here\nclass Net(nn.Module):\n    {made}\n    def forward(self, x):\n        return self.b(regularised(self.a(x)))",
    "attention": "class Net(nn.Module):\n    {made}\n    def forward(self, x):\n        q = self.a(x).view(2, 4, 6)\n        h = F.scaled_dot_product_attention(q, q, q, dropout_p=0.2)  # here\n        return self.b(h)",
}
MEANT = {
    "it is told": "class Net(nn.Module):\n    {made}\n    def forward(self, x):\n        return self.b(F.dropout(self.a(x), 0.5, self.training))",
    "the module": "class Net(nn.Module):\n    {made}\n    drop = nn.Dropout(0.3)\n    def forward(self, x):\n        return self.b(self.drop(self.a(x)))",
    "sampling on purpose": "class Net(nn.Module):\n    {made}\n    def forward(self, x):\n        return self.b(F.dropout(self.a(x), training=True))",
    "a rate made from the mode": "class Net(nn.Module):\n    {made}\n    def forward(self, x):\n        p = 0.2 if self.training else 0.0\n        return self.b(F.dropout(self.a(x), p))",
    "a rate of zero": "class Net(nn.Module):\n    {made}\n    def forward(self, x):\n        return self.b(F.dropout(self.a(x), 0.0))",
}


def outcome_of(tmp_path: Path, classes: str, evaluation: str = EVALUATION) -> tuple[Outcome, list[int]]:
    text = PROGRAM.format(classes=classes.format(made=MADE), evaluation=evaluation)
    (tmp_path / "main.py").write_text(text)
    outcome = start_program(tmp_path, tmp_path / "out", "--notes", "main.py")()
    assert outcome.status == 0, outcome.stderr
    return outcome, [number for number, line in enumerate(text.splitlines(), 1) if line.endswith("# here")]


@pytest.mark.parametrize("classes", DROPPED.values(), ids=DROPPED)
def test_dropout_that_knows_no_mode_is_a_note(classes, tmp_path):
    outcome, marked = outcome_of(tmp_path, classes)
    said = [(f["cause"], f["severity"], f["site"]["line"]) for f in outcome.findings]
    assert said == [("always-dropping", "note", line) for line in marked]


@pytest.mark.parametrize("classes", MEANT.values(), ids=MEANT)
def test_dropout_that_is_told_or_meant_gets_no_note(classes, tmp_path):
    assert [f["cause"] for f in outcome_of(tmp_path, classes)[0].findings] == []


def test_a_module_that_is_never_evaluated_gets_no_note(tmp_path):
    assert outcome_of(tmp_path, DROPPED["the default"], "pass")[0].findings == []
