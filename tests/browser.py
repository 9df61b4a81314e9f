"""A real Chromium, without a window and without network; tests that need it are skipped where it is missing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def opened(file: Path, scheme: str = "light", width: int = 1000, height: int = 600) -> Iterator[Any]:
    """The page of a file; `page.asked` lists what it wanted to load beside itself, `page.errors` what went wrong."""
    api = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(OPTIONS))
        try:
            page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": height})
            asked: list[str] = []
            errors: list[str] = []
            page.on("request", lambda request: asked.append(request.url))
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(file.as_uri())
            page.asked, page.errors = asked[1:], errors
            yield page
        finally:
            browser.close()


def background(page: Any, selector: str) -> tuple[int, ...]:
    text = page.evaluate(f"getComputedStyle(document.querySelector({selector!r})).backgroundColor")
    return tuple(int(part) for part in text[text.index("(") + 1 : -1].split(",")[:3])
