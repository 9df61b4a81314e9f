"""What C notes of a call is what Python notes of it; programs are explained alike where it was not compiled."""

from __future__ import annotations

import gc
import sys
import traceback
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from bundles import unpacked
from programs import start_program

import whygrad
from whygrad.record import hotpath
from whygrad.record.live import mode, origin, stack
from whygrad.record.training import looked_calls
from whygrad.source.owner import Ownership
from whygrad.tape import memory, roles

compiled = pytest.mark.skipif(hotpath.compiled is None, reason="there was no compiler")
TESTS = Path(__file__).parents[1]


def recorder() -> Any:
    return whygrad._latest.recorder


def graph_of(tensor: torch.Tensor) -> list[tuple[Any, ...]]:
    """All that is known of where a tensor came from, without what counts the program's operations."""
    known = [recorder().origins.get(tensor)]
    for at in known:
        known += [p for p in at.parents if p not in known]
    first = min(o.clock for o in known)
    return [
        (
            o.op,
            o.frames,
            o.flags,
            o.clock - first,
            o.dtype,
            o.switch and o.switch.kind,
            o.extra,
            *map(known.index, o.parents),
        )
        for o in known
    ]


def both_graphs(program: Callable[[], torch.Tensor], monkeypatch: Any) -> list[Any]:
    graphs = []
    for _ in range(20):
        program()  # Python specialises what runs often, and then counts instructions otherwise
    for part in (hotpath.compiled, None):
        monkeypatch.setattr(hotpath, "compiled", part)
        torch.manual_seed(0)
        with whygrad.watch(keep_bytes=0):
            assert isinstance(recorder().mode.__torch_function__, type(recorder().modes.in_force)) is (part is None)
            graphs.append(graph_of(program()))
    return graphs


def plain_calls() -> torch.Tensor:
    w = torch.ones(3, requires_grad=True)
    return F.relu(w * 0.5).sum() + torch.stack([w, w.detach()]).mean()


def sequences_and_words() -> torch.Tensor:
    w = torch.ones(4, 4, requires_grad=True)
    left, right = w.split(2, dim=1)
    values, indices = torch.sort(left, dim=0)
    return F.layer_norm(values + right, (2,)).sum() + indices.sum() + torch.einsum("ij,jk->", w, w)


def lists_of_many_kinds() -> torch.Tensor:
    w = torch.ones(3, 2, requires_grad=True)
    left = w.sum().item()
    made = torch.tensor([[left, 1.0], [2.0, 3.0]]) + torch.tensor([left, 4.0]) + torch.tensor([True, False])
    unseen = torch.ones(2, requires_grad=True).data
    picked = w[0, None, ...] + w[[0, 2]].mean() + w[w[:, 0] > 0, 1:].sum() + w[:1, (0, 1)]
    return torch.cat((made.flatten(), torch.stack([unseen, unseen]).flatten(), picked.flatten())).sum()


def gradients_switched_off() -> torch.Tensor:
    w = torch.ones(3, requires_grad=True)
    with torch.no_grad():
        h = w * 2
        h.add_(1)
    with torch.inference_mode():
        w.sum()
    return h * w + torch.tensor(h[0].item())


def writes_and_parameters() -> torch.Tensor:
    layer = torch.nn.Linear(2, 2)
    out = layer(torch.ones(1, 2))
    out[0] = 3.0
    return out.clamp_(min=0).sum() + torch.zeros(2, out=torch.empty(2)).sum()


def writes_again_and_again() -> torch.Tensor:
    w = torch.ones(3, 2, requires_grad=True)
    h, alias = w * 2, w.detach()
    for _ in range(3):
        h.mul_(2.0)
        h[0].add_(w[1])
        alias.copy_(torch.zeros(3, 2))
        with torch.no_grad():
            w.add_(1)
        with torch.inference_mode():
            torch.ones(2).mul_(3)
        h += alias
    return h.sum() + alias.sum()


