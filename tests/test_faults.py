"""A fault anywhere in whygrad never reaches the user's program: it ends as without us, and one line tells of the fault.

Each place is broken in a fork of its own, from its first call on or at the last one of the run, in one program each:
some of them, other ones each time (see `drawn.py`); or in every program and both ways where WHYGRAD_EVERY_FAULT is set.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from drawn import drawn
from fault_places import Calls, Place, places
from programs import Outcome, start_program

FOLDER = Path(__file__).parent / "faults"
PROGRAMS = ("failing", "threads", "silent", "processes", "kept", "healthy")  # what several call is broken in the first
ITSELF = ("kept",)  # calls whygrad by itself, and is run without the command
LINE = "whygrad: internal error, "
REPORT = "please report it and attach "
AT_ONCE = 2
# Caught where it happens, in silence: there the program's own objects and Functions are asked, and values that torch
# may refuse to give; who raises cannot be told.
CONTAINED = (
    "whygrad.record.watchers.functions.function_rerun:",
    "whygrad.record.watchers.functions.backward_compare:",
    "whygrad.record.watchers.functions.backward_checks:BackwardChecks._aside",
    "whygrad.record.watchers.functions.forward_replay:",
    "whygrad.record.seam.torch_aside:",
    "whygrad.record.unseen.hidden_frames:",
    "whygrad.record.seam.hooked_saves:",
    "whygrad.record.training.bad_value_sites:",
    "whygrad.record.training.probe:Probe._look",
    "whygrad.record.training.probe:_carried_by",
    "whygrad.record.seam.few_values:",
    "whygrad.record.training.leaf_sums:LeafSums.sent",
    "whygrad.record.watchers.functions.overwriting_backward:_waits",
    "whygrad.record.watchers.functions.spoiled_saves:_saves",
    "whygrad.record.watchers.terms.normalisations:",
    "whygrad.record.live.kept_values:Values.",
    "whygrad.record.watchers.functions.unreversed_gradients:_factor",
    "whygrad.record.watchers.functions.unreversed_gradients:_sample",
    "whygrad.record.training.probe:Probe._note_masked",
    "whygrad.record.training.hook_results:",
    "whygrad.record.training.hook_writes:",
    "whygrad.record.seam.nodes:saved_by",
    "whygrad.record.seam.holdings:",
    "whygrad.record.seam.as_is:",
    "whygrad.record.copying.names:",
)
AFTERWARDS = ("whygrad.causes.", "whygrad.source.", "whygrad.graph.", "whygrad.render.")  # when the program has ended


def run(program: str, out: Path, plain: bool = False, prepare: Callable[[], object] = int) -> Callable[[], Outcome]:
    def as_in_production() -> None:
        os.environ.pop("WHYGRAD_TESTING", None)
        warnings.resetwarnings()
        prepare()

    return start_program(FOLDER, out, f"{program}.py", plain=plain or program in ITSELF, prepare=as_in_production)


@pytest.fixture(scope="module")
def found() -> list[Place]:
    return places()


@pytest.fixture(scope="module")
def plain(tmp_path_factory) -> dict[str, Outcome]:
    """How the programs end without whygrad."""
    folder = tmp_path_factory.mktemp("plain")
    return {program: run(program, folder / program, plain=True)() for program in PROGRAMS}


@pytest.fixture(scope="module")
def tried(found, plain, tmp_path_factory) -> dict[str, list[tuple[int, int]]]:
    """Which places are to be broken in which program, and at which of their calls."""
    folder = tmp_path_factory.mktemp("census")
    every = bool(os.environ.get("WHYGRAD_EVERY_FAULT"))
    chosen: dict[str, list[tuple[int, int]]] = {}
    done: set[int] = set()
    for program in PROGRAMS:
        census = Calls(len(found))
        counted = run(program, folder / program, prepare=lambda census=census: count_all(found, census))()
        assert LINE not in counted.stderr
        assert (counted.status, counted.stdout) == (plain[program].status, plain[program].stdout)
        called = [i for i in range(len(found)) if census[i] and (every or i not in done)]
        done.update(called)
        called = called if every else some_of(called, found)
        ways = {i: {1, census[i]} if every else {1 if i % 2 else census[i]} for i in called}
        chosen[program] = [(i, at) for i in called for at in sorted(ways[i])]
    return chosen


def some_of(called: list[int], found: list[Place]) -> list[int]:
    afterwards = [i for i in called if found[i].name.startswith(AFTERWARDS)]
    meanwhile = [i for i in called if i not in afterwards]
    return [*drawn(meanwhile, 24), *drawn(afterwards, 72)]


def count_all(found: list[Place], census: Calls) -> None:
    for index, place in enumerate(found):
        place.put(census.counting(index))


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_fault_at_any_place_never_reaches_the_program(program, found, plain, tried, tmp_path):
    failed = []
    for place, at, outcome in broken_runs(program, found, tried[program], tmp_path):
        failed += [f"{place} at call {at}: {p}" for p in problems_of(outcome, plain[program], place)]
        if program not in ITSELF:
            failed += [f"{place} at call {at}: {p}" for p in problems_of_report(outcome, plain[program], place)]
    print(f"{program}: {len(tried[program])} faults injected")
    assert tried[program]
    assert not failed, f"{len(failed)} problems\n" + "\n".join(failed)


def broken_runs(
    program: str, found: list[Place], tried: list[tuple[int, int]], folder: Path
) -> Iterator[tuple[str, int, Outcome]]:
    """Each run in which the fault was met, two at a time."""
    running: list[tuple[int, int, Calls, Callable[[], Outcome]]] = []
    waiting = list(enumerate(tried))[::-1]
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            number, (index, at) = waiting.pop()
            calls = Calls(len(found))
            wrap = calls.raising(index, at)
            finish = run(program, folder / str(number), prepare=lambda i=index, wrap=wrap: found[i].put(wrap))
            running.append((index, at, calls, finish))
        index, at, calls, finish = running.pop(0)
        outcome = finish()
        if calls[index] >= at:  # threads may call less often than they did when they were counted
            yield found[index].name, at, outcome


def problems_of(outcome: Outcome, plain: Outcome, place: str) -> Iterator[str]:
    """How a run with a fault differs from what it should be."""
    if outcome.status != plain.status:
        yield f"exit status {outcome.status}, not {plain.status}"
    if outcome.stdout != plain.stdout:
        yield f"another stdout: {outcome.stdout[-300:]!r}"
    if not outcome.stderr.startswith(plain.stderr):
        yield f"another stderr: {outcome.stderr[-600:]!r}"
    told = [line for line in outcome.stderr.splitlines() if line.startswith(LINE)]
    if not told and place.startswith(CONTAINED):
        return
    if len(told) != 1 or "injected" not in told[0] or REPORT not in told[0]:
        yield f"{len(told)} lines on stderr tell of the fault: {told}"


def problems_of_report(outcome: Outcome, plain: Outcome, place: str) -> Iterator[str]:
    """The same of the JSON file."""
    if outcome.document.get("exit") != plain.status or "findings" not in outcome.document:
        yield f"the JSON file is {outcome.document}"
    if LINE in outcome.stderr and "injected" not in outcome.document.get("internal_error", ""):
        yield "the JSON file does not tell of the fault"


def test_a_cause_that_fails_leaves_the_others_their_say(found, tmp_path):
    place = next(
        p for p in found if p.name == "whygrad.causes.wiring.unregistered_module:UnregisteredModule.find_in_run"
    )
    whole = run("silent", tmp_path / "whole")()
    broken = run("silent", tmp_path / "broken", prepare=lambda: place.put(Calls(1).raising(0, 1)))()
    causes = [f["cause"] for f in whole.findings]
    assert [f["cause"] for f in broken.findings] == [c for c in causes if c != "unregistered-module"]
    assert "whygrad: internal error, the diagnosis is incomplete: " in broken.stderr
