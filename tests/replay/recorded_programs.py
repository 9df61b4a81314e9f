"""The programs whose recordings are kept: all of `tests/cases`, `tests/silent`, the pages of the causes, the README."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from bundles import files_of, holding, unpacked
from pages import Block, blocks

ROOT = Path(__file__).parent.parent.parent
CASES = ROOT / "tests" / "cases"
SILENT = ROOT / "tests" / "silent"
PAGES = ROOT / "src" / "whygrad" / "causes"


@dataclass(frozen=True)
class Program:
    """One program; its title is `group/…`."""

    title: str
    kept_in: Path  # a bundle, or the page of its block, or the folder
    arguments: tuple[str, ...] = ("main.py",)
    block: Block | None = None

    @property
    def group(self) -> str:
        return self.title.partition("/")[0]

    @property
    def shelf(self) -> str:
        """The programs of one shelf are kept in one file: those of a group whose folders begin with the same letter."""
        return self.title[: len(self.group) + 2]

    @property
    def folder(self) -> Path:
        """Where it runs; of a block in a page, the page itself."""
        return unpacked(self.kept_in) if self._is_bundle else self.kept_in

    @property
    def _is_bundle(self) -> bool:
        return self.kept_in.suffix == ".py"

    @cached_property
    def texts(self) -> dict[str, str]:
        """Its own files, by their names as the program sees them."""
        if self.block is not None:
            return {"main.py": self.block.text}
        if self._is_bundle:
            return {name: text for name, text in sorted(files_of(self.kept_in).items()) if name.endswith(".py")}
        start = self.folder / self.arguments[-1]
        return {file.relative_to(self.folder).as_posix(): _text(file) for file in sorted(start.parent.rglob("*.py"))}


def _text(file: Path) -> str:
    return file.read_bytes().decode("utf-8")


@cache
def all_programs() -> tuple[Program, ...]:
    """By title."""
    found = [*_cases(), *_silent(), *_pages(), Program("readme/example", ROOT, ("examples/train.py",))]
    return tuple(sorted(found, key=lambda program: program.title))


def _cases() -> Iterator[Program]:
    for bundle in CASES.glob("*/*.py"):
        yield Program(f"cases/{bundle.parent.name}/{bundle.stem}", bundle)


def _silent() -> Iterator[Program]:
    for name in ("main", "quiet"):
        for bundle in holding(SILENT, f"{name}.py"):
            apart = f"{bundle.parent.name}/" if bundle.parent.name in ("missed", "noted") else ""
            yield Program(f"silent/{apart}{bundle.stem}/{name}", bundle, (f"{name}.py",))


def _pages() -> Iterator[Program]:
    for page in PAGES.rglob("*.md"):
        programs = [block for block in blocks(page.read_text()) if block.info.startswith("python")]
        for number, block in enumerate(programs):
            options = tuple(f"--{word}" for word in block.info.split() if word in ("notes", "steady"))
            yield Program(f"pages/{page.stem}/{number}", page, (*options, "main.py"), block)