def a_later_step() -> torch.Tensor:
    w = torch.ones(2, 2, requires_grad=True)
    made = torch.optim.SGD([w], lr=0.1)
    for _ in range(2):
        (w * w).sum().backward()
        made.step()
    shared = torch.as_tensor([[1.0, 2.0], [3.0, 4.0]])
    mixed = w @ shared.view(2, 2) + torch.tanh(w * shared).clamp(max=2.0)
    return (F.softmax(mixed, dim=1) / mixed.norm() + F.linear(mixed, weight=w)).t().sum() * w.mean()


def values_that_no_look_reads() -> torch.Tensor:
    w = torch.ones(2, 2, requires_grad=True)
    torch.optim.SGD([w], lr=0.1)
    for _ in range(2):  # a function is known to C from its second call on
        steps = torch.arange(4)
        chosen = steps[(steps > 1) & (steps * 2 < 8)]
        with torch.no_grad():
            target = torch.tanh(w * 2).add_(1).sum()
            packed = torch.ones(2, 2).half().char()
        wave = torch.complex(torch.ones(2), torch.zeros(2)).exp().abs()
        sparse = torch.eye(2).to_sparse().to_dense()
    return ((w * sparse * wave - target) * chosen.sum() * packed).sum()


def a_subclass() -> torch.Tensor:
    class Named(torch.Tensor):
        pass

    return (torch.ones(2).as_subclass(Named) * 2).sum() + torch.ones(1)


def generators_and_recursion() -> torch.Tensor:
    def parts(n: int) -> Any:
        yield torch.ones(n, requires_grad=True) * 2

    def deep(n: int) -> torch.Tensor:
        return deep(n - 1) if n else sum(next(parts(2)) for _ in range(2)).sum()

    return deep(2 * stack.MOST_FRAMES)


@compiled
@pytest.mark.parametrize(
    "program",
    [
        plain_calls,
        sequences_and_words,
        lists_of_many_kinds,
        gradients_switched_off,
        writes_and_parameters,
        writes_again_and_again,
        a_later_step,
        values_that_no_look_reads,
        a_subclass,
        generators_and_recursion,
    ],
)
def test_both_note_the_same(program, monkeypatch):
    first, second = both_graphs(program, monkeypatch)
    assert len(first) > 1
    assert first == second


@compiled
def test_both_remember_the_same_writes_and_c_has_python_note_few(monkeypatch):
    found, noted = [], []
    for part in (hotpath.compiled, None):
        monkeypatch.setattr(hotpath, "compiled", part)
        with whygrad.watch(keep_bytes=0):
            by_python, note = 0, recorder().mode.note

            def counted(func: Any, *rest: Any, note: Any = note) -> None:
                nonlocal by_python
                by_python += func.__name__ in ("mul_", "add_", "copy_", "__iadd__")
                note(func, *rest)

            monkeypatch.setattr(recorder().mode, "note", counted)
            writes_again_and_again()
            found.append([(write.op, write.frames[1:]) for write in recorder().watching.tensors.writes])
            noted.append(by_python)
    assert found[0] == found[1]
    assert len(found[0]) > 12
    assert noted == [6, 18]  # the first of each function, and those into a leaf that learns


@compiled
def test_python_looks_at_a_later_step_only_where_there_is_something_to_see(monkeypatch):
    seen: list[str] = []

    def look_at(func: Any, *_: Any) -> None:
        seen.append(func.__name__)

    w = torch.arange(4.0).reshape(2, 2).requires_grad_()
    with whygrad.watch(keep_bytes=0):
        made = torch.optim.SGD([w], lr=0.1)
        for number in range(2):
            if number:
                monkeypatch.setattr(recorder(), "look_at", look_at)
            h = torch.tanh(w * 2) @ w
            (F.softmax(h.clamp(max=9.0), dim=1) * torch.arange(2.0)).sum().backward()
            made.step()
        assert recorder().origins.get(h).extra == {"shape": (2, 2)}
    assert seen == ["clamp", "softmax", "sum"]


