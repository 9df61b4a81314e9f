"""`show`: a derivative of any shape as one picture of sensible size."""

from __future__ import annotations

import base64
import re
import struct
import sys
import zlib

import pytest
import torch

import whygrad
from whygrad.elements.show import Picture

RED, BLUE, GREY, WHITE = [255, 0, 0], [0, 0, 255], [136, 136, 136], [255, 255, 255]


def pixels(html: str) -> torch.Tensor:
    """The one picture of the HTML, read as a viewer of PNG does."""
    (data,) = re.findall(r'src="data:image/png;base64,([^"]*)"', html)
    file, at, parts = base64.b64decode(data), 8, {}
    while at < len(file):
        (length,), kind = struct.unpack(">I", file[at : at + 4]), file[at + 4 : at + 8]
        parts[kind] = file[at + 8 : at + 8 + length]
        assert struct.unpack(">I", file[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + parts[kind])
        at += length + 12
    width, height = struct.unpack(">II", parts[b"IHDR"][:8])
    lines = torch.tensor(list(zlib.decompress(parts[b"IDAT"]))).reshape(height, 1 + 3 * width)
    assert not lines[:, 0].any()
    return lines[:, 1:].reshape(height, width, 3)


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (3, 4, 5), (1, 3, 2, 2), (2, 2, 2, 3, 3)])
def test_every_element_is_one_pixel_of_one_picture(shape):
    x = torch.linspace(-1, 1, max(1, torch.Size(shape).numel())).reshape(shape).requires_grad_()
    picture = whygrad.show((x**2).sum(), x)
    assert torch.equal(picture.values, 2 * x.detach())
    drawn = picture.matrix()
    shown = drawn[~drawn.isnan()]
    assert shown.sort().values.tolist() == pytest.approx((2 * x).reshape(-1).sort().values.tolist())
    assert pixels(picture._repr_html_()).shape[:2] == drawn.shape
    assert "save" in repr(picture)


def test_the_matrices_of_a_weight_stand_where_its_first_axes_say():
    values = torch.arange(2 * 3 * 2 * 2.0).reshape(2, 3, 2, 2)
    drawn = Picture(values).matrix()
    assert drawn.shape == (5, 8)
    assert torch.equal(drawn[3:5, 3:5], values[1, 1].double())
    assert drawn[2].isnan().all() and drawn[:, 2].isnan().all()


def test_the_sign_is_the_colour_nan_is_grey_and_zero_is_white():
    html = Picture(torch.tensor([[2.0, -2.0], [0.0, float("nan")]]))._repr_html_()
    assert pixels(html).tolist() == [[RED, BLUE], [WHITE, GREY]]
    assert pixels(Picture(torch.tensor([float("inf"), 1.0, -float("inf")]))._repr_html_())[0].tolist() == [
        RED,
        RED,
        BLUE,
    ]


@pytest.mark.parametrize(
    "shape", [(32, 64, 3, 3), (2048, 1, 3, 3), (100_000,), (3, 2000, 7), (4, 4, 4, 4, 4, 4), (7, 0)]
)
def test_any_shape_is_one_picture_of_sensible_size(shape):
    html = Picture(torch.randn(shape))._repr_html_()
    assert html.count("<img") == (1 if torch.Size(shape).numel() else 0)
    if "<img" in html:
        assert max(pixels(html).shape) <= 512
        assert all(int(size) <= 512 for size in re.findall(r"(?:width|height):(\d+)px", html))
    assert len(html) < 500_000


def test_of_a_large_derivative_the_largest_element_shows_and_it_says_so():
    values = torch.zeros(1000, 2000)
    values[501, 777] = -3.0
    values[7, 7] = float("nan")
    html = Picture(values)._repr_html_()
    assert "a pixel is the largest of 2 x 4 elements" in html
    seen = pixels(html)
    assert seen[250, 194].tolist() == BLUE
    assert seen[3, 1].tolist() == GREY
    assert (seen == 255).all(-1).sum() == seen.shape[0] * seen.shape[1] - 2


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


@pytest.mark.parametrize("shape", [(5,), (4, 6), (3, 4, 4), (32, 64, 3, 3)])
def test_a_figure_of_one_heat_map_is_drawn_into_a_file(shape, tmp_path):
    pytest.importorskip("matplotlib")
    picture = Picture(torch.randn(shape))
    picture.save(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes()[1:4] == b"PNG"
    figure = picture.figure()
    assert max(figure.get_size_inches()) <= 10
    assert len([axes for axes in figure.axes if axes.images]) == 1
