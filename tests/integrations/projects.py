"""A folder in which whygrad is installed as far as entry points go, and processes that run in it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Project:
    """A user's folder with files of theirs."""

    folder: Path

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")

    def python(self, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
        dropped = ("PYTHON", "PYTEST", "WHYGRAD", "COV", "CI", "GITHUB")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
        path = os.pathsep.join([str(ROOT / "src"), str(self.folder / "installed")])
        environment = {**kept, "PYTHONPATH": path, "WHYGRAD_TESTING": "1", "NO_COLOR": "1", **settings}
        command = [sys.executable, *words]
        return subprocess.run(command, cwd=self.folder, env=environment, text=True, capture_output=True, timeout=300)


def entry_points() -> str:
    """As a build backend writes them from pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    section = text.partition("[project.entry-points.pytest11]\n")[2].partition("\n\n")[0]
    return "[pytest11]\n" + section.replace('"', "") + "\n"