@compiled
def test_python_looks_at_no_result_whose_values_are_not_read_but_at_sums(monkeypatch):
    seen: list[str] = []
    with whygrad.watch(keep_bytes=0):
        w = torch.ones(2, 2, requires_grad=True)
        for number in range(2):
            if number:
                monkeypatch.setattr(recorder(), "look_at", lambda func, *_: seen.append(func.__name__))
            with torch.no_grad():
                h = torch.tanh(w)
            whole = torch.tensor(3).mul(4)
            whole.add(4)
            torch.tanh(torch.ones(2))
            torch.log(torch.full((2,), -1.0))
        assert recorder().origins.get(h).extra == {"shape": (2, 2)}
        assert recorder().origins.get(whole).extra == {"shape": ()}
    assert seen == ["log"]


@compiled
def test_frames_that_run_no_more_are_captured_too():
    def inner() -> Any:
        return sys._getframe()

    own = Ownership()
    pure = stack.Stack(own, frozenset())
    with whygrad.watch(keep_bytes=0):
        quick = recorder().stack.capture
        for frame in (sys._getframe(), inner(), sys._getframe(1)):
            captured = [capture(frame) for capture in (quick, lambda f: stack.Stack.capture(pure, f))]
            assert captured[0] == captured[1]
        assert quick(None) == ()
        with pytest.raises(TypeError, match="a frame is needed"):
            quick(3)


@pytest.mark.parametrize(
    "part", [pytest.param(hotpath.compiled, marks=compiled, id="C"), pytest.param(None, id="Python")]
)
def test_calls_from_one_place_share_one_tuple_of_frames(part, monkeypatch):
    monkeypatch.setattr(hotpath, "compiled", part)
    with whygrad.watch(keep_bytes=0):
        made = [torch.ones(1) for _ in range(3)] + [torch.ones(1)]
        first, second, third, elsewhere = (recorder().origins.get(tensor).frames for tensor in made)
    assert first is second is third
    assert elsewhere is not first


@compiled
def test_a_tensor_that_is_gone_is_forgotten_with_what_it_came_from():
    with whygrad.watch(keep_bytes=0):
        gc.collect()
        before = len(recorder().origins.table)
        x = torch.ones(2)
        y = x + 1
        known = weakref.ref(recorder().origins.get(y))
        assert len(recorder().origins.table) == before + 2
        del x, y
        assert len(recorder().origins.table) == before
        assert known() is None or known() in [ref.origin for ref in recorder().origins.young]


@compiled
def test_the_garbage_collector_is_not_given_our_records_and_frees_what_they_are_of():
    class Holder:
        pass

    with whygrad.watch(keep_bytes=0):
        x = torch.ones(2, requires_grad=True)
        holder = Holder()
        holder.itself, holder.tensor = holder, (x * 2).detach()
        gc.collect()
        origin = recorder().origins.get(holder.tensor)
        assert not gc.is_tracked(origin)
        assert not gc.is_tracked(origin.parents)
        known, gone = len(recorder().origins.table), weakref.ref(holder.tensor)
        del holder, origin
        gc.collect()
        assert gone() is None
        assert len(recorder().origins.table) == known - 1


@compiled
def test_a_long_training_does_not_grow():
    w = torch.ones(3, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.001)
    smooth = torch.zeros(())
    blocks = []
    with whygrad.watch(keep_bytes=0):
        for step in range(6_101):
            loss = (torch.sin(w) * w).sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            smooth = 0.9 * smooth + 0.1 * loss.detach()
            if step in (4_100, 6_100):
                recorder().origins.contract()
                gc.collect()
                blocks.append(sys.getallocatedblocks())
    assert blocks[1] < blocks[0] + 1_000


@compiled
def test_errors_and_interruptions_are_the_programs_own(monkeypatch):
    with whygrad.watch(keep_bytes=0):
        with pytest.raises(RuntimeError, match="must match") as caught:
            torch.ones(2) + torch.ones(3)
        assert recorder().run.failed_call[0] == f"RuntimeError: {caught.value}"

        def interrupted(*_: Any) -> Any:
            raise KeyboardInterrupt

        monkeypatch.setattr(recorder(), "take", interrupted)
        with pytest.raises(KeyboardInterrupt):
            torch.sigmoid(torch.tensor([[1.0]]).new_zeros(1))


