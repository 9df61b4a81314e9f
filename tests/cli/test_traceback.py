"""Tracebacks of uncaught exceptions lose our entries, wherever they stand, and nothing else."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from whygrad.cli.ending import Ending, process_status
from whygrad.own_frames import PACKAGE, without_own_frames


def function(source: str, file: str, **names: object) -> Callable[..., object]:
    """The function that `source` defines, as if it stood in `file`."""
    space = SimpleNamespace(**names).__dict__
    exec(compile(source, file, "exec"), space)
    return next(value for name, value in space.items() if callable(value) and name not in (*names, "__builtins__"))


def ours(inner: Callable[..., object]) -> Callable[..., object]:
    return function(
        "def __torch_function__(*a): return inner(*a)", os.path.join(PACKAGE, "record", "x.py"), inner=inner
    )


def names_after(call: Callable[..., object], *arguments: object) -> list[str]:
    with pytest.raises(ZeroDivisionError) as caught:
        call(*arguments)
    without_own_frames(caught.value)
    return [entry.name for entry in traceback.extract_tb(caught.value.__traceback__)][1:]


def fail(*_: object) -> object:
    return 1 / 0


def test_our_entries_go_from_the_middle_and_from_the_end() -> None:
    def user() -> object:
        return ours(ours(fail))()

    assert names_after(user) == ["user", "fail"]
    assert names_after(ours(divmod), 1, 0) == []


def test_the_detour_that_torch_takes_to_a_mode_goes_with_ours() -> None:
    overrides = os.path.join("site-packages", "torch", "overrides.py")

    def backward(watched: bool) -> object:
        if not watched:
            return fail()
        return function("def handle_torch_function(mode): return mode(False)", overrides)(ours(backward))

    assert names_after(backward, True) == ["backward", "fail"]


def test_a_recursion_of_the_program_is_left_as_it_is() -> None:
    def again(depth: int) -> object:
        return ours(again)(depth - 1) if depth else fail()

    assert names_after(again, 2) == ["again", "again", "again", "fail"]


def test_causes_and_contexts_are_cleaned_also_where_they_form_a_ring() -> None:
    first, second = ValueError("first"), ValueError("second")
    for error in (first, second):
        with pytest.raises(ValueError):
            ours(raising)(error)
    first.__cause__, second.__context__ = second, first
    without_own_frames(first)
    for error in (first, second):
        assert "__torch_function__" not in [entry.name for entry in traceback.extract_tb(error.__traceback__)]
        assert "raising" in [entry.name for entry in traceback.extract_tb(error.__traceback__)]


def raising(error: Exception) -> None:
    raise error


def test_an_ending_names_its_error_in_one_line() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert Ending(ValueError("one\ntwo")).error == "ValueError: one"
    assert Ending(KeyboardInterrupt()).error == "KeyboardInterrupt"
    assert Ending(Mute()).error == "Mute"  # what the program words is not asked
    assert Ending(SystemExit("bye")).error is None
    assert Ending(None).error is None


def test_the_status_is_the_one_that_a_shell_sees() -> None:
    assert [process_status(code) for code in (0, 3, -1, 256, 2**80, None)] == [0, 3, 255, 0, 255, 130]
