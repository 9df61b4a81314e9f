"""Some generated programs, other ones each time: they do the same, to the bit, with and without recording.

`WHYGRAD_SEED=123` tries those of that seed again, and `WHYGRAD_GENERATED=1000` so many.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import pytest
from drawn import SEED

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

from transparent.generated.comparing import TOGETHER, chosen_features, compare_alone, compare_numbers
from transparent.generated.shrinking import shrunk
from transparent.generated.writing import FEATURES, Step, Written, every, features, source, write
from transparent.workers import run_all

NUMBER = int(os.environ.get("WHYGRAD_GENERATED", "40"))


def test_generated_programs_do_the_same():
    parts = [range(first, min(first + TOGETHER, NUMBER)) for first in range(0, NUMBER, TOGETHER)]
    tasks = [(str(part), partial(compare_numbers, part, SEED, chosen_features())) for part in parts]
    tried, told = 0, []
    for name, found, trouble in run_all(tasks, 2, 300):
        assert not trouble, (name, trouble)
        tried += found.tried
        told += [f"{program.title} {way}: {what}\n{program.text}" for program, way, what in found.different]
    assert not told, "\n\n".join([f"WHYGRAD_SEED={SEED}", *told])
    assert tried == 2 * NUMBER


def test_a_program_is_written_again_from_its_seed():
    assert write(3, 5, features()).text == write(3, 5, features()).text
    assert write(3, 5, features()).text != write(4, 5, features()).text


@pytest.mark.parametrize("feature", [file.stem for file in FEATURES.glob("[a-z]*.py")])
def test_every_step_can_be_written(feature):
    steps = tuple(Step(name, 0, 1, 0, () if name in source().blocks else None) for name in source().steps[feature])
    text = Written("", steps).text
    compile(text, feature, "exec")
    assert all(text.count(f"def {step.name}(") == 1 for step in steps)


def test_what_differs_is_found_and_made_small(monkeypatch):
    """A step that notices a recorder stands for a difference."""
    from transparent.generated import writing

    noticing = (
        "import sys\n\n\ndef noticing(run, a, b, k):\n    run.note(len(sys.modules[torch.__name__]._C.__dict__), "
    )
    noticing += "torch._C._len_torch_function_stack())\n"
    known = source()
    monkeypatch.setitem(known.texts, "noticing", noticing)
    monkeypatch.setitem(known.needs, "noticing", {"torch"})
    inside = (Step("computed", 0, 1, 5), Step("noticing", 0, 1, 0))
    steps = (Step("computed", 0, 1, 3), Step("under_no_grad", 0, 1, 0, inside), Step("viewed", 0, 1, 3))
    program = writing.Written("Program", steps)
    different, unsteady = compare_alone(program, "run")
    assert different is not None and unsteady is None
    small = shrunk(program, lambda smaller: any(step.name == "noticing" for step in every(smaller.steps)))
    assert [step.name for step in every(small.steps)] == ["noticing"]


def test_features_are_left_out_by_name():
    assert "signals" not in chosen_features(without=["signals"])
    assert chosen_features(only=["hooks"]) == ["hooks"]
    with pytest.raises(SystemExit, match="no such feature"):
        chosen_features(without=["nothing"])
