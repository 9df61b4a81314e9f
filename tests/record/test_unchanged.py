"""Whatever a program does with torch, it does the same under the recorder, and the recorder does not break."""

from __future__ import annotations

import copy
import io
import pickle
import warnings

import numpy as np
import pytest
import torch
from torch import nn

import whygrad


@pytest.fixture(autouse=True)
def quiet_and_seeded():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def train(steps: int = 5) -> list[torch.Tensor]:
    """A training run whose every bit depends on what went before."""
    torch.manual_seed(3)
    model = nn.Sequential(
        nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(inplace=True), nn.Dropout(0.2), nn.Linear(16, 3)
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    out = []
    for _ in range(steps):
        x = torch.randn(8, 6)
        loss = nn.functional.cross_entropy(model(x), torch.randint(0, 3, (8,)))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        out.append(loss.detach())
    return [*out, *model.state_dict().values(), torch.randn(4)]


def test_a_training_run_is_the_same_to_the_bit():
    plain = train()
    with whygrad.watch():
        watched = train()
    assert len(plain) == len(watched)
    assert all(torch.equal(a, b) for a, b in zip(plain, watched, strict=True))


def test_the_fused_path_of_attention_is_kept():
    torch.manual_seed(0)
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2, 32, batch_first=True), 2).eval()
    x = torch.randn(2, 5, 16)
    with torch.no_grad():
        plain = encoder(x)
        with whygrad.watch():
            watched = encoder(x)
    assert torch.equal(plain, watched)


def test_compiled_code_is_compiled():
    runs = []

    def backend(graph, example):
        return lambda *args: runs.append(1) or graph(*args)

    torch._dynamo.reset()
    compiled = torch.compile(lambda x: (x * 2).sin(), backend=backend)
    with whygrad.watch():
        for _ in range(3):
            compiled(torch.ones(3))
    torch._dynamo.reset()
    assert len(runs) == 3


def test_a_warning_names_the_programs_own_line():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with whygrad.watch():
            nn.functional.softmax(torch.ones(2, 3))
    assert [w.filename for w in caught] == [__file__]


def test_a_traceback_that_the_program_prints_has_no_line_of_ours():
    import traceback

    with whygrad.watch():
        try:
            torch.ones(2, 3) @ torch.ones(2, 3)
        except RuntimeError:
            text = traceback.format_exc()
    assert "whygrad/record" not in text
    assert "torch.ones(2, 3) @ torch.ones(2, 3)" in text
