"""Sentences that tell more than the line: what differs from steps that worked, what came too early, which module."""

from __future__ import annotations

import textwrap

import pytest
from programs import run_program

TOLD = {
    "a step that worked before": (
        """
        import torch
        from torch import nn

        torch.manual_seed(0)
        layer = nn.Linear(4, 4)
        opt = torch.optim.SGD(layer.parameters(), lr=0.1)


        def box_loss(boxes):
            if len(boxes) == 0:
                return torch.zeros(())
            return (layer(torch.ones(len(boxes), 4)) - boxes).abs().mean()


        for step in range(30):
            loss = box_loss(torch.randn(0 if step == 21 else 3, 4))
            opt.zero_grad()
            loss.backward()
            opt.step()
        """,
        ["worked here before, most recently in pass 21 of the run: main.py:12", "`len(boxes) == 0` was true"],
    ),
    "an optimizer that is made too early": (
        """
        import torch
        from torch import nn


        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self.body = nn.Linear(4, 4)

            def add_head(self):
                self.head = nn.Linear(4, 1)

            def forward(self, x):
                return self.head(self.body(x).relu())


        def make(model):
            return torch.optim.Adam(model.parameters(), lr=0.05)


        torch.manual_seed(0)
        model = Model()
        opt = make(model)
        model.add_head()
        for x in torch.randn(12, 8, 4):
            opt.zero_grad()
            model(x).pow(2).mean().backward()
            opt.step()
        """,
        ["opt = make(model)", "the optimizer is created here, before that"],
    ),
    "a result that was made without gradients": (
        """
        import torch
        from torch import nn

        torch.manual_seed(0)
        encoder = nn.Linear(4, 4)
        optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)


        def embed(x):
            with torch.no_grad():
                return encoder(x)


        one, other = embed(torch.randn(6, 4)), embed(torch.randn(6, 4))
        distance = (one - other).pow(2).sum()
        (slope,) = torch.autograd.grad(distance, one)
        optimizer.step()
        """,
        ["gradients are off here, so it requires none", "if `one` should get the gradient"],
    ),
    "a module inside a transformed function": (
        """
        import torch
        from torch import nn
        from torch.func import functional_call, grad, vmap

        torch.manual_seed(0)
        net = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
        buffers = dict(net.named_buffers())


        def loss(parameters, x):
            return functional_call(net, (parameters, buffers), (x[None],)).sum()


        vmap(grad(loss), in_dims=(None, 0))(dict(net.named_parameters()), torch.randn(5, 4))
        """,
        ["creates `net.1`, the BatchNorm1d in which the error occurred"],
    ),
    "the spread of a single value": (
        """
        import torch
        from torch import nn

        torch.manual_seed(0)
        net = nn.Linear(4, 1)
        opt = torch.optim.SGD(net.parameters(), lr=0.01)
        for x in torch.randn(6, 1, 4):
            out = net(x).squeeze(1)
            loss = (out - 1).pow(2).mean() + 0.1 * out.std()
            opt.zero_grad()
            loss.backward()
            opt.step()
        """,
        ["the spread of a single value is undefined", "`correction=0`"],
    ),
}


# A program may be warned, as users' programs are.
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("what", TOLD)
def test_it_is_told(what, tmp_path):
    program, sentences = TOLD[what]
    (tmp_path / "main.py").write_text(textwrap.dedent(program).lstrip())
    said = " ".join(run_program(tmp_path, tmp_path).stderr.replace("|", " ").split())
    assert [s for s in sentences if " ".join(s.split()) not in said] == [], said
