"""Stretches of one process, as cells of a notebook are: each is judged by itself."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from bundles import holding, unpacked
from drawn import drawn
from programs import hide, load_once, runners_files
from test_cases import skip_where_unsuited

from whygrad.session import Session

SILENT = Path(__file__).parent / "silent"
APART = ("missed", "noted")
# A group of processes cannot begin twice; of hooks that live on from other stretches nobody knows which has written.
ONCE = ("replicas-differ", "parameter-written-by-hook")
QUIET = {bundle for bundle in holding(SILENT, "quiet.py") if bundle.parent.name not in APART + ONCE}
OF_EACH_CAUSE = list({bundle.parent.name: bundle for bundle in holding(SILENT, "main.py") if bundle in QUIET}.values())

pytestmark = pytest.mark.filterwarnings("ignore")


def in_a_fork(act: Callable[[], str]) -> str:
    """What it returns, or raises, as text: a program leaves threads, processes and hooks behind."""
    load_once()
    files = runners_files()
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        try:
            hide(files)
            told = act()
        except BaseException as error:
            told = f"{type(error).__name__}: {error}"
        os.write(writing, told.encode()[:4096])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    os.waitpid(process, 0)
    return told


def run(folder: Path, name: str) -> None:
    path, main = folder / name, ModuleType("__main__")
    main.__file__ = str(path)
    sys.modules["__main__"] = main
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(path.read_text(), path, "exec"), main.__dict__)


def alarms_of(folder: Path, names: tuple[str, ...]) -> str:
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    session = Session(own_folders=(str(folder),))
    session.start()
    told = []
    for name in names:
        session.begin_anew()
        run(folder, name)
        told.append("alarm" if any(d.severity in ("error", "warning") for _, d in session.diagnoses()) else "quiet")
    session.stop()
    return " ".join(told)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.parametrize("bundle", drawn(OF_EACH_CAUSE, 2), ids=lambda bundle: bundle.parent.name)
def test_what_a_stretch_loses_is_told_of_it_and_of_no_other(bundle):
    folder = unpacked(bundle)
    skip_where_unsuited(folder / "main.py")
    names = ("main.py", "quiet.py", "main.py")
    assert in_a_fork(lambda: alarms_of(folder, names)) == "alarm quiet alarm"
