"""`grad` of random programs, elements of every kind, against central differences in double."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import torch
from drawn import WHOLE, drawn
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

import whygrad

N = 6
EPS = 1e-5
EXAMPLES = 120 if WHOLE else 60  # of each test and seed

index = st.integers(0, N - 1)
indices = st.lists(index, min_size=1, max_size=4)
distinct = st.lists(index, min_size=1, max_size=4, unique=True)
starts = st.integers(0, N - 3)
mask = st.lists(st.booleans(), min_size=N, max_size=N).filter(any)
factor = st.sampled_from([0.5, -1.25, 1.5, 2.0])

# An instruction is a name and numbers. `y` is written in place, `x` is the input, temporaries are copies or views.
INSTRUCTIONS = st.one_of(
    st.tuples(st.just("set"), index, index, index),
    st.tuples(st.just("set_slice"), starts, starts, starts),
    st.tuples(st.just("set_through_view"), st.integers(0, 1), index),
    st.tuples(st.just("set_column"), st.integers(0, 2), st.integers(0, 1)),
    st.tuples(st.just("set_indexed"), distinct, index),
    st.tuples(st.just("set_masked"), mask, factor),
    st.tuples(st.just("add_in_place"), factor),
    st.tuples(st.just("multiply_in_place")),
    st.tuples(st.just("scale_slice"), starts, factor),
    st.tuples(st.just("index_add"), distinct, factor),
    st.tuples(st.just("masked_fill"), mask, factor),
    st.tuples(st.just("scatter"), distinct, index),
    st.tuples(st.just("copy_from_temporary"), st.integers(0, 5)),
    st.tuples(st.just("sine_in_place"), index),
    st.tuples(st.just("gather"), indices),
    st.tuples(st.just("pick"), indices),
    st.tuples(st.just("select_masked"), mask),
    st.tuples(st.just("turn")),
    st.tuples(st.just("view"), starts),
    st.tuples(st.just("combine"), st.integers(0, 5), index),
    st.tuples(st.just("product")),
)
PROGRAMS = st.tuples(st.lists(INSTRUCTIONS, min_size=2, max_size=9), st.lists(index, min_size=1, max_size=2), factor)


@dataclass
class Machine:
    """Runs a program; `nudge` = (step, which, element, by) changes one value right after the step that wrote it."""

    x: torch.Tensor
    nudge: tuple[int, str, int, float] | None = None

    def __post_init__(self) -> None:
        # No zeros: what is used with a derivative of zero could not be told from what is not used.
        self.y = torch.tensor([0.8, 1.2, -0.7, 0.3, 1.1, -0.9], dtype=torch.float64)
        self.temporaries: list[torch.Tensor] = []
        self.made_at: list[int] = []
        self.copies: list[int] = []  # temporaries that have memory of their own
        self.written: list[set[int]] = []

    def run(self, program: Any) -> torch.Tensor:
        instructions, ends, scale = program
        self.written.append(set(range(N)))
        self._nudge("y", self.y)
        for number, (name, *numbers) in enumerate(instructions, 1):
            before = len(self.temporaries)
            self.written.append(set(getattr(self, name)(*numbers) or ()))
            self._nudge("y", self.y)
            if len(self.temporaries) > before:
                self.made_at.append(number)
                self._nudge(f"temporary {before}", self.temporaries[-1])
        rest = [t.sum() for t in self.temporaries[-2:]]
        return torch.stack([self.y[e] * self.y[ends[0]] for e in ends] + rest).sum() * scale + self.y[ends[-1]].sin()

    def _nudge(self, which: str, tensor: torch.Tensor) -> None:
        if self.nudge and self.nudge[:2] == (len(self.written) - 1, which):
            tensor[self.nudge[2]] += self.nudge[3]

    def _temporary(self, number: int) -> torch.Tensor:
        return self.temporaries[number % len(self.temporaries)] if self.temporaries else self.x * 2

    def _keep(self, tensor: torch.Tensor, copy: bool = True) -> None:
        if copy:
            self.copies.append(len(self.temporaries))
        self.temporaries.append(tensor)

    def set(self, i: int, j: int, k: int) -> set[int]:
        self.y[i] = self.y[j] * self.x[k] + self.x[i].cos()
        return {i}

    def set_slice(self, a: int, b: int, c: int) -> set[int]:
        self.y[a : a + 3] = self.x[b : b + 3] * self.y[c : c + 3] + self.x[c : c + 3]
        return set(range(a, a + 3))

    def set_through_view(self, row: int, j: int) -> set[int]:
        self.y.view(2, 3)[row] = self.x[:3] * self.y[j]
        return set(range(3 * row, 3 * row + 3))

    def set_column(self, column: int, row: int) -> set[int]:
        grid = self.y.view(2, 3)
        grid[:, column] += self.x.view(2, 3)[row, column] * grid[row, :2]
        return {column, column + 3}

    def set_indexed(self, where: list[int], j: int) -> set[int]:
        self.y[where] = self.x[where] * self.y[j].tanh()
        return {*where}

    def set_masked(self, chosen: list[bool], by: float) -> set[int]:
        self.y[torch.tensor(chosen)] = by * self.x[torch.tensor(chosen)] + self.y[torch.tensor(chosen)].sin()
        return {i for i, c in enumerate(chosen) if c}

    def add_in_place(self, by: float) -> range:
        self.y.add_(self.x, alpha=by)
        return range(N)

    def multiply_in_place(self) -> range:
        self.y *= self.x
        return range(N)

    def scale_slice(self, a: int, by: float) -> range:
        self.y[a : a + 3].mul_(by)
        return range(a, a + 3)

    def index_add(self, where: list[int], by: float) -> list[int]:
        self.y.index_add_(0, torch.tensor(where), self.x[: len(where)] * by)
        return where

    def masked_fill(self, chosen: list[bool], by: float) -> list[int]:
        self.y.masked_fill_(torch.tensor(chosen), by)
        return [i for i, c in enumerate(chosen) if c]

    def scatter(self, where: list[int], j: int) -> list[int]:
        self.y.scatter_(0, torch.tensor(where), self.x[: len(where)] * self.x[j])
        return where

    def copy_from_temporary(self, number: int) -> range:
        source = self._temporary(number).reshape(-1)[:N]
        self.y[: source.numel()].copy_(source.clone())
        return range(source.numel())

    def sine_in_place(self, i: int) -> set[int]:
        self.y[i].sin_()
        return {i}

    def gather(self, where: list[int]) -> None:
        self._keep(self.y.gather(0, torch.tensor(where)) * self.x[where[0]])

    def pick(self, where: list[int]) -> None:
        self._keep(self.y[where])

    def select_masked(self, chosen: list[bool]) -> None:
        self._keep(self.y.masked_select(torch.tensor(chosen)) * 1.5)

    def turn(self) -> None:
        self._keep((self.y.view(2, 3).t() * self.x.view(3, 2)).reshape(-1))

    def view(self, a: int) -> None:
        self._keep(self.y[a : a + 3], copy=False)

    def combine(self, number: int, i: int) -> None:
        self._keep(self._temporary(number) * self.y[i] + self.x[i])

    def product(self) -> None:
        self._keep(self.y * self.x)


def inputs() -> torch.Tensor:
    return torch.tensor([0.7, -1.1, 1.3, 0.4, -0.6, 0.9], dtype=torch.float64)


def slope(program: Any, nudge: tuple[int, str, int]) -> float:
    up, down = (Machine(inputs(), (*nudge, by)).run(program).item() for by in (EPS, -EPS))
    return (up - down) / (2 * EPS)


def input_slope(program: Any, i: int) -> float:
    step = torch.zeros(N, dtype=torch.float64)
    step[i] = EPS
    up, down = (Machine(inputs() + by * step).run(program).item() for by in (1, -1))
    return (up - down) / (2 * EPS)


def expected_inside(program: Any, written: list[set[int]], j: int) -> float:
    """By the latest writing of `y[j]` that the result depends on."""
    for step in reversed(range(len(written))):
        if j in written[step]:
            found = slope(program, (step, "y", j))
            if abs(found) > 1e-7:
                return found
    return 0.0


def near(value: float) -> Any:
    return pytest.approx(value, rel=2e-5, abs=2e-6)


def watched(program: Any, requires_grad: bool) -> tuple[Machine, torch.Tensor]:
    with whygrad.watch():
        machine = Machine(inputs().requires_grad_(requires_grad))
        result = machine.run(program)
    return machine, result


def read(of: torch.Tensor, wrt: torch.Tensor) -> torch.Tensor:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # zero for want of a way is right for some elements
        return whygrad.grad(of, wrt)


def of_random(*strategies: Any, examples: int = EXAMPLES) -> Callable[[Callable[..., None]], Callable[[int], None]]:
    """A test of programs that five seeds make: of those of one seed, or of all (see `drawn.py`)."""

    def decorate(check: Callable[..., None]) -> Callable[[int], None]:
        @pytest.mark.parametrize("number", drawn(range(5), 5))
        def test(number: int) -> None:
            several = settings(
                max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
            )
            seed(number)(several(given(*strategies)(check)))()

        test.__name__, test.__module__ = check.__name__, check.__module__
        return test

    return decorate


@of_random(PROGRAMS, st.booleans())
def test_the_derivative_with_respect_to_the_input_is_the_slope(program, requires_grad):
    machine, result = watched(program, requires_grad)
    found = read(result, machine.x)
    assert found.tolist() == [near(input_slope(program, i)) for i in range(N)]
    assert read(result, machine.x[2:4]).tolist() == found[2:4].tolist()
    if requires_grad:  # nothing leads from a copy to what it was copied from, where autograd has no history
        assert read(result, machine.x[[4, 1]]).tolist() == found[[4, 1]].tolist()


@of_random(PROGRAMS, st.booleans())
def test_the_derivative_inside_the_written_tensor_is_the_slope_at_its_last_writing(program, requires_grad):
    machine, result = watched(program, requires_grad)
    expected = [expected_inside(program, machine.written, j) for j in range(N)]
    assert read(result, machine.y).tolist() == [near(e) for e in expected]
    assert read(result, machine.y[3]).item() == near(expected[3])
    assert read(result, machine.y.view(2, 3)[1]).tolist() == [near(e) for e in expected[3:]]


@of_random(PROGRAMS)
def test_the_derivative_with_respect_to_an_intermediate_is_the_slope_there(program):
    machine, result = watched(program, True)
    for number in machine.copies:
        temporary = machine.temporaries[number]
        where = (machine.made_at[number], f"temporary {number}")
        slopes = [slope(program, (*where, i)) for i in range(temporary.numel())]
        if any(abs(s) > 1e-7 for s in slopes):  # else the elements it was copied from may be meant
            assert read(result, temporary).reshape(-1).tolist() == [near(s) for s in slopes]


@of_random(PROGRAMS, st.booleans(), examples=20)
def test_a_block_is_what_its_rows_are(program, requires_grad):
    machine, _ = watched(program, requires_grad)
    for wrt in (machine.x[4], machine.y[2], machine.y):
        by_rows = torch.stack([read(machine.y[j], wrt) for j in range(N)])
        assert torch.allclose(read(machine.y, wrt), by_rows, rtol=1e-9, atol=1e-12)


@of_random(PROGRAMS, examples=20)
def test_the_ways_sum_to_the_derivative(program):
    machine, result = watched(program, True)
    for wrt in (machine.x, machine.y):
        ways = whygrad.paths(result, wrt)
        total = sum((way.contribution for way in ways), torch.zeros(N, dtype=torch.float64))
        assert torch.allclose(total, read(result, wrt), rtol=1e-9, atol=1e-12)
        assert all(way.steps for way in ways[:-1])
