"""Frameworks that run the pass for the program: the loss has the name that the program's own line gives it."""

from __future__ import annotations

import site
from pathlib import Path

import pytest

from tests.programs import Outcome, start_program

FRAMEWORK = """
class Accelerator:
    def backward(self, loss, **kwargs):
        loss = loss / 1
        loss.backward(**kwargs)

class Module:
    def manual_backward(self, loss):
        Accelerator().backward(loss)

class Trainer:
    def fit(self, module, data):
        optimizer = module.optimizer = module.configure_optimizers()
        for batch in data:
            self.step(module, batch, optimizer)

    def step(self, module, batch, optimizer):
        output = module.training_step(batch, 0)
        loss = output["loss"] if isinstance(output, dict) else output
        if loss is not None:
            optimizer.zero_grad()
            loss = loss / 1
            self.kept = loss.detach().clone()
            loss.backward()
            optimizer.step()
"""
NET = """
import torch
from torch import nn
from framework import Accelerator, Module, Trainer

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(3, 3), nn.Linear(3, 1)

    def forward(self, x):
        return self.head(self.body(x).detach())
"""
LOOP = """
net, framework = Net(), Accelerator()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(4):
    optimizer.zero_grad()
    error = net(torch.ones(2, 3)).pow(2).mean()
    framework.backward(error{cut})
    optimizer.step()
"""
MODULE = """
class Lit(Net, Module):
    def training_step(self, batch, number):
        error = self(batch).pow(2).mean()
        {returned}

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)

Trainer().fit(Lit(), torch.ones(4, 2, 3))
"""


def ran(tmp_path: Path, text: str) -> Outcome:
    library = tmp_path / "site-packages"
    library.mkdir()
    (library / "framework.py").write_text(FRAMEWORK)
    path = f"import sys\nsys.path.insert(0, {str(library)!r})\n"
    (tmp_path / "main.py").write_text(path + NET + text)
    return start_program(tmp_path, tmp_path / "out", prepare=lambda: setattr(site, "USER_SITE", str(library)))()


@pytest.mark.parametrize(
    "text",
    [
        LOOP.format(cut=""),
        MODULE.format(returned="return error"),
        MODULE.format(returned="return {'loss': error}"),
        MODULE.format(returned="self.optimizer.zero_grad(); self.manual_backward(error); self.optimizer.step()"),
    ],
    ids=["backward(loss)", "returned", "in a dictionary", "manual_backward"],
)
def test_a_silent_cut_is_told_of_the_loss_by_its_own_name(tmp_path, text):
    done = ran(tmp_path, text)
    assert [f["cause"] for f in done.alarms] == ["detached-tensor"], done
    assert "cuts the path from `error`" in done.findings[0]["message"]
    assert "`framework`" not in done.stderr and "`Trainer()" not in done.stderr


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (LOOP.format(cut=".detach()"), "error"),
        (LOOP.replace("{cut}", "").replace(".mean()", ".mean().detach()"), "error"),
        (MODULE.format(returned="error = error.detach(); return error"), "error"),
    ],
)
def test_a_failed_pass_is_told_of_the_loss_by_its_own_name(tmp_path, text, name):
    done = ran(tmp_path, text)
    assert done.findings[0]["cause"] == "detached-tensor", done
    assert f"cuts the path from `{name}`" in done.findings[0]["message"]


def test_a_number_that_a_framework_takes_for_the_loss_is_followed_to_its_export(tmp_path):
    done = ran(tmp_path, MODULE.format(returned="return {'loss': error.item()}"))
    assert done.raised and [f["cause"] for f in done.findings] == ["left-torch"], done
    assert done.findings[0]["site"]["code"] == ".item()"


def test_a_number_of_the_programs_own_that_is_no_loss_gets_no_word(tmp_path):
    done = ran(tmp_path, "x = torch.ones(3, requires_grad=True).sum().item()\n(x + 1).detach()\n")
    assert done.raised and done.findings == []
