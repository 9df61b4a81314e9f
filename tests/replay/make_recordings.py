"""Runs the programs and keeps what was diagnosed of them: `make recordings`, or `ONLY=text` for some of them.

The same behaviour gives the same bytes: draws are seeded, and nothing of the machine (folders, processes) is kept.
"""

from __future__ import annotations

import json
import os
import random
import sys
import sysconfig
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import kept_findings
from archive import RECORDINGS, Shelf, Stale, recordings_of, shelved
from programs import Outcome, start_program
from recorded_programs import Program, all_programs

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ["WHYGRAD_TESTING"] = "1"
AT_ONCE = os.cpu_count() or 1
Asked = list[list[dict[str, Any]]]  # the documents of the recordings, one list for each time that it was asked
ASKED = "asked-{:02}.json"


def main(only: str) -> None:
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is the same in every run
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    programs = [program for program in all_programs() if only in program.title]
    findings = {group: kept_findings.read(group) for group in {program.group for program in programs}}
    changed = 0
    with tempfile.TemporaryDirectory() as scratch:
        recorded = _recorded(programs, Path(scratch))
        for name, of_shelf in groupby(recorded, key=lambda pair: pair[0].shelf):
            shelf = Shelf(name, _programs_kept(name) if only else {})
            for program, asked, outcome in of_shelf:
                shelf.programs[program.title] = shelved(program, asked)
                findings[program.group][program.title] = _told_again(program, shelf, outcome)
            changed += shelf.write()
    gone = [] if only else _remove_others({program.shelf for program in programs})
    titles = {program.title for program in all_programs()}
    for group, lines in findings.items():
        kept_findings.write(group, {title: told for title, told in lines.items() if title in titles})
    print(f"{len(programs)} programs recorded; {changed} files changed, {len(gone)} removed")


def _told_again(program: Program, shelf: Shelf, outcome: Outcome) -> list[str]:
    """What is told of the kept recordings, which is what was told of the run."""
    lines = kept_findings.told(recordings_of(program, shelf))
    again = [json.loads(line) for line in lines]
    same = ("cause", "severity", "evidence", "message")
    now, then = ([[finding[key] for key in same] for finding in findings] for findings in (again, outcome.findings))
    if now != then:
        raise SystemExit(f"{program.title}: the run was told {then}, what is kept of it {now}\n{outcome.stderr}")
    return lines


def _programs_kept(name: str) -> dict[str, Any]:
    """What the shelf has of programs that still exist; nothing where it is of another format."""
    existing = {program.title for program in all_programs()}
    try:
        return {title: kept for title, kept in Shelf.read(name).programs.items() if title in existing}
    except Stale:
        return {}


def _remove_others(shelves: set[str]) -> list[Path]:
    expected = {Shelf(name, {}).path for name in shelves}
    gone = [file for file in RECORDINGS.rglob("*.*") if file not in expected]
    for file in gone:
        file.unlink()
    return gone


def _recorded(programs: list[Program], scratch: Path) -> Iterator[tuple[Program, Asked, Outcome]]:
    """Every program with what its session had to diagnose, in order; as many run at once as there are cores."""
    running: deque[tuple[Program, Path, Callable[[], Outcome]]] = deque()
    for number, program in enumerate([*programs, *[None] * AT_ONCE]):
        if len(running) == AT_ONCE or (program is None and running):
            ended, out, finish = running.popleft()
            outcome = finish()
            yield ended, _asked(ended, out), outcome
        if program is not None:
            out = scratch / str(number)
            running.append((program, out, _start(program, out)))


def _start(program: Program, out: Path) -> Callable[[], Outcome]:
    folder = _folder(program, out)
    if program.block is not None:
        folder.mkdir(parents=True)
        (folder / "main.py").write_text(program.block.text)
    return start_program(folder, out, *program.arguments, prepare=partial(_keep_what_is_asked, out))


def _folder(program: Program, out: Path) -> Path:
    return out / "page" if program.block is not None else program.folder


def _keep_what_is_asked(out: Path) -> None:
    """In the fork: what is given to the diagnosis is written down. What the program's own processes ask is theirs."""
    import torch

    import whygrad.diagnose

    torch.manual_seed(0)
    random.seed(0)
    process, diagnose_all, count = os.getpid(), whygrad.diagnose.diagnose_all, iter(range(100))

    def kept(recordings: Any, *rest: Any) -> Any:
        if os.getpid() == process:
            texts = [json.dumps(recording.to_document()) for recording in recordings]
            (out / ASKED.format(next(count))).write_text(f"[{', '.join(texts)}]")
        return diagnose_all(recordings, *rest)

    whygrad.diagnose.diagnose_all = kept


def _asked(program: Program, out: Path) -> Asked:
    """What the program's session had to diagnose, without the folders of this machine."""
    folders = [(str(_folder(program, out)), ""), (sysconfig.get_path("purelib"), "site-packages/")]
    folders += [(sysconfig.get_path("stdlib"), "lib/"), (str(out), "out/")]
    asked = []
    for file in sorted(out.glob(ASKED.replace("{:02}", "*"))):
        text = file.read_text()
        for folder, name in folders:
            text = text.replace(json.dumps(folder + os.sep)[1:-1], name)
        asked.append(json.loads(text))
    return asked


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
