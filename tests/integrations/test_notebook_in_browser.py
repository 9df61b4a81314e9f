"""What a notebook shows of findings, drawn by a real browser: in colours, light and dark, and the rest folded."""

from __future__ import annotations

import os
from pathlib import Path

import nbclient
import nbformat
import pytest
from projects import ROOT

from tests.browser import background, opened

CELLS = (
    "%load_ext whygrad",
    "import torch\nfrom torch import nn\nencoder, head = nn.Linear(4, 8), nn.Linear(8, 1)\n"
    "features = encoder(torch.ones(2, 4)).detach()  # <b>bold</b>",
    "head.requires_grad_(False)\nloss = head(features).mean()\nloss.backward()",
)


@pytest.fixture(scope="module")
def shown(tmp_path_factory) -> Path:
    """The HTML of the last cell's diagnostic, as a page."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
    folder = tmp_path_factory.mktemp("notebook")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(ROOT / "src")
    try:
        nbclient.NotebookClient(
            made, timeout=300, kernel_name="python3", allow_errors=True, resources={"metadata": {"path": str(folder)}}
        ).execute()
    finally:
        os.environ.pop("PYTHONPATH")
        if before is not None:
            os.environ["PYTHONPATH"] = before
    (html,) = [o.data["text/html"] for o in made.cells[-1].outputs if o.output_type == "display_data"]
    page = folder / "cell.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><title>cell</title>{html}", encoding="utf-8")
    return page


def test_the_excerpt_is_in_sight_and_the_rest_unfolds(shown):
    with opened(shown) as page:
        assert page.errors == [] and page.asked == []
        assert "Cell In[2], line 4" in page.inner_text(".whygrad")
        assert page.locator(".whygrad b").count() == 0 and "<b>bold</b>" in page.inner_text(".whygrad")
        folded = page.locator("details pre")
        assert not folded.is_visible()
        page.click("summary")
        assert folded.is_visible() and "encoder.bias" in folded.inner_text()


@pytest.mark.parametrize(("scheme", "is_dark"), [("light", False), ("dark", True)])
def test_it_is_light_or_dark_as_the_readers_system_and_can_be_read(shown, scheme, is_dark):
    with opened(shown, scheme) as page:
        back = background(page, ".whygrad")
        assert (max(back) < 80) == is_dark
        for role in (".error", ".frame", ".help", "pre"):
            colour = page.evaluate(f"getComputedStyle(document.querySelector('.whygrad {role}')).color")
            letters = tuple(int(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3])
            assert contrast(letters, back) >= 4.5, role


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """As the guidelines for readable pages measure it: 4.5 is enough for text."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: tuple[int, ...]) -> float:
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
