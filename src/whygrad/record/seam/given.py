"""What a call was given, by the names of its parameters: a program may write any of them as a keyword.

Nothing here asks anything of the arguments themselves.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from sys import _getframe
from types import FrameType
from typing import TYPE_CHECKING, Final, TypedDict

from whygrad.record.seam.as_is import is_exactly
from whygrad.record.seam.patching import Wrap

if TYPE_CHECKING:
    import torch

    from whygrad.record.live.recorder import Recorder

Given = dict[str, object]
Args = tuple[object, ...]  # of a call of the program's
Kwargs = dict[str, object]
FIRST: Final = "self"  # the first argument of a method, and of a function of torch's that is a method too
# How torch's functions know that argument and the next; some of the names are NumPy's.
OTHER_NAMES = {"input": FIRST, "tensor": FIRST, "x": FIRST, "x1": FIRST, "a": FIRST, "x2": "other"}
NOTHING: dict[str, object] = {}


class Known(TypedDict, total=False):
    """What was given to a special call, of which it is known that its first argument is a tensor."""

    self: torch.Tensor
    key: object
    value: object
    hook: object
    create_graph: object
    before: object  # what was found before the call


def given(names: tuple[str, ...], args: Args, kwargs: Kwargs | None) -> Given:
    """The arguments that were given for parameters of these names, in the order of the names."""
    found = dict(zip(names, args))  # noqa: B905  # saying so costs as much again
    if not kwargs:
        return found
    for name, value in kwargs.items():
        known = name if name in names else OTHER_NAMES.get(name, name)
        if known in names:
            found.setdefault(known, value)
    return {name: found[name] for name in names if name in found}


def names_of(function: Callable[..., object]) -> tuple[str, ...]:
    """The parameters of a function that is written in Python, in order; none of another."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if code is not None else ()


def is_on(flag: object) -> bool:
    """Is a flag of a call set? What is no truth value and no number is not asked."""
    return is_exactly(flag, bool, int) and bool(flag)


def values_of(args: Args, kwargs: Kwargs | None) -> tuple[object, ...]:
    """All arguments, whichever way they were given."""
    return (*args, *kwargs.values()) if kwargs else args


def first_in_front(args: Args, kwargs: Kwargs | None) -> tuple[Args, Kwargs]:
    """The same call with its first argument by position, where it was given by one of its names."""
    named = kwargs or NOTHING
    first = next((n for n in (FIRST, *OTHER_NAMES) if n in named and OTHER_NAMES.get(n, n) == FIRST), None)
    if args or first is None:
        return args, named
    return (named[first],), {name: value for name, value in named.items() if name != first}


def with_argument(names: tuple[str, ...], name: str, value: object, args: Args, kwargs: Kwargs) -> tuple[Args, Kwargs]:
    """The same call with another value of one argument."""
    at = names.index(name)
    return ((*args[:at], value, *args[at + 1 :]), kwargs) if len(args) > at else (args, {**kwargs, name: value})


def followed(
    recorder: Recorder,
    after: Callable[..., None] | None = None,
    before: Callable[..., object] | None = None,
    names: tuple[str, ...] = (),
    unless_away: bool = False,
) -> Wrap:
    """A wrap of a function that is called as the program wrote it, and has that noted before the call or after it.

    The notes are `before(given, frame)`, and `after(given, out, frame)` where the call has not raised. Where there are
    both it is `after(given, found, out, frame)`, with what `before` returned. What was given is found out under guard.
    """
    note = recorder.seen if unless_away else recorder.guarded

    def wrap(original: Callable[..., object]) -> Callable[..., object]:
        parameters = names or names_of(original)

        def wrapper(*args: object, **kwargs: object) -> object:
            found = None if before is None else note(note_before, args, kwargs, _getframe(1))
            out = original(*args, **kwargs)
            if after is not None:
                note(note_after, args, kwargs, found, out, _getframe(1))
            return out

        def note_before(args: Args, kwargs: Kwargs, frame: FrameType) -> object:
            assert before is not None
            return before(given(parameters, args, kwargs), frame)

        def note_after(args: Args, kwargs: Kwargs, found: object, out: object, frame: FrameType) -> None:
            assert after is not None
            known = () if before is None else (found,)
            after(given(parameters, args, kwargs), *known, out, frame)

        return wrapper

    return wrap
