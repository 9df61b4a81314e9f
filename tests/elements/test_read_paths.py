"""`paths`: by which lines a derivative comes about."""

from __future__ import annotations

import pytest
import torch

import whygrad


def filled() -> tuple[torch.Tensor, torch.Tensor]:
    x = torch.tensor([2.0, 3.0], requires_grad=True)
    y = torch.zeros(4)
    y[0] = x[0]
    y[1] = y[0] * x[1]
    y[2] = y[1] ** 2
    y[3] = y[2] + y[0]
    return x, y


def codes(path) -> list[str]:
    return [step.code for step in path.steps]


def test_every_way_has_its_lines_and_its_part_of_the_derivative():
    with whygrad.watch():
        _, y = filled()
    long, short = whygrad.paths(y[3], y[0])
    assert long.contribution.item() == 36
    assert codes(long) == ["y[1] = y[0] * x[1]", "y[2] = y[1] ** 2", "y[3] = y[2] + y[0]"]
    assert short.contribution.item() == 1
    assert codes(short) == ["y[3] = y[2] + y[0]"]
    assert long.steps[0].file == __file__ and long.steps[0].line == short.steps[0].line - 2


def test_the_contributions_sum_to_the_derivative():
    with whygrad.watch():
        x, y = filled()
    for wrt in (x, y, y[:3], y[[1, 0]]):
        found = whygrad.paths(y[1:], wrt)
        assert torch.equal(sum(path.contribution for path in found), whygrad.grad(y[1:], wrt))
        assert found.total.shape == (3, *wrt.shape)


def test_ways_through_several_functions_and_copies():
    with whygrad.watch():
        w = torch.tensor([0.5, -1.0, 2.0], dtype=torch.float64, requires_grad=True)
        h = torch.tanh(w)
        left = h[[0, 2]].sum()
        right = (h * w).prod()
        loss = left * right + w[1]
    found = whygrad.paths(loss, w)
    assert torch.allclose(sum(path.contribution for path in found), whygrad.grad(loss, w))
    assert any(codes(path) == ["loss = left * right + w[1]"] for path in found)
    assert {code for path in found for code in codes(path)} >= {"h = torch.tanh(w)", "right = (h * w).prod()"}


def test_too_many_ways_are_told_together():
    with whygrad.watch():
        z = torch.tensor([0.3], dtype=torch.float64, requires_grad=True)
        out = z
        out = out.sin() + (out * 1.1)
        out = out.sin() + (out * 1.2)
        out = out.sin() + (out * 1.3)
        out = out.sin() + (out * 1.4)
        out = out.sin() + (out * 1.5)
        out = out.sin() + (out * 1.6)
    found = whygrad.paths(out, z)
    assert len(found) <= 33
    assert torch.allclose(sum(path.contribution for path in found), whygrad.grad(out, z))
    with whygrad.watch():
        out = z * 1
        for _ in range(3):
            for _ in range(4):
                out = out.sin() + out * 1.1
    found = whygrad.paths(out, z)
    assert "the other paths together" in str(found)
    assert found[-1].steps == ()
    assert torch.allclose(sum(path.contribution for path in found), whygrad.grad(out, z))


def test_it_prints_as_a_sum():
    with whygrad.watch():
        _, y = filled()
    lines = str(whygrad.paths(y[3], y[0])).splitlines()
    assert lines[0] == "37, through 2 paths"
    assert lines[1].split(None, 1)[0] == "+36" and lines[-1].split(None, 1)[0] == "+1"


def test_a_cut_is_no_way():
    with whygrad.watch():
        w = torch.tensor(2.0, requires_grad=True)
        loss = w * 3 + w.detach() * 5
    assert [path.contribution.item() for path in whygrad.paths(loss, w)] == [3]


def test_what_was_not_watched_has_no_lines(monkeypatch):
    monkeypatch.setattr(whygrad, "_latest", None)
    x = torch.ones(2, requires_grad=True)
    with pytest.raises(ValueError, match=r"unknown: compute inside `with whygrad\.watch"):
        whygrad.paths(x.sum(), x)
