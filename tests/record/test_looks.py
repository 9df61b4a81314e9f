"""A look is told without what is over when the run ends; who saw it says whether it is."""

from __future__ import annotations

import pytest
import torch
from torch import nn

import whygrad
from whygrad.evidence.modules import FrozenLeaf, StrayLeaf
from whygrad.evidence.values import NormalisedAlone, StarvingLeaf
from whygrad.record.copying.look import Look, Passing
from whygrad.record.copying.noted_graph import NotedGraph
from whygrad.record.training.history import History
from whygrad.recording import Query, QueryKind


def test_of_two_that_look_alike_the_one_that_is_over_is_left_out():
    passing = Passing()
    over, lasting = (passing.seen(NormalisedAlone(1), lambda still=still: still) for still in (False, True))
    query = Query(QueryKind.SILENT, (), ())
    graph = NotedGraph(whygrad_stack(), query, (), {}, {}, (), (over, lasting), set(), {})
    look = Look(graph, History(None, ()), passing)
    assert [seen for seen in look.recording().evidence if isinstance(seen, NormalisedAlone)] == [over, lasting]
    (left,) = (seen for seen in look.at_the_end().evidence if isinstance(seen, NormalisedAlone))
    assert left is lasting


def whygrad_stack():
    with whygrad.watch():
        return whygrad._latest.recorder.stack


class Training:
    """A training of one layer beside another."""

    def __init__(self) -> None:
        self.model, self.other = nn.Linear(2, 1), nn.Linear(2, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def step(self, *used: nn.Module) -> None:
        self.optimizer.zero_grad()
        sum(module(torch.ones(3, 2)).pow(2).mean() for module in used).backward()
        self.optimizer.step()


@pytest.mark.parametrize("comes", [True, False])
def test_a_stray_that_an_optimizer_got_later_is_none(comes):
    with whygrad.watch():
        training = Training()
        for _ in range(3):
            training.step(training.model, training.other)
        (history,) = whygrad._latest.recorder.training.histories
        look = history.inspections.looked
        if comes:
            training.optimizer.add_param_group({"params": training.other.parameters()})
        training.step(training.model, training.other)
        noted, told = look.recording(), look.at_the_end()
    assert [len(seen_in(r, StrayLeaf)) for r in (noted, told)] == [2, 0 if comes else 2]


@pytest.mark.parametrize("comes", [True, False])
def test_who_starved_and_got_a_gradient_later_is_not_asked_for(comes):
    with whygrad.watch():
        training = Training()
        training.optimizer.add_param_group({"params": training.other.parameters()})
        for _ in range(3):
            training.step(training.model)
        (history,) = whygrad._latest.recorder.training.histories
        look = history.inspections.looked
        if comes:
            for _ in range(8):
                training.step(training.model, training.other)
        noted, told = look.recording(), look.at_the_end()
    assert [len(seen_in(r, StarvingLeaf)) for r in (noted, told)] == [2, 0 if comes else 2]
    assert [len(r.query.wrt) for r in (noted, told)] == [2, 0 if comes else 2]


def test_a_parameter_that_was_frozen_and_has_learnt_since_is_not_told_of():
    with whygrad.watch():
        training = Training()
        training.model.zeros = nn.Parameter(torch.zeros(2, 2), requires_grad=False)
        training.optimizer.add_param_group({"params": [training.model.zeros]})
        for _ in range(3):
            training.step(training.model)
        (history,) = whygrad._latest.recorder.training.histories
        look = history.inspections.looked
        assert [f.how for f in seen_in(look.at_the_end(), FrozenLeaf)] == ["zeros"]
        training.model.zeros.requires_grad_(True)
        (training.model.zeros.sum() + training.model(torch.ones(1, 2)).sum()).backward()
        training.optimizer.step()
        for _ in range(8):
            training.step(training.model)
        assert seen_in(look.at_the_end(), FrozenLeaf) == []


def seen_in(recording, kind):
    return [seen for seen in recording.evidence if isinstance(seen, kind)]
