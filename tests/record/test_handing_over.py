"""Functions of torch's in Python come to the mode by a shorter way, and nobody can tell."""

from __future__ import annotations

import functools
import sys
import traceback
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.overrides import TorchFunctionMode

import whygrad
from whygrad.record import hotpath
from whygrad.record.hotpath import handing_over

pytestmark = pytest.mark.skipif(
    hotpath.compiled is None and sys.version_info < (3, 11), reason="the shorter way is not taken"
)


class Names(TorchFunctionMode):
    """What a mode of the program's hears of."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Any] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.heard.append((getattr(func, "__name__", func), types))
        return func(*args, **(kwargs or {}))


class Subclass(torch.Tensor):
    heard: list[str] = []

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        cls.heard.append(getattr(func, "__name__", ""))
        return super().__torch_function__(func, types, args, kwargs or {})


class Scale:
    def __rsub__(self, other: Any) -> str:
        return "its own way"


def in_both_ways(program: Any) -> tuple[Any, Any]:
    plain = program()
    with whygrad.watch(keep_bytes=0):
        recorded = program()
    return plain, recorded


def test_a_call_is_noted_once_under_its_own_name():
    with whygrad.watch(keep_bytes=0):
        x = torch.ones(2, 3, requires_grad=True)
        y = F.layer_norm(x, (3,))
        recorder: Any = whygrad._latest.recorder
        origin = recorder.origins.get(y)
        assert origin.op is F.layer_norm
        assert [recorder.origins.get(x)] == list(origin.parents)
        assert origin.frames[2].co_name == "test_a_call_is_noted_once_under_its_own_name"


def test_it_is_in_place_only_while_we_record():
    before = [sys.modules[module].handle_torch_function for module in handing_over.MODULES]
    with whygrad.watch(keep_bytes=0):
        assert all(sys.modules[module].handle_torch_function not in before for module in handing_over.MODULES)
    assert [sys.modules[module].handle_torch_function for module in handing_over.MODULES] == before


def test_a_mode_of_the_programs_hears_the_same():
    def program() -> Any:
        with Names() as mode:
            F.layer_norm(torch.ones(2, 3), (3,))
            torch.ones(4, 2).split(2)
            torch.einsum("ij,jk->ik", torch.ones(2, 2), torch.ones(2, 2))
        return mode.heard

    plain, recorded = in_both_ways(program)
    assert plain == recorded
    assert len(plain) > 3


def test_a_subclass_hears_the_same():
    def program() -> Any:
        Subclass.heard = []
        F.softmax(torch.ones(3).as_subclass(Subclass), 0)
        F.mse_loss(torch.ones(3), torch.ones(3).as_subclass(Subclass))
        return Subclass.heard

    plain, recorded = in_both_ways(program)
    assert plain == recorded
    assert "softmax" in plain


def test_what_others_know_to_subtract_they_do():
    plain, recorded = in_both_ways(lambda: (torch.ones(2) - Scale(), (3 - torch.ones(2)).tolist()))
    assert plain == recorded == ("its own way", [2.0, 2.0])


def test_errors_have_the_same_traceback_and_the_mode_stays():
    def program() -> Any:
        try:
            F.layer_norm(torch.ones(2, 3), (4,))
        except RuntimeError as error:
            return [(entry.name, entry.lineno) for entry in traceback.extract_tb(error.__traceback__)]

    plain, recorded = in_both_ways(program)
    assert plain == recorded
    with whygrad.watch(keep_bytes=0):
        program()
        y = F.relu(torch.ones(2, requires_grad=True))
        assert whygrad._latest.recorder.origins.get(y) is not None


REPLACED = {
    "a loss": (F, "mse_loss", lambda w: nn.MSELoss()(w, torch.zeros(2))),
    "a loss that torch looks up as well": (F, "cross_entropy", lambda w: F.cross_entropy(w, torch.tensor(1))),
    "noise": (F, "dropout", lambda w: F.dropout(w, 0.5)),
    "one of two": (F, "max_pool1d", lambda w: F.max_pool1d(w[None], 2)),
    "a method": (torch.Tensor, "norm", lambda w: w.norm()),
    "a function of torch": (torch, "einsum", lambda w: torch.einsum("i,i->i", w, w)),
    "an initialisation": (nn.init, "uniform_", lambda w: nn.init.uniform_(torch.empty(2))),
    "a pass": (torch.Tensor, "backward", lambda w: (w * 2).sum().backward()),
}


class Doubling:
    """Calls what it stands in for, and does something more."""

    def __init__(self, real: Any) -> None:
        self.real, self.calls = real, 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.calls += 1
        result = self.real(*args, **kwargs)
        return result * 2 if isinstance(result, torch.Tensor) else result


@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("kind", REPLACED)
def test_a_function_that_the_program_has_put_in_place_of_torchs_is_called_once(kind: str, wrapped: bool) -> None:
    owner, name, call = REPLACED[kind]

    def program() -> Any:
        torch.manual_seed(1)
        w = torch.ones(2, requires_grad=True)
        doubling = Doubling(getattr(owner, name))

        def mine(*args: Any, **kwargs: Any) -> Any:
            return doubling(*args, **kwargs)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(owner, name, functools.wraps(doubling.real)(mine) if wrapped else mine)
            value = call(w)
            heard = Names()
            with heard:
                call(w)
        return doubling.calls, str(value), str(w.grad), len(heard.heard)

    plain, watched = in_both_ways(program)
    assert watched == plain
    assert plain[0] >= 2
