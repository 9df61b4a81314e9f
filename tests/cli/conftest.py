"""Runs programs in real processes, under `python` and under `whygrad run`, and compares what comes out."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent

import pytest
from processes import Forked

ROOT = Path(__file__).parents[2]
FAKE = Path(__file__).parent / "fake"


def _source_path() -> list[str]:
    try:
        importlib.metadata.version("whygrad")
    except importlib.metadata.PackageNotFoundError:
        return [str(ROOT / "src")]
    return []


@dataclass
class World:
    """A folder with programs; every process starts in it."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    forks: bool = False  # in the place of processes that load torch

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
        return path

    def fake_session(self, does: str, **settings: str) -> None:
        """Let `whygrad run` find the session of fake/sitecustomize.py."""
        self.settings.update(FAKE_SESSION=does, **settings)

    @property
    def environment(self) -> dict[str, str]:
        path = _source_path() + ([str(FAKE)] if "FAKE_SESSION" in self.settings else [])
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "WHYGRAD"))}
        return {**kept, "PYTHONPATH": os.pathsep.join(path), "WHYGRAD_TESTING": "1", **self.settings}

    def start(self, *words: str, **options: object) -> subprocess.Popen[str]:
        command = [sys.executable, *words]
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        kind = Forked if self.forks else subprocess.Popen
        return kind(command, cwd=self.folder, env=self.environment, text=True, **{**pipes, **options})  # type: ignore[call-overload]

    def python(self, *words: str, stdin: str = "", **options: object) -> subprocess.CompletedProcess[str]:
        process = self.start(*words, **options)
        out, err = process.communicate(stdin, timeout=60)
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    def whygrad(self, *words: str, flags: tuple[str, ...] = (), **options: object) -> subprocess.CompletedProcess[str]:
        return self.python(*flags, "-m", "whygrad", *words, **options)  # type: ignore[arg-type]

    def same(self, *program: str, flags: tuple[str, ...] = (), **options: object) -> subprocess.CompletedProcess[str]:
        """Run the program both ways, assert that nothing differs, and return how it ended."""
        plain = self.python(*flags, *program, **options)  # type: ignore[arg-type]
        watched = self.whygrad("run", *program, flags=flags, **options)
        assert watched.stdout == plain.stdout
        assert watched.stderr == plain.stderr
        assert watched.returncode == plain.returncode
        return watched


@pytest.fixture
def world(tmp_path: Path) -> World:
    made = World(tmp_path)
    if importlib.util.find_spec("whygrad.session") is None:
        made.fake_session("finds nothing")
    return made


@pytest.fixture
def loaded(tmp_path: Path) -> World:
    """A world whose processes are forks of this one, for what does not depend on how Python starts and ends."""
    return World(tmp_path, forks=True)
