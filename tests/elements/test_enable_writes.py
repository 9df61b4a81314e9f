"""What is written into a parameter with enabled elements is honoured, however it is written."""

from __future__ import annotations

import copy
import io

import numpy as np
import pytest
import torch
from torch import nn

import whygrad
from whygrad.elements import enable_module, enable_writes
from whygrad.elements.enable_writes import Written

WRITES = {
    "copy_": lambda layer, new: layer.weight.copy_(new),
    "data.copy_": lambda layer, new: layer.weight.data.copy_(new),
    "data is set": lambda layer, new: setattr(layer.weight, "data", new),
    "data[:]": lambda layer, new: layer.weight.data.__setitem__(slice(None), new),
    "data, row by row": lambda layer, new: [layer.weight.data[i].copy_(row) for i, row in enumerate(new)],
    "data.detach()": lambda layer, new: layer.weight.data.detach().copy_(new),
    "detach()": lambda layer, new: layer.weight.detach().copy_(new),
    "data, later": lambda layer, new: [data := layer.weight.data, layer.weight.sum(), data.copy_(new)],
    "a kept one": lambda layer, new: [w := layer.weight, w.data.zero_(), w.data.add_(new)],
    "load_state_dict": lambda layer, new: layer.load_state_dict({"weight": new}, strict=False),
    "NumPy": lambda layer, new: np.copyto(layer.weight.detach().numpy(), new),
    "NumPy of data": lambda layer, new: np.copyto(layer.weight.data.numpy(), new),
    "NumPy of itself": lambda layer, new: np.copyto(layer.weight.numpy(), new),
    "NumPy of a transposed one": lambda layer, new: np.copyto(
        layer.weight.transpose(0, 1).numpy(), new.transpose(0, 1)
    ),
    "asarray": lambda layer, new: np.copyto(np.asarray(layer.weight.detach()), new),
    "DLPack": lambda layer, new: (
        np.from_dlpack(layer.weight.detach()) is None
        or torch.from_dlpack(layer.weight.detach()).numpy().__setitem__(slice(None), new.numpy())
    ),
    "its memory": lambda layer, new: layer.weight.untyped_storage().copy_(new.untyped_storage()),
    "assigned": lambda layer, new: layer.load_state_dict({"weight": new}, strict=False, assign=True),
}
DRAWN = {
    "normal_": lambda weight: nn.init.normal_(weight),
    "kaiming_uniform_": lambda weight: nn.init.kaiming_uniform_(weight),
    "orthogonal_": lambda weight: nn.init.orthogonal_(weight),
    "zeros_": lambda weight: nn.init.zeros_(weight),
    "data.normal_": lambda weight: weight.data.normal_(0, 0.02),
    "nn.init of data": lambda weight: nn.init.xavier_normal_(weight.data),
    "data.fill_": lambda weight: weight.data.fill_(3.0),
    "data.uniform_ of rows": lambda weight: weight.data[1:].uniform_(-1, 1),
}


def layers(make):
    """The same layer, plain and with an enabled row."""
    torch.manual_seed(0)
    plain = make()
    enabled = copy.deepcopy(plain)
    whygrad.enable(enabled, "weight", rows=[1])
    return plain, enabled


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("make", [lambda: nn.Linear(4, 3), lambda: nn.Embedding(3, 4), lambda: nn.Conv1d(4, 3, 1)])
def test_all_values_are_taken_over(make, write):
    plain, enabled = layers(make)
    new = torch.randn(plain.weight.shape)
    with torch.no_grad():
        WRITES[write](enabled, new.clone())
    assert torch.equal(enabled.weight, new)
    assert torch.equal(enabled.state_dict()["weight"], new)
    whygrad.enable(enabled, "weight", False)
    assert torch.equal(enabled.weight, new)


def test_an_array_that_is_kept_is_asked_again_and_training_between_two_writes_stays():
    _, layer = layers(lambda: nn.Conv1d(4, 3, 1))
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.5)
    array = layer.weight.detach().numpy()
    array[:] = float("nan")
    assert layer.weight.isnan().all()
    array[:] = 1
    layer(torch.ones(1, 4, 1)).sum().backward()
    optimizer.step()
    expected = [[1.0] * 4, [0.5] * 4, [1.0] * 4]
    assert layer.weight.squeeze().tolist() == expected  # the array still has ones, which nobody has written since


def test_what_was_lent_is_compared_once_and_not_kept_then():
    _, layer = layers(lambda: nn.Conv1d(4, 3, 1))
    layer.weight.detach().numpy()
    written = enable_module._written[layer.enabled_weight]
    assert len(written._lent) == 1
    layer(torch.ones(1, 4, 1))
    assert not written._lent
    layer.to("meta").weight.detach()
    assert layer.weight.is_meta


def test_values_given_to_the_small_parameter_are_taken_over():
    _, enabled = layers(lambda: nn.Linear(4, 3))
    before, new = enabled.weight.detach().clone(), torch.randn(3, 4)
    nn.utils.vector_to_parameters(new[1], [enabled.enabled_weight.weight])
    assert torch.equal(enabled.weight[1], new[1]) and torch.equal(enabled.weight[[0, 2]], before[[0, 2]])


@pytest.mark.parametrize("draw", DRAWN)
def test_what_is_drawn_is_as_in_the_plain_layer(draw):
    plain, enabled = layers(lambda: nn.Linear(4, 3))
    for layer in (plain, enabled):
        torch.manual_seed(1)
        with torch.no_grad():
            DRAWN[draw](layer.weight)
    assert torch.equal(plain.weight, enabled.weight)
    x = torch.randn(5, 4)
    torch.testing.assert_close(plain(x), enabled(x))


def test_only_enabled_elements_learn_after_a_write_through_data():
    _, layer = layers(lambda: nn.Linear(4, 3))
    optimizer = torch.optim.AdamW(layer.parameters(), lr=0.1)
    new = torch.randn(3, 4)
    layer.weight.data.copy_(new)
    layer(torch.randn(5, 4)).pow(2).sum().backward()
    optimizer.step()
    changed = (layer.weight != new).any(dim=1)
    assert changed.tolist() == [False, True, False]


def test_data_of_another_shape_is_refused():
    _, layer = layers(lambda: nn.Linear(4, 3))
    with pytest.raises(RuntimeError, match=r"`\.data` must keep its shape \(3, 4\), not \(4, 3\)"):
        layer.weight.data = torch.zeros(4, 3)


def test_what_is_read_is_a_plain_tensor_to_everybody_else():
    plain, layer = layers(lambda: nn.Linear(4, 3))
    assert repr(layer.weight.detach()) == repr(plain.weight.detach())
    assert repr(layer.weight).startswith("tensor(")
    assert type(layer.weight * 2) is torch.Tensor and type(layer.weight.data) is torch.Tensor
    file = io.BytesIO()
    torch.save(layer.weight, file)
    file.seek(0)
    loaded = torch.load(file, weights_only=True)
    assert type(loaded) is torch.Tensor and torch.equal(loaded, plain.weight)
    with whygrad.watch():
        layer.weight.data.copy_(plain.weight * 2)
        assert torch.equal(layer.weight, plain.weight * 2)


def test_a_copy_may_die_while_another_is_asked(monkeypatch):
    written, values = Written(), [torch.zeros(3), torch.zeros(3)]
    wholes = [written.hand_out(value) for value in values]
    asked = enable_writes.torch_api.version_of

    def collects(tensor):
        wholes.clear()  # as the collector does, at any allocation
        values.clear()
        return asked(tensor)

    monkeypatch.setattr(enable_writes.torch_api, "version_of", collects)
    assert written.take() is None
