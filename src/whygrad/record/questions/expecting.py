"""Who is expected to get a gradient: parameters, in whatever form they are given, without those that need none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Any

import torch

from whygrad.record.live.recorder import Recorder
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.holdings import named_parameters_in

WANTED = "expect_gradients() takes modules, parameters, lists of them and named_parameters(), not {}"


class Expected(tuple[torch.Tensor, ...]):
    """Parameters that should have a gradient."""


def expected(subject: Any, allow: Iterable[str]) -> Expected | torch.Tensor:
    """The parameters that `subject` stands for; a single one as it is."""
    patterns = _patterns(allow)
    if is_a(subject, torch.Tensor):
        return subject
    named = list(_named(subject))
    learning = [(name, p) for name, p in named if torch_api.requires_grad(p)]
    if not learning:
        raise ValueError("no parameter of this module requires a gradient" if named else "it contains no parameters")
    found = [p for name, p in learning if not any(fnmatchcase(name, pattern) for pattern in patterns)]
    if not found:
        raise ValueError("`allow` covers every parameter, so there is nothing to check")
    return Expected({id(p): p for p in found}.values())


def _patterns(allow: Iterable[str]) -> list[str]:
    patterns = [allow] if is_a(allow, str) else list(allow)
    for pattern in patterns:
        if not is_a(pattern, str):
            raise TypeError(f"`allow` lists names of parameters, such as 'frozen.*', not {type(pattern).__name__}")
    return patterns


def _named(subject: Any) -> Iterator[tuple[str, torch.Tensor]]:
    """Every parameter with its name, "" where it has none."""
    if is_a(subject, torch.nn.Module):
        yield from named_parameters_in(subject)
    elif is_a(subject, torch.Tensor):
        yield "", subject
    elif is_a(subject, tuple) and len(subject) == 2 and is_a(subject[0], str):
        for name, parameter in _named(subject[1]):
            yield f"{subject[0]}.{name}" if name else subject[0], parameter
    elif is_a(subject, (list, tuple, Iterator)):
        for part in subject:
            yield from _named(part)
    else:
        raise TypeError(WANTED.format(type(subject).__name__))


def refuse_without_a_pass(recorder: Recorder) -> None:
    """Before the first backward pass no parameter can have got a gradient."""
    if not recorder.run.latest_passes:
        raise ValueError("no backward pass has run yet, so the gradients of a module are unknown")
