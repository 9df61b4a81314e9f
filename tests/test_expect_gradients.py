"""`why(model)` and `expect_gradients(model)`: the end-of-run diagnosis, asked for at any time."""

from __future__ import annotations

import pytest
import torch
from torch import nn

import whygrad


class Net(nn.Module):
    def __init__(self, cut: bool) -> None:
        super().__init__()
        self.body, self.head, self.idle = nn.Linear(3, 3), nn.Linear(3, 1), nn.Linear(2, 2)
        self.cut = cut

    def forward(self, x):
        h = self.body(x)
        return self.head(h.detach() if self.cut else h)


def trained(cut):
    model = Net(cut)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        loss = model(torch.ones(2, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


def test_why_of_a_module_names_the_cut_and_what_is_idle():
    with whygrad.watch():
        model = trained(cut=True)
        findings = whygrad.why(model).findings
    assert [(f.cause, f.severity) for f in findings] == [("detached-tensor", "error"), ("idle-parameter", "note")]
    assert set(findings[0].lost) == {"model.body.weight", "model.body.bias"}


def test_expect_gradients_raises_with_the_diagnostic():
    with whygrad.watch():
        model = trained(cut=True)
        with pytest.raises(AssertionError, match=r"detached-tensor") as raised:
            whygrad.expect_gradients(model.body)
    assert "`.detach()` cuts the path from `loss`" in " ".join(str(raised.value).split())


def test_expect_gradients_raises_for_what_is_idle_too():
    with whygrad.watch():
        model = trained(cut=False)
        with pytest.raises(AssertionError, match=r"idle"):
            whygrad.expect_gradients(model)


def test_expect_gradients_is_content_where_all_got_one():
    with whygrad.watch():
        model = trained(cut=False)
        whygrad.expect_gradients(model.body)
        whygrad.expect_gradients(model.head.weight)


def test_a_module_is_asked_about_after_a_backward_pass():
    with whygrad.watch(), pytest.raises(ValueError, match="no backward pass has run"):
        whygrad.why(nn.Linear(2, 2))


def test_a_frozen_module_cannot_be_asked_about():
    with whygrad.watch():
        trained(cut=False)
        with pytest.raises(ValueError, match="no parameter of this module requires a gradient"):
            whygrad.why(nn.Linear(2, 2).requires_grad_(False))


EVERYTHING = {
    "module": lambda net: net,
    "list of modules": lambda net: [net.body, net.head, net.idle],
    "list of parameters": lambda net: list(net.parameters()),
    "parameters": lambda net: net.parameters(),
    "named parameters": lambda net: net.named_parameters(),
    "pairs": lambda net: (("body", net.body), ("idle", net.idle)),
}


@pytest.mark.parametrize("kind", EVERYTHING)
def test_expect_gradients_takes_parameters_in_any_form(kind):
    with whygrad.watch():
        model = trained(cut=False)
        with pytest.raises(AssertionError, match=r"idle"):
            whygrad.expect_gradients(EVERYTHING[kind](model))
        whygrad.expect_gradients([model.body, model.head.weight, *model.head.named_parameters()])


@pytest.mark.parametrize("kind", ["module", "named parameters", "pairs"])
def test_what_is_allowed_needs_no_gradient(kind):
    with whygrad.watch():
        model = trained(cut=False)
        whygrad.expect_gradients(EVERYTHING[kind](model), allow=["idle.*"])
        whygrad.expect_gradients(EVERYTHING[kind](model), allow="idle.*")
        with pytest.raises(AssertionError, match=r"idle\.weight"):
            whygrad.expect_gradients(EVERYTHING[kind](model), allow=["body.*"])


def test_a_cut_is_told_without_what_is_allowed():
    with whygrad.watch():
        model = trained(cut=True)
        with pytest.raises(AssertionError) as raised:
            whygrad.expect_gradients(model, allow=["idle.*", "*.bias"])
    assert "body.weight" in str(raised.value) and "body.bias" not in str(raised.value)


@pytest.mark.parametrize(
    ("subject", "allow", "kind", "said"),
    [
        (lambda net: net, ["*"], ValueError, "covers every parameter"),
        (lambda net: net, [1], TypeError, "lists names of parameters"),
        (lambda net: [], [], ValueError, "contains no parameters"),
        (lambda net: 1.0, [], TypeError, "not float"),
        (lambda net: [net, "body"], [], TypeError, "not str"),
    ],
)
def test_what_cannot_be_expected_is_refused(subject, allow, kind, said):
    with whygrad.watch():
        model = trained(cut=False)
        with pytest.raises(kind, match=said):
            whygrad.expect_gradients(subject(model), allow=allow)


def test_a_gradient_is_expected_after_a_backward_pass():
    with whygrad.watch(), pytest.raises(ValueError, match="no backward pass"):
        whygrad.expect_gradients(list(nn.Linear(2, 2).parameters()))