@compiled
def test_a_failure_of_ours_ends_the_recording_and_nothing_else(monkeypatch):
    monkeypatch.delenv("WHYGRAD_TESTING", raising=False)
    with whygrad.watch(keep_bytes=0):

        def failing(*_: Any) -> Any:
            raise ValueError("ours")

        monkeypatch.setattr(recorder(), "take", failing)
        assert torch.tensor([[1.0, 1.0]]).sum() == 2
        assert isinstance(recorder().broken, ValueError)
        assert recorder().broken.__traceback__.tb_frame.f_code is failing.__code__
        assert (torch.ones(1) + 1).item() == 2


@compiled
def test_a_failure_of_c_itself_names_the_line_of_the_call_and_keeps_none_of_its_variables(monkeypatch):
    monkeypatch.delenv("WHYGRAD_TESTING", raising=False)
    with whygrad.watch(keep_bytes=0):
        monkeypatch.setattr(recorder().origins, "young", None)
        (torch.ones(1) + 1).item()
        (place,) = traceback.walk_tb(recorder().broken.__traceback__)
        assert place[0].f_code.co_filename == __file__
        assert place[1] == sys._getframe().f_lineno - 3
        assert place[0].f_locals == {}


@compiled
def test_contraction_is_asked_for_at_the_same_size(monkeypatch):
    with whygrad.watch(keep_bytes=0):
        asked = []
        monkeypatch.setattr(recorder().origins, "contract", lambda: asked.append(1), raising=False)
        x = torch.ones(1)
        for _ in range(origin.LIMIT + 10):
            x = x + 1
        assert asked == [1]


ASKED_OF_CALLS = (
    "LEFT_TO_AUTOGRAD",
    "SAVES_ARGUMENTS",
    "OWN_MEMORY",
    "WRITES_IN_PLACE",
    "SHOWS_ARGUMENT",
    "ASKED_OF_LEARNING",
    "MIXES",
    "GOES_THROUGH",
)


def test_numbers_in_c_are_those_of_python():
    source = "".join(file.read_text() for file in Path(hotpath.__file__).parent.glob("_hotpath*.[ch]"))
    from whygrad.record.live import recorder as recorder_module

    wanted = {
        **{name: getattr(origin, name) for name in ("REQUIRES_GRAD", "LEAF", "PARAMETER", "OUTSIDE", "CUT")},
        **{name: getattr(mode, name) for name in ("NOTHING", "ONE", "SEVERAL")},
        **{name: getattr(looked_calls, name) for name in ASKED_OF_CALLS},
        **{name: getattr(roles, name) for name in ("WRITES", "FREE", "ASSIGNS", "IN_PLACE", "SOME_CELLS")},
        **{name: getattr(roles, name) for name in ("SHOWS_ANEW", "DETACHES", "OWN_COUNT")},
        **{name: getattr(memory, name) for name in ("FRESH", "SORTED")},
        "MOST_FRAMES": stack.MOST_FRAMES,
        "ELEMENTS": recorder_module.ELEMENTS,
    }
    assert {name: f"#define {name} {value}" in source for name, value in wanted.items()} == dict.fromkeys(wanted, True)


@pytest.mark.parametrize("program", sorted(p.stem for p in (TESTS / "cases" / "detached-tensor").glob("*.py"))[:4])
def test_programs_are_explained_alike_in_pure_python(program, tmp_path):
    folder = unpacked(TESTS / "cases" / "detached-tensor" / f"{program}.py")
    quick, pure = (
        start_program(folder, tmp_path / name, prepare=lambda part=part: setattr(hotpath, "compiled", part))()
        for name, part in (("quick", hotpath.compiled), ("pure", None))
    )
    assert quick.findings
    assert pure.findings == quick.findings
