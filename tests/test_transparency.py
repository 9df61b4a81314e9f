"""A part of `make transparency`: operators and programs do the same, to the bit, with and without recording.

Which part is drawn, another one each time (see `drawn.py`); `make newest` tries all programs and all operators.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from drawn import drawn

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

from transparent.observe import difference
from transparent.operators import operators, try_operator
from transparent.programs import PROGRAMS, compare_program
from transparent.workers import run_all

# Beside those that are drawn those that write, draw, share memory or refuse.
ALSO = ("__getitem__", "add", "nn.functional.dropout", "nn.functional.batch_norm", "index_put", "expand", "to", "cat")
# What compiles, or starts processes, takes seconds: that is left to `make transparency`.
SLOW = (
    "distributed.",
    "compilers.",
    "compiled.",
    "processes.",
    "cuda.",
    "operators_of_the",
    "conditions_loops",
    "modules_that_are",
    "transforms_inside",
    "functions_with_gen",
    "many_modes_in",
    "many_modes_out",
    "warnings_shown_once",
    "operations_and_modules",
    "recursion_to",
    "memory_over",
    "every_optimizer",
    "loader_with",
    "collector",
    "function_transforms",
)
CHEAP = [name for name in PROGRAMS if not any(part in name for part in SLOW)]
CHEAP += ["compilers.meta_tensors", "compilers.fake_tensors", "compilers.forward_mode", "compilers.compiled_training"]
CHEAP += [
    "processes.threads_that_raise",
    "processes.spawned_ranks_that_raise",
    "processes.tensors_sent_between_processes",
]
CHEAP += ["compiled.the_compiler_and_other_modes", "processes.tasks_that_interleave_gradient_modes"]


def test_operators_do_the_same():
    listed = operators()
    chosen = {name: listed[name] for name in [*drawn(listed, 26), *ALSO]}
    tasks = [(name, lambda n=name, op=op: try_operator(n, op, 1, False)) for name, op in chosen.items()]
    tallies = list(run_all(tasks, 2, 60))
    assert len(tallies) == len(chosen) >= 30
    assert [(name, trouble) for name, _, trouble in tallies if trouble] == []
    assert [(t.name, t.different) for _, t, _ in tallies if t.different] == []
    assert sum(t.identical for _, t, _ in tallies) > 2 * len(chosen) * 0.9


@pytest.mark.parametrize("name", drawn(CHEAP, 16))
def test_programs_do_the_same(name):
    verdict = compare_program(name, ways=("run",))
    assert verdict.different == []
    assert verdict.identical + len(verdict.known) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [({"a": [1, 2]}, {"a": [1, 3]}), ({"a": 1}, {}), ([1], [1, 2]), ("one\ntwo", "one\nthree")],
)
def test_a_difference_would_be_found(one, other):
    assert difference(one, one) is None
    assert difference(one, other) is not None
