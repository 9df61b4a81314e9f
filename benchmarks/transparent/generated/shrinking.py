"""Makes a program that differs as small as it gets, and keeps it as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from transparent.generated.comparing import compare_alone
from transparent.generated.writing import Step, Written


def shrink(program: Written, way: str, what: str) -> tuple[Written, str]:
    """The smallest program found, by leaving steps out, that differs in this way of recording, and how."""
    found = {program: what}

    def differs(smaller: Written) -> bool:
        different, unsteady = compare_alone(smaller, way)
        if different is not None and unsteady is None:
            found[smaller] = different
        return smaller in found

    small = shrunk(program, differs)
    return small, found[small]


def shrunk(program: Written, differs: Callable[[Written], bool]) -> Written:
    """By leaving out one step after the other, or the block around some, for as long as it still differs."""
    smaller = next((each for each in _smaller(program.steps) if differs(program.without(each))), None)
    return program if smaller is None else shrunk(program.without(smaller), differs)


def _smaller(steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    half = len(steps) // 2
    if half > 1:
        yield from (steps[:half], steps[half:])
    for number, step in enumerate(steps):
        before, after = steps[:number], steps[number + 1 :]
        yield (*before, *after)
        if step.inside is not None:
            yield (*before, *step.inside, *after)
            for inside in _smaller(step.inside):
                yield (*before, replace(step, inside=inside), *after)


def keep(program: Written, way: str, what: str, folder: Path) -> Path:
    """As a file that can be run by itself: `transparency.py --again FILE` compares it."""
    folder.mkdir(parents=True, exist_ok=True)
    name = "_".join(part for part in program.title.partition(":")[0].lower().split() if part != "of")
    file = folder / f"{name}_{way}.py"
    comment = "".join(f"# {line}\n" for line in what.splitlines())
    file.write_text(f"{program.text}\n\n# {way}:\n{comment}")
    return file
