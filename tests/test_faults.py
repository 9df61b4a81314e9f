"""A fault anywhere in whygrad never reaches the user's program: it ends as without us, and one line tells of the fault.

Each place is broken in a fork of its own, at its first call and at its last one of the whole run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fault_places import Calls, Place, places
from programs import Outcome, start_program

FOLDER = Path(__file__).parent / "faults"
PROGRAMS = ("healthy", "failing", "silent", "threads")
LINE = "whygrad: internal error, "
AT_ONCE = 2
# Caught where it happens, in silence: there the program's own objects and Functions are asked, and values that torch
# may refuse to give; who raises cannot be told.
CONTAINED = (
    "whygrad.record.function_check:",
    "whygrad.record.births:",
    "whygrad.record.probe:Probe._look",
    "whygrad.record.probe:Probe._note_masked",
    "whygrad.record.names:",
)


def run(program: str, out: Path, plain: bool = False, prepare: Callable[[], object] = int) -> Callable[[], Outcome]:
    def as_in_production() -> None:
        os.environ.pop("WHYGRAD_TESTING", None)
        prepare()

    return start_program(FOLDER, out, f"{program}.py", plain=plain, prepare=as_in_production)


def problems_of(outcome: Outcome, plain: Outcome, place: str) -> Iterator[str]:
    """How a run with a fault differs from what it should be."""
    if outcome.status != plain.status:
        yield f"exit status {outcome.status}, not {plain.status}"
    if outcome.stdout != plain.stdout:
        yield f"another stdout: {outcome.stdout[-300:]!r}"
    if not outcome.stderr.startswith(plain.stderr):
        yield f"another stderr: {outcome.stderr[-600:]!r}"
    if outcome.document.get("exit") != plain.status:
        yield f"the JSON file is {outcome.document}"
    said = outcome.stderr.count(LINE)
    if said != 1 and not (said == 0 and place.startswith(CONTAINED)):
        yield f"{said} lines on stderr tell of the fault"
    elif said and "injected" not in outcome.document.get("internal_error", ""):
        yield "the JSON file does not tell of the fault"


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_fault_at_any_place_never_reaches_the_program(program, tmp_path):
    found = places()
    plain = run(program, tmp_path / "plain", plain=True)()
    census = Calls(len(found))
    counted = run(program, tmp_path / "census", prepare=lambda: count_all(found, census))()
    assert LINE not in counted.stderr
    assert counted.stdout == plain.stdout
    tried = [(i, at) for i in range(len(found)) if census[i] for at in sorted({1, census[i]})]
    print(program, len(tried), len({i for i, _ in tried}), len(found))
    if os.environ.get('ONLY'): import collections; print(collections.Counter(found[i].name.split('.')[1] for i,_ in tried)); return
    failed = []
    running: list = []
    for number, (i, at) in enumerate([*tried, *[(-1, 0)] * AT_ONCE]):
        if i >= 0:
            calls = Calls(len(found))
            prepare = lambda i=i, at=at, calls=calls: found[i].put(calls.raising(i, at))  # noqa: E731
            running.append((i, at, calls, run(program, tmp_path / str(number), prepare=prepare)))
        if len(running) >= AT_ONCE or i < 0:
            if running:
                j, its, calls, finish = running.pop(0)
                outcome = finish()
                if calls[j] >= its:
                    failed += [f"{found[j].name} at call {its}: {p}" for p in problems_of(outcome, plain, found[j].name)]
    print(f"{program}: {len(tried)} faults injected at {len({i for i, _ in tried})} places")
    assert not failed, f"{len(failed)} problems\n" + "\n".join(failed)


def count_all(found: list[Place], census: Calls) -> None:
    for index, place in enumerate(found):
        place.put(census.counting(index))
