"""`watch` and `why` inside a program."""

from __future__ import annotations

import os

import numpy as np
import pytest
import torch
from torch import nn

import whygrad
from whygrad.evidence.modules import StrayLeaf


def causes(explanation) -> list[str]:
    return [finding.cause for finding in explanation.findings]


def one_line(explanation) -> str:
    return " ".join(str(explanation).split())


def test_why_explains_a_loss_before_backward_is_called():
    with whygrad.watch():
        model = nn.Linear(3, 1)
        loss = model(torch.ones(2, 3)).detach().sum()
        answer = whygrad.why(loss)
    assert causes(answer) == ["detached-tensor"]
    assert answer.findings[0].lost == ("model.weight", "model.bias")
    assert "`.detach()` cuts the path from `loss`" in one_line(answer)


def test_why_still_answers_after_the_block():
    with whygrad.watch():
        w = torch.ones(3, requires_grad=True)
        loss = torch.tensor(w.sum().item())
    assert causes(whygrad.why(loss)) == ["left-torch"]


def test_why_explains_the_parameter_whose_branch_was_cut():
    with whygrad.watch():
        body, head = nn.Linear(3, 3), nn.Linear(3, 1)
        loss = head(body(torch.ones(2, 3)).detach()).sum()
        loss.backward()
        answer = whygrad.why(body.weight)
    assert causes(answer) == ["detached-tensor"]
    assert answer.findings[0].lost == ("body.weight",)


def test_why_has_no_complaint_about_a_healthy_loss_or_parameter():
    with whygrad.watch():
        model = nn.Linear(3, 1)
        loss = model(torch.ones(2, 3)).sum()
        assert causes(whygrad.why(loss)) == []
        loss.backward()
        answer = whygrad.why(model.weight)
    assert causes(answer) == []
    assert str(answer) == "`model.weight` got a gradient in the latest backward pass that reached it"


def test_why_says_that_an_unused_parameter_was_not_seen():
    unused = nn.Linear(2, 2)
    with whygrad.watch():
        model = nn.Linear(3, 1)
        model(torch.ones(2, 3)).sum().backward()
        answer = whygrad.why(unused.weight)
    assert causes(answer) == []
    assert "`unused.weight` was not seen: nothing used it inside" in str(answer)


def test_why_follows_shared_memory_through_numpy_as_observed():
    with whygrad.watch():
        w = torch.ones(3, requires_grad=True)
        array = (w * 2).detach().numpy()
        loss = torch.from_numpy(array[1:]).sum()
        answer = whygrad.why(loss)
    assert causes(answer) == ["left-torch"]
    assert answer.findings[0].evidence == "observed"


def test_what_was_computed_in_numpy_is_marked_as_inferred():
    with whygrad.watch():
        w = torch.ones(3, requires_grad=True)
        array = np.tanh((w * 2).detach().numpy())
        loss = torch.from_numpy(array).sum()
        answer = whygrad.why(loss)
    assert causes(answer) == ["left-torch"]
    assert answer.findings[0].evidence == "inferred"
    assert "infers that part from the source" in one_line(answer)


def test_two_cuts_in_a_row_are_both_told():
    with whygrad.watch():
        w = torch.ones(3, requires_grad=True)
        h = w.detach()
        with torch.no_grad():
            loss = h.sum()
        text = str(whygrad.why(loss))
    assert "one change is not enough" in text
    assert "error[detached-tensor]" in text and "(grad-disabled)" in text


def test_asking_for_something_that_is_no_tensor_is_a_clear_error():
    with whygrad.watch():
        pass
    with pytest.raises(TypeError, match=r"why\(\) explains tensors and modules, not float"):
        whygrad.why(1.0)


def test_asking_for_a_tensor_made_outside_is_a_clear_error():
    t = torch.ones(2)
    with whygrad.watch():
        pass
    with pytest.raises(ValueError, match="was not created inside"):
        whygrad.why(t)


def test_asking_before_anything_was_watched_is_a_clear_error(monkeypatch):
    monkeypatch.setattr(whygrad, "_latest", None)
    with pytest.raises(RuntimeError, match="nothing has been recorded yet"):
        whygrad.why(torch.ones(1))


class Refusing(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x, scale)
        return x * scale

    @staticmethod
    def backward(ctx, grad):
        _, scale = ctx.saved_tensors
        return grad * scale, None


def test_why_names_the_function_whose_backward_returned_none():
    with whygrad.watch():
        x, scale = torch.ones(3, requires_grad=True), torch.ones((), requires_grad=True)
        Refusing.apply(x, scale).sum().backward()
        answer = whygrad.why(scale)
        assert causes(whygrad.why(x)) == []
    assert causes(answer) == ["non-differentiable-function"]
    assert "`backward` of `Refusing` returned None for it" in one_line(answer)
    assert "return grad * scale, None" in str(answer)


def test_an_optimizer_that_was_made_before_is_known_from_its_first_step():
    model = torch.nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with whygrad.watch():
        for _ in range(3):
            optimizer.zero_grad()
            model(torch.ones(4, 2)).pow(2).mean().backward()
            optimizer.step()
        recorder = whygrad._latest.recorder
        assert list(recorder.run.optimizers) == [optimizer]
        looked = [history.inspections.looked.recording() for history in recorder.training.histories]
        assert [[seen for seen in recording.evidence if isinstance(seen, StrayLeaf)] for recording in looked] == [[]]
    assert whygrad._latest.diagnoses() == []


def test_an_error_that_leaves_the_block_has_the_programs_own_lines_alone():
    with pytest.raises(RuntimeError) as caught, whygrad.watch():
        torch.nn.Linear(2, 2)(torch.ones(3))
    entry, files = caught.value.__traceback__, []
    while entry is not None:
        files.append(entry.tb_frame.f_code.co_filename)
        entry = entry.tb_next
    assert files[0] == __file__
    assert [file for file in files if file.startswith(os.path.dirname(whygrad.__file__))] == []
    assert len(files) == 4  # the test, the module's call, twice, and the layer
