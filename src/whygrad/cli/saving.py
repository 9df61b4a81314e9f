"""The file of `--save`: what was recorded, without what belongs to the machine or its user."""

from __future__ import annotations

import os
import platform
import sysconfig
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad._version import __version__
from whygrad.cli.json_file import write_bytes

if TYPE_CHECKING:
    from whygrad.cli.watch import Watch


@dataclass(frozen=True)
class Saving:
    """Where to, and how much."""

    path: str
    arguments: tuple[str, ...] | None
    source: bool
    cwd: str

    def write(self, watch: Watch, program_folder: str, error: str) -> None:
        """Write the file; one sentence where that cannot be done."""
        with watch.contained(), watch.own_imports():
            from whygrad.saved_run import SavedRun, packed

            run = SavedRun(
                whygrad=__version__,
                torch=watch.torch_version or "",
                python=platform.python_version(),
                error=error,
                internal_error=watch.internal_error or "",
                trace=watch.trace,
                arguments=self.arguments,
                stages=watch.stages,
                noted=watch.noted,
            )
            kept = run if self.source else run.without_source()
            write_bytes(self.path, packed(kept, _folders(self.cwd, program_folder)), "--save")


def of_rank(name: str) -> str:
    """The file of this process: with torchrun each rank but the first has its own, `run.rank1.whygrad`."""
    rank = os.environ.get("RANK", "")
    if not rank.isdigit() or rank == "0":
        return name
    stem, suffix = os.path.splitext(name)
    return f"{stem}.rank{rank}{suffix}"


def _folders(cwd: str, program_folder: str) -> dict[str, str]:
    """Folders of this machine, and the names under which their files are kept."""
    paths = sysconfig.get_paths()
    named = {os.path.expanduser("~"): "~/", paths["stdlib"]: "lib/"}
    named.update({paths[key]: "site-packages/" for key in ("purelib", "platlib")})
    named[cwd] = ""
    if not os.path.join(program_folder, "").startswith(os.path.join(cwd, "")):
        named[program_folder] = ""
    return {spelled: name for folder, name in named.items() if folder for spelled in (folder, os.path.realpath(folder))}
