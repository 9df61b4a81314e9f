"""Classes with a `backward` that autograd does not know of are found, and its modules are left as they are."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
import torch
from torch import nn
from torch.nn.modules import module as torch_modules

from whygrad.record.watchers.functions import ignored_backwards
from whygrad.record.watchers.ledger.episodes import Episodes
from whygrad.session import Session


class Slower(nn.Module):
    def forward(self, x):
        return x

    def backward(self, grad):
        grad = grad * 0.1
        return grad


@pytest.fixture
def session() -> Iterator[Session]:
    session = Session(own_folders=(__file__,))
    session.start()
    yield session
    session.stop()


def names_of(session: Session) -> list[str]:
    return [finding.facts["of"] for finding, _ in session.diagnoses() if finding.cause == "ignored-backward"]


def train(*parts: nn.Module) -> None:
    layer = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
    for _ in range(3):
        value = torch.randn(4, 2)
        for part in (layer, *parts):
            value = part(value)
        optimizer.zero_grad()
        value.pow(2).mean().backward()
        optimizer.step()


def test_a_module_that_returns_its_input_is_told_though_no_hook_and_no_method_is_put_anywhere(session):
    forward, slower = Slower.__dict__["forward"], Slower()
    train(slower)
    assert not torch_modules._global_forward_hooks
    assert not slower._forward_hooks
    assert Slower.__dict__["forward"] is forward
    assert names_of(session) == ["Slower"]


def test_a_module_is_told_beside_many_functions(session, monkeypatch):
    def scaled(_ctx, gradient):
        return gradient

    methods = {"forward": staticmethod(scaled), "backward": staticmethod(scaled)}
    for number in range(ignored_backwards.MOST_DEFINED):
        function = type(f"Scaled{number}", (torch.autograd.Function,), dict(methods))
        monkeypatch.setitem(globals(), f"A{number}", function)
    slower = Slower()
    train(slower)
    assert names_of(session) == ["Slower"]


def test_a_class_of_which_there_is_no_module_is_not_told(session):
    gc.collect()
    train()
    assert names_of(session) == []


def test_a_module_is_told_in_each_stretch_and_classes_of_libraries_are_not_asked(session, monkeypatch):
    slower = Slower()
    train(slower)
    session.begin_anew()
    asked = []
    member_of = ignored_backwards.member_of
    monkeypatch.setattr(ignored_backwards, "member_of", lambda cls, name: asked.append(cls) or member_of(cls, name))
    train(slower)
    assert names_of(session) == ["Slower"]
    assert any(cls is Slower for cls in asked)
    assert not any(cls is nn.Linear for cls in asked)


def test_a_class_goes_when_the_program_lets_it_go_and_its_metaclass_is_not_asked(session, monkeypatch):
    questions = []

    class Meta(type):
        def __getattribute__(cls, name):
            questions.append(name)
            return super().__getattribute__(name)

    class HandsItsInputOn(nn.Module, metaclass=Meta):
        def forward(self, x):
            return x

        def backward(self, grad):
            return -grad

    monkeypatch.setitem(globals(), "HandsItsInputOn", HandsItsInputOn)
    part, ref = HandsItsInputOn(), weakref.ref(HandsItsInputOn)
    train()
    questions.clear()
    assert names_of(session) == ["HandsItsInputOn"]
    assert questions == []
    del part, HandsItsInputOn
    monkeypatch.undo()
    gc.collect()
    assert ref() is None


def test_modules_that_were_woken_have_no_visible_reference(session):
    model = nn.Linear(2, 1)
    before = weakref.getweakrefcount(model)
    model.train()
    assert weakref.getweakrefcount(model) == before


def test_the_data_of_episodes_is_in_no_set_of_pythons(session):
    watcher = next(thing for thing in gc.get_objects() if type(thing) is Episodes)
    assert not isinstance(watcher._data.now, weakref.WeakSet)
