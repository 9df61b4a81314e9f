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
MADE = """def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 6), nn.Linear(6, 1)
"""
DROPPED = {
    "the default": """
class Net(nn.Module):
    {made}
    def forward(self, x):
        return self.b(F.dropout(self.a(x)))  # here
""",
    "a rate of the module's": """
class Net(nn.Module):
    p = 0.3
    {made}
    def forward(self, x):
        x = F.dropout(self.a(x), p=self.p)  # here
        return self.b(x)
""",
    "whole channels": """
class Net(nn.Module):
    {made}
    def forward(self, x):
        h = F.dropout1d(self.a(x)[:, :, None], 0.2)  # here
        return self.b(h[:, :, 0])
""",
    "a block inside": """
class Block(nn.Module):
    {made}
    def forward(self, x):
        return x + self.b(F.dropout(self.a(x), 0.1))  # here
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(Block(), Block())
    def forward(self, x):
        return self.blocks(x)
""",
    "a helper": """
def regularised(x):
    return F.dropout(x, 0.25)  # here
class Net(nn.Module):
    {made}
    def forward(self, x):
        return self.b(regularised(self.a(x)))
""",
    "attention": """
class Net(nn.Module):
    {made}
    def forward(self, x):
        q = self.a(x).view(2, 4, 6)
        h = F.scaled_dot_product_attention(q, q, q, dropout_p=0.2)  # here
        return self.b(h)
""",
}
MEANT = {
    "it is told": """
class Net(nn.Module):
    {made}
    def forward(self, x):
        return self.b(F.dropout(self.a(x), 0.5, self.training))
""",
    "the module": """
class Net(nn.Module):
    {made}
    drop = nn.Dropout(0.3)
    def forward(self, x):
        return self.b(self.drop(self.a(x)))
""",
    "sampling on purpose": """
class Net(nn.Module):
    {made}
    def forward(self, x):
        return self.b(F.dropout(self.a(x), training=True))
""",
    "a rate made from the mode": """
class Net(nn.Module):
    {made}
    def forward(self, x):
        p = 0.2 if self.training else 0.0
        return self.b(F.dropout(self.a(x), p))
""",
    "a rate of zero": """
class Net(nn.Module):
    {made}
    def forward(self, x):
        return self.b(F.dropout(self.a(x), 0.0))
""",
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


NORMED = """
class Net(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(6, 6), {norm}, nn.Linear(6, 1))  # here
"""
VALIDATED = {
    "under no_grad": ("nn.BatchNorm1d(6)", "step == 3 and model.requires_grad_() and torch.no_grad()(model)(x)"),
    "several batches": ("nn.BatchNorm1d(6)", "step % 3 == 2 and [torch.no_grad()(model)(b) for b in x.split(4)]"),
    "in inference mode": ("nn.BatchNorm1d(6)", "step == 2 and torch.inference_mode()(model)(x)"),
    "without a switch": ("nn.BatchNorm1d(6)", "step == 4 and print(model(x).mean().item() < 99)"),
    "learned lazily": ("nn.LazyBatchNorm1d()", "step == 3 and torch.no_grad()(model)(x)"),
    "its mean of all batches": ("nn.BatchNorm1d(6, momentum=None)", "step == 3 and torch.no_grad()(model)(x)"),
}
REGULAR = {
    "evaluated": ("nn.BatchNorm1d(6)", "model.eval(), torch.no_grad()(model)(x)"),
    "a look at each step": ("nn.BatchNorm1d(6)", "torch.no_grad()(model)(x)"),
    "no statistics": ("nn.BatchNorm1d(6, track_running_stats=False)", "step == 3 and torch.no_grad()(model)(x)"),
    "a norm without a mode": ("nn.LayerNorm(6)", "step == 3 and torch.no_grad()(model)(x)"),
    "a state that is loaded": ("nn.BatchNorm1d(6)", "step == 3 and model.load_state_dict(model.state_dict())"),
}


@pytest.mark.parametrize("norm, evaluation", VALIDATED.values(), ids=VALIDATED)
def test_batches_of_a_validation_in_train_mode_are_a_note(norm, evaluation, tmp_path):
    outcome, (line,) = outcome_of(tmp_path, NORMED.format(norm=norm), evaluation)
    assert ("statistics-beside-training", "note", line) in [
        (f["cause"], f["severity"], f["site"]["line"]) for f in outcome.findings
    ]


@pytest.mark.parametrize("norm, evaluation", REGULAR.values(), ids=REGULAR)
def test_a_norm_that_is_evaluated_or_always_sees_more_gets_no_note(norm, evaluation, tmp_path):
    outcome, _ = outcome_of(tmp_path, NORMED.format(norm=norm), evaluation)
    assert "statistics-beside-training" not in [f["cause"] for f in outcome.findings]
