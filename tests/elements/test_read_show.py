"""`show`: a derivative as a picture."""

from __future__ import annotations

import re
import sys

import pytest
import torch

import whygrad


def cells(html: str) -> list[float]:
    return [float(title) for title in re.findall(r'title="([^"]*)"', html)]


@pytest.mark.parametrize("shape", [(3,), (2, 3), (3, 4, 5), (1, 3, 2, 2), ()])
def test_a_notebook_shows_every_element(shape):
    x = torch.linspace(-1, 1, max(1, torch.Size(shape).numel())).reshape(shape).requires_grad_()
    picture = whygrad.show((x**2).sum(), x)
    assert torch.equal(picture.values, 2 * x.detach())
    assert cells(picture._repr_html_()) == pytest.approx((2 * x).reshape(-1).tolist(), rel=1e-4)
    assert "save" in repr(picture)


def test_the_sign_is_the_colour_and_nan_is_grey():
    x = torch.tensor([1.0, -1.0, 0.0], requires_grad=True)
    html = whygrad.show((x * torch.tensor([2.0, 1.0, float("nan")])).sum(), x)._repr_html_()
    assert "rgb(255, 0, 0)" in html and "#888" in html
    assert "rgb(0, 0, 255)" in whygrad.show(-x.sum(), x)._repr_html_()


def test_a_large_derivative_is_thinned_out_and_says_so():
    x = torch.ones(100, 300, requires_grad=True)
    html = whygrad.show(x.sum(), x)._repr_html_()
    assert "every 2th row, every 5th column" in html
    assert len(cells(html)) == 50 * 60


def test_without_matplotlib_there_is_one_clear_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    x = torch.ones(2, requires_grad=True)
    with pytest.raises(ImportError, match=r"pip install 'whygrad\[plot\]'"):
        whygrad.show(x.sum(), x).figure()


def test_a_complex_derivative_has_no_heat_map():
    x = torch.ones(2, dtype=torch.complex64, requires_grad=True)
    with pytest.raises(TypeError, match="complex derivative"):
        whygrad.show(x.abs().sum(), x)


@pytest.mark.parametrize("shape", [(5,), (4, 6), (3, 4, 4)])
def test_a_figure_is_drawn_into_a_file(shape, tmp_path):
    pytest.importorskip("matplotlib")
    x = torch.randn(shape, requires_grad=True)
    picture = whygrad.show((x**3).sum(), x)
    picture.save(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes()[1:4] == b"PNG"
    drawn = [axes.images[0].get_array() for axes in picture.figure().axes if axes.images]
    assert len(drawn) == (3 if len(shape) == 3 else 1)
    assert torch.allclose(torch.tensor(drawn[0].tolist()).reshape(-1), picture.planes()[0].float().reshape(-1))
