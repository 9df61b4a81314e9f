"""Draws the pictures of docs/ that a browser shows: the page of `--html`, and a finding in a notebook; light and dark.

    python tools/screenshots.py

It needs nbclient, playwright and the system's Chromium, and no network.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbclient
import nbformat
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
REPORTED = """\
import torch
from torch import nn

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.norm, self.head = nn.Linear(8, 16), nn.LayerNorm(16), nn.Linear(16, 1)

    def forward(self, x):
        hidden = self.norm(self.encoder(x)).relu()
        return self.head(hidden.detach())


net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
for _ in range(8):
    optimizer.zero_grad()
    loss = net(torch.randn(32, 8)).pow(2).mean()
    loss.backward()
    optimizer.step()
"""
CELLS = (
    "%load_ext whygrad",
    "import torch\nfrom torch import nn\n\nencoder, head = nn.Linear(4, 8), nn.Linear(8, 1)\n"
    "features = encoder(torch.ones(2, 4)).detach()",
    "head.requires_grad_(False)\nloss = head(features).mean()\nloss.backward()",
)
OPTIONS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        (Path(folder) / "train.py").write_text(REPORTED)
        (Path(folder) / "notebook.html").write_text(shown_by_notebook())
        subprocess.run([sys.executable, "-m", "whygrad", "run", "--html", "report.html", "train.py"], cwd=folder)
        browser = playwright.chromium.launch(executable_path=chromium, args=list(OPTIONS))
        for name, part in (("report", "body"), ("notebook", ".whygrad")):
            for scheme in ("light", "dark"):
                draw(browser, Path(folder) / f"{name}.html", part, scheme, IMAGES / f"{name}-{scheme}.png")
        browser.close()


def shown_by_notebook() -> str:
    """What the last cell shows below its error."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
    nbclient.NotebookClient(notebook, kernel_name="python3", allow_errors=True).execute()
    (html,) = [o.data["text/html"] for o in notebook.cells[-1].outputs if o.output_type == "display_data"]
    return f"<!doctype html><meta charset=utf-8><body style='font-family: sans-serif'>{html}"


def draw(browser: Browser, page: Path, part: str, scheme: str, image: Path) -> None:
    shown = browser.new_page(color_scheme=scheme, viewport={"width": 1080 if part == "body" else 860, "height": 400})
    shown.goto(page.as_uri())
    for folded in shown.locator("summary").all() if part != "body" else ():
        folded.click()
    shown.locator(part).screenshot(path=image) if part != "body" else shown.screenshot(path=image, full_page=True)


if __name__ == "__main__":
    main()
