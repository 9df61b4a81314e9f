"""What the recorder reads of tensors is told to nobody: a subclass hears of the program's own calls, and no others."""

from __future__ import annotations

import copy
import gc
import io
import pickle
import warnings
import weakref

import pytest
import torch
from drawn import drawn
from torch import nn
from torch.utils.checkpoint import checkpoint

import whygrad
from whygrad.record.seam import storages, torch_api

HEARD: list[str] = []


class Listening(torch.Tensor):
    """Hears of every call of torch's public API."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        HEARD.append(torch_api.name_of(func))
        return super().__torch_function__(func, types, args, kwargs or {})


class Dispatched(Listening):
    """Hears of every operator too."""

    @staticmethod
    def __new__(cls, data, requires_grad=False):
        return torch.Tensor._make_subclass(cls, data, requires_grad)

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        HEARD.append(str(func))
        with torch._C._DisableTorchDispatch():
            return func(*args, **(kwargs or {}))


def make(cls, *shape, learns=False):
    data = torch.ones(*shape)
    return cls(data, learns) if cls is Dispatched else data.as_subclass(cls).requires_grad_(learns)


def steps(loss, parameters, count=12):
    """A training, with the steps that are looked at closely and some that are not."""
    optimizer = torch.optim.Adam(parameters, lr=0.01)
    for number in range(count):
        optimizer.zero_grad()
        loss(number).backward()
        optimizer.step()
    return optimizer


# -- what programs do, each with two tensors of a subclass that live: a leaf that learns, and one that does not -------


def unseen_tensors_appear(learns, rests):
    for tensor in [torch.Tensor([1.0, 2.0]) for _ in range(5)]:
        tensor * 2
    torch.utils.data.default_collate([1.0, 2.0]) + 1
    [item + 1 for item in torch.arange(3)]
    shared = torch.ones(3)
    torch.from_dlpack(shared) * 2
    torch.Tensor._make_subclass(torch.Tensor, shared) * 3


def others_are_pickled(learns, rests):
    pickle.loads(pickle.dumps(torch.ones(3))) * 2
    pickle.loads(pickle.dumps(nn.Linear(2, 2)))(torch.ones(1, 2)).sum().backward()
    file = io.BytesIO()
    torch.save(torch.ones(3), file)
    file.seek(0)
    torch.load(file) * 2


def others_are_copied(learns, rests):
    copy.deepcopy(torch.ones(3)) * 2
    copy.deepcopy(nn.Linear(2, 2))(torch.ones(1, 2)).sum().backward()


def it_is_pickled_and_copied(learns, rests):
    pickle.loads(pickle.dumps(rests))
    copy.copy(rests)
    torch.save(rests, io.BytesIO())


def others_are_trained(learns, rests):
    model = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
    model.beside = [learns, rests]
    steps(lambda _: model(torch.ones(2, 3)).sum(), model.parameters())


def it_is_trained(learns, rests):
    module = nn.Module()
    module.weight = nn.Parameter(rests.detach())
    module.kept = rests
    optimizer = steps(lambda _: (module.weight * 2).sum() + learns.sum(), [module.weight, learns])
    nn.utils.clip_grad_norm_(module.parameters(), 1.0)
    optimizer.state_dict(), module.state_dict(), module.to(torch.float64)


def it_falls_asleep(learns, rests):
    other = nn.Parameter(torch.ones(3))
    steps(lambda number: other.sum() + (learns.sum() if number < 3 else 0), [other, learns])


def it_is_trained_by_hand(learns, rests):
    weight = torch.ones(3, requires_grad=True)
    for _ in range(10):
        ((weight * rests).sum() + (learns * 2).sum()).backward()
        with torch.no_grad():
            weight -= 0.1 * weight.grad
            learns -= 0.1 * learns.grad
        weight.grad = learns.grad = None


def it_is_averaged_with_itself(learns, rests):
    average, other = learns.data, nn.Parameter(torch.ones(3))
    for _ in range(9):
        steps(lambda _: (learns * 2 + other).sum(), [learns, other], 1)
        average.mul_(0.9).add_(learns.data, alpha=0.1)


def passes_fail(learns, rests):
    written = (learns * 2).exp()
    written.add_(1)
    plain = torch.ones(3, requires_grad=True)
    for fails in (
        lambda: (learns.detach() * 2).sum().backward(),
        lambda: torch.autograd.grad((learns * 2).sum(), [rests]),
        lambda: (plain.detach() * 2).sum().backward(),
        lambda: written.sum().backward(),
        lambda: learns + torch.ones(7),
    ):
        with pytest.raises(RuntimeError):
            fails()


def values_leave(learns, rests):
    rests.sum().item(), float(rests[0]), bool(rests[0]), int(rests[0]), f"{rests[0]}"
    torch.equal(rests, rests)
    if type(rests) is Listening:
        rests.tolist(), repr(rests)
        array = rests.numpy()
        array += 1
        (torch.from_numpy(array) * learns).sum().backward()


def it_is_written(learns, rests):
    rests[0] = 2
    learns.data = torch.zeros(3)
    learns.register_hook(lambda g: g)
    hidden = learns * 2
    hidden.retain_grad()
    hidden.sum().backward()
    hidden.grad, learns.grad.zero_()
    with torch.no_grad():
        learns.add_(1)
    learns.clone()[0:2].add_(1)
    learns.detach().mul_(2)


def it_is_the_base_of_a_plain_view(learns, rests):
    view = rests.as_subclass(torch.Tensor)
    view.mul_(2)
    view[0] = 3
    view.view(3).add_(1)
    other = learns.detach().as_subclass(torch.Tensor)
    other.data.add_(1)


def it_is_a_leaf_behind_what_nobody_saw(learns, rests):
    with torch._C.DisableTorchFunction():
        unseen = torch.Tensor.mul(learns, 2).as_subclass(torch.Tensor).sum()
    (unseen * 3).backward()


def functions_and_checkpoints_run(learns, rests):
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx, gradient):
            return gradient * 2

    Double.apply(learns).sum().backward()
    Double.apply(torch.ones(3, requires_grad=True)).sum().backward()
    checkpoint(lambda x: (x * 2).sin(), learns, use_reentrant=False).sum().backward()
    layer = nn.Linear(3, 3)
    layer.beside = rests
    checkpoint(lambda x: layer(x) + 0, torch.ones(1, 3, requires_grad=True), use_reentrant=False).sum().backward()


def modules_change(learns, rests):
    one, other = nn.Linear(3, 3), nn.Linear(3, 3)
    one.weight = other.weight = nn.Parameter(torch.ones(3, 3))
    one.weight = nn.Parameter(rests.detach().expand(3, 3))
    one.register_forward_hook(lambda *_: None)
    one.register_full_backward_hook(lambda *_: None)
    one(torch.ones(1, 3)).sum().backward()
    for module in (one, other):
        module.eval(), module.train(), module.requires_grad_(False), module.requires_grad_(True), module.zero_grad()


def results_pile_up(learns, rests):
    weight, total, kept = nn.Parameter(torch.ones(3)), 0, []
    for _ in range(20):
        steps(lambda _: (weight * rests).sum(), [weight], 1)
        total = total + (weight * rests).sum()
        kept.append((learns * weight).sum())
        float(total)


def references_are_asked(learns, rests):
    weakref.ref(learns), weakref.getweakrefcount(learns), weakref.getweakrefs(rests), gc.get_objects()
    torch.utils.swap_tensors(torch.ones(3), torch.zeros(3))
    torch.stack([learns, rests]), torch.cat([learns, torch.ones(3)]), torch.ones(3) + learns, learns.unbind()


PROGRAMS = [
    unseen_tensors_appear,
    others_are_pickled,
    others_are_copied,
    it_is_pickled_and_copied,
    others_are_trained,
    it_is_trained,
    it_falls_asleep,
    it_is_trained_by_hand,
    it_is_averaged_with_itself,
    passes_fail,
    values_leave,
    it_is_written,
    it_is_the_base_of_a_plain_view,
    it_is_a_leaf_behind_what_nobody_saw,
    functions_and_checkpoints_run,
    modules_change,
    results_pile_up,
    references_are_asked,
]


def heard_in(program, cls) -> list[str]:
    torch.manual_seed(0)
    learns, rests = make(cls, 3, learns=True), make(cls, 3)
    HEARD.clear()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program(learns, rests)
    heard = list(HEARD)
    HEARD.clear()
    return heard


@pytest.mark.parametrize("options", drawn([{"keep_bytes": 0}, {"keep_bytes": 2**20}, {"steady": True}], 3), ids=str)
@pytest.mark.parametrize("cls", [Listening, Dispatched], ids=lambda cls: cls.__name__)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_subclass_hears_of_the_programs_calls_alone(program, cls, options):
    plain = heard_in(program, cls)
    with whygrad.watch(**options):
        recorded = heard_in(program, cls)
    assert recorded == plain


@pytest.mark.parametrize("cls", [Listening, Dispatched], ids=lambda cls: cls.__name__)
def test_a_subclass_hears_nothing_of_the_diagnosis(cls):
    with whygrad.watch():
        learns, rests = make(cls, 3, learns=True), make(cls, 3)
        kept = nn.Parameter(torch.ones(3))
        steps(lambda _: (kept * rests).sum() + learns.detach().sum(), [kept, learns])
        HEARD.clear()
        whygrad.why(learns)
    whygrad._latest.diagnoses()
    assert HEARD == []


def asked_for_addresses(monkeypatch, living: int, unseen: int) -> int:
    """How often an address is read while `unseen` tensors appear beside `living` ones."""
    asked = []
    original = storages.address_of
    with whygrad.watch(keep_bytes=0):
        beside = [torch.ones(1) for _ in range(living)]
        monkeypatch.setattr(storages, "address_of", lambda tensor: [asked.append(1), original(tensor)][1])
        for _ in range(unseen):
            torch.Tensor([1.0]) * 2
        monkeypatch.setattr(storages, "address_of", original)
    assert len(beside) == living
    return len(asked)


def test_what_an_unseen_tensor_costs_does_not_depend_on_how_many_others_live(monkeypatch):
    few, many = (asked_for_addresses(monkeypatch, living, 200) for living in (10, 1_000))
    assert many - few <= 1_000  # each of those that live is asked once, by all of the 200 together


def test_an_address_that_is_used_again_is_nobodys():
    with whygrad.watch(keep_bytes=0):
        origins = whygrad._latest.recorder.origins
        first = torch.ones(3)
        address = storages.address_of(first)
        assert origins.addresses.latest_at(address).origin is origins.get(first)
        first.resize_(10_000)
        assert origins.addresses.latest_at(address) is None
        assert origins.addresses.latest_at(storages.address_of(first)).origin is origins.get(first)
        del first
        assert origins.addresses.latest_at(address) is None


def test_a_tensor_in_the_memory_of_a_moved_one_comes_from_it():
    with whygrad.watch(keep_bytes=0):
        origins = whygrad._latest.recorder.origins
        weight = nn.Parameter(torch.ones(3))
        torch.Tensor([1.0]) * 2  # somebody asks, so that all have an address
        weight.data = torch.zeros(3)
        shown = torch.Tensor._make_subclass(torch.Tensor, weight.data)
        shown * 2
        assert origins.get(shown).parents == (origins.get(weight),)


def test_a_lazy_copy_stays_one():
    with whygrad.watch(keep_bytes=0):
        lazy = torch._lazy_clone(torch.ones(3))
        torch.Tensor([1.0]) * 2
        assert torch._C._is_cow_tensor(lazy)
