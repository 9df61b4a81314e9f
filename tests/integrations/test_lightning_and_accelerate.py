"""Real Lightning and Accelerate: a loss has the name of the innermost line of the user, no framework is the subject."""

from __future__ import annotations

import textwrap

import pytest
from drawn import WHOLE
from processes import run_in_a_process
from programs import run_program

from tests.frameworks.later import load

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(autouse=True, scope="module")
def libraries() -> None:
    load("lightning.pytorch", "accelerate")  # once, for the forks


LIGHTNING = """
    import sys
    import torch, lightning as L
    from torch import nn
    from torch.utils.data import DataLoader, TensorDataset

    KIND = sys.argv[1]

    class Lit(L.LightningModule):
        def __init__(self):
            super().__init__()
            self.body, self.head = nn.Linear(4, 4), nn.Linear(4, 1)
            self.automatic_optimization = "manual" not in KIND

        def training_step(self, batch, index):
            h = torch.tanh(self.body(batch[0]))
            if "silent" in KIND:
                h = h.detach()
            if "nameless" in KIND:
                return self.head(h).pow(2).mean()
            objective = self.head(h).pow(2).mean()
            if KIND == "number":
                return {"loss": objective.item()}
            if KIND == "failing":
                objective = objective.detach()
            if self.automatic_optimization:
                return objective
            optimizer = self.optimizers()
            optimizer.zero_grad()
            self.manual_backward(objective)
            optimizer.step()

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.1)

    quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
    data = DataLoader(TensorDataset(torch.randn(32, 4)), batch_size=8)
    L.Trainer(max_epochs=1, accelerator="cpu", **quiet).fit(Lit(), data)
"""

ACCELERATE = """
    import sys
    import torch
    from accelerate import Accelerator
    from torch import nn

    accelerator = Accelerator(cpu=True)
    net = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 1))
    net, optimizer = accelerator.prepare(net, torch.optim.SGD(net.parameters(), lr=0.1))
    for step in range(4):
        optimizer.zero_grad()
        h = net[0](torch.randn(8, 4))
        if "silent" in sys.argv:
            h = h.detach()
        objective = net[1](h).pow(2).mean()
        if "failing" in sys.argv:
            objective = objective.detach()
        accelerator.backward(objective)
        optimizer.step()
"""


# As users do it; that takes ten times as long as a fork.
LOADED_WHILE_RECORDED = ("silent manual", "failing") if WHOLE else ("failing",)


def diagnosed(folder, text, kind):
    (folder / "main.py").write_text(textwrap.dedent(text))
    if kind not in LOADED_WHILE_RECORDED:
        outcome = run_program(folder, folder / "out", "main.py", kind)
        return outcome.findings, outcome.stderr
    outcome = run_in_a_process(folder, "main.py", kind, flags=("-W", "ignore"))
    assert outcome.document, outcome.stderr
    return outcome.findings, outcome.stderr


def code_of(finding, folder):
    return (folder / "main.py").read_text().splitlines()[finding["site"]["line"] - 1].strip()


@pytest.mark.parametrize(
    ("kind", "cause", "line"),
    [
        ("healthy", "", ""),
        ("manual", "", ""),
        ("silent", "detached-tensor", "h = h.detach()"),
        ("silent manual", "detached-tensor", "h = h.detach()"),
        ("silent nameless", "detached-tensor", "h = h.detach()"),
        ("failing", "detached-tensor", "objective = objective.detach()"),
        ("number", "left-torch", 'return {"loss": objective.item()}'),
    ],
)
def test_a_lightning_module_that_is_made_in_the_call_of_fit(kind, cause, line, tmp_path):
    findings, said = diagnosed(tmp_path, LIGHTNING, kind)
    if not cause:
        assert findings == []
        return
    assert [(f["cause"], code_of(f, tmp_path)) for f in findings] == [(cause, line)]
    if cause == "detached-tensor":
        loss = "self.head(h).pow(2).mean()" if "nameless" in kind else "objective"
        assert f"from `{loss}`" in findings[0]["message"]
    whole = ["self.head.weight", "self.head.bias"] if "silent" not in kind else []
    assert findings[0]["lost"] == [*whole, "self.body.weight", "self.body.bias"]
    drawn = said[said.index("error[") :]
    assert "Trainer" not in drawn and "closure" not in drawn


@pytest.mark.parametrize("kind", ["silent", "silent manual", "number"])
def test_a_trainer_in_a_variable_shows_nobody_its_private_attributes(kind, tmp_path):
    text = LIGHTNING.replace("L.Trainer(", "trainer = L.Trainer(").replace(").fit(", ")\n    trainer.fit(")
    ((finding,), said) = diagnosed(tmp_path, text, kind)
    assert {"self.body.weight", "self.body.bias"} <= set(finding["lost"])
    assert "trainer." not in said[said.index("error[") :]


@pytest.mark.parametrize(
    ("kind", "line"), [("healthy", ""), ("silent", "h = h.detach()"), ("failing", "objective = objective.detach()")]
)
def test_accelerate_runs_the_pass(kind, line, tmp_path):
    findings, said = diagnosed(tmp_path, ACCELERATE, kind)
    assert [(f["cause"], code_of(f, tmp_path)) for f in findings] == ([("detached-tensor", line)] if line else [])
    if line:
        assert "from `objective`" in findings[0]["message"]
        assert "`accelerator`" not in said
