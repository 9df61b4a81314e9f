"""Markdown pages whose programs are tests: fenced blocks, what a program must print, and how blocks are rewritten."""

from __future__ import annotations

import difflib
import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from lean import run_program
from programs import Outcome
from torches import in_any_torch

FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#+ .+)$", re.MULTILINE)
OUTPUTS = ("text", "diagnostic")


@dataclass(frozen=True)
class Block:
    """One fenced block: what stands after its fence, its text, the heading above it and its place among all blocks."""

    info: str
    text: str
    heading: str
    line: int
    index: int


@dataclass(frozen=True)
class Program:
    """A program and the blocks of output that follow it, before the next program."""

    source: Block
    outputs: tuple[Block, ...]

    def expected(self, info: str) -> Block | None:
        return next((block for block in self.outputs if block.info == info), None)


def headings(page: str) -> list[str]:
    """The headings of a page, in order; a comment inside a block is none."""
    return HEADING.findall(FENCE.sub("", page))


def blocks(page: str) -> list[Block]:
    """Every fenced block of a page, in order."""
    found = []
    for index, fence in enumerate(FENCE.finditer(page)):
        before = page[: fence.start()]
        above = headings(before)
        heading = above[-1] if above else ""
        found.append(Block(fence["info"].strip(), fence["text"], heading, before.count("\n") + 1, index))
    return found


def programs(page: str) -> list[Program]:
    """Every ```python block with the ```text and ```diagnostic blocks that belong to it."""
    found: list[Program] = []
    for block in blocks(page):
        if block.info.startswith("python"):
            found.append(Program(block, ()))
        elif block.info in OUTPUTS and found:
            found[-1] = Program(found[-1].source, (*found[-1].outputs, block))
    return found


def run_block(block: Block, folder: Path) -> Outcome:
    """The block as `main.py`, run by `whygrad run` in a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "main.py").write_text(block.text)
    options = [f"--{word}" for word in block.info.split() if word in ("notes", "steady")]
    return run_program(folder, folder / "out", *options, "main.py")


def stripped(text: str) -> str:
    """Without spaces at line ends and without the last line's end."""
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip("\n")


def check_block(path: Path, block: Block, actual: str) -> None:
    """The block says what was printed; with WHYGRAD_BLESS=1 it is made to."""
    if blessing():
        rewrite(path, block.index, stripped(actual) + "\n")
        return
    expected, got = (stripped(in_any_torch(text)).splitlines() for text in (block.text, actual))
    difference = "\n".join(difflib.unified_diff(expected, got, "page", "printed", lineterm=""))
    assert got == expected, f"{path.name}:{block.line}: not what is printed (WHYGRAD_BLESS=1 rewrites it)\n{difference}"


def blessing() -> bool:
    """Are blocks to be rewritten? Never where nobody reads the difference."""
    if not os.environ.get("WHYGRAD_BLESS"):
        return False
    if os.environ.get("CI"):
        pytest.fail("WHYGRAD_BLESS is set in CI: blocks are rewritten by a person, who reads the difference")
    return True


def rewrite(path: Path, index: int, text: str) -> None:
    """Put `text` into the block at `index`; everything else stays."""
    page = path.read_text()
    fence = list(FENCE.finditer(page))[index]
    path.write_text(page[: fence.start("text")] + text + page[fence.end("text") :])
