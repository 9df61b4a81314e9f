"""`grad`: what it denotes, what it answers, what it leaves alone."""

from __future__ import annotations

import copy
import gc
import warnings

import pytest
import torch
from torch import nn

import whygrad
from whygrad.elements.read import NoGradient


@pytest.fixture(autouse=True)
def nothing_watched_before(monkeypatch):
    monkeypatch.setattr(whygrad, "_latest", None)


def chain() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    x = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
    h = x**2
    return x, h, h.cumsum(0) * h


def filled_from_itself(requires_grad: bool = True) -> tuple[torch.Tensor, torch.Tensor]:
    x = torch.tensor([2.0, 3.0], requires_grad=requires_grad)
    y = torch.zeros(4)
    y[0] = x[0]
    y[1] = y[0] * x[1]
    y[2] = y[1] ** 2
    y[3] = y[2] + y[0]
    return x, y


# -- what an element denotes, in autograd's own graph --------------------------------------------------------------


def test_an_element_of_an_intermediate_that_was_indexed_after_the_fact():
    x, h, y = chain()
    assert whygrad.grad(y[3], h[2]).item() == 16
    assert whygrad.grad(y[3], h[3]).item() == 46
    assert whygrad.grad(y[3], x[3]).item() == 368


def test_a_block_has_the_shape_of_both():
    _, h, y = chain()
    block = whygrad.grad(y[[0, 3]], h[1:4])
    assert block.shape == (2, 3)
    assert block.tolist() == [[0, 0, 0], [16, 16, 46]]
    assert whygrad.grad(y.view(2, 2), h[:, None]).shape == (2, 2, 4, 1)


def test_few_columns_are_read_forward_and_agree_with_the_rows():
    x = torch.linspace(0.1, 2.0, 40, dtype=torch.float64, requires_grad=True)
    h = x.sin()
    y = (h.cumsum(0) * h).exp()
    full = torch.autograd.grad(y, h, torch.eye(40, dtype=torch.float64), is_grads_batched=True, retain_graph=True)[0]
    assert torch.allclose(whygrad.grad(y, h[7]), full[:, 7])
    assert torch.allclose(whygrad.grad(y, h[[3, 9]]), full[:, [3, 9]])
    assert torch.allclose(whygrad.grad(y, h), full)


@pytest.mark.parametrize(
    "pick",
    [
        lambda h: h[2],
        lambda h: h[1:3],
        lambda h: h[::2],
        lambda h: h[[3, 0, 3]],
        lambda h: h[torch.tensor([2, 1])],
        lambda h: h[h > 3],
        lambda h: h.masked_select(h > 3),
        lambda h: h.gather(0, torch.tensor([0, 2])),
        lambda h: h.take(torch.tensor([1])),
        lambda h: h.index_select(0, torch.tensor([1, 2])),
        lambda h: h.view(2, 2)[1],
        lambda h: h.view(2, 2).t()[0, 1],
        lambda h: h.unbind()[1],
        lambda h: h.split(2)[1],
        lambda h: h.flip(0)[:2],
        lambda h: h.expand(3, 4)[1],
        lambda h: h[1:][h[1:] > 3][0],
        lambda h: h.reshape(2, 2).diagonal(),
    ],
)
@pytest.mark.parametrize("watched", [False, True])
def test_every_way_to_pick_elements_picks_the_derivative_alike(pick, watched):
    with whygrad.watch(keep_bytes=2**20 if watched else 0):
        _, h, y = chain()
        inside = whygrad.grad(y[3], pick(h))
    whole = torch.autograd.grad(y[3], h, retain_graph=True)[0]
    picked = pick(h).detach().reshape(-1)
    places = [int((h.detach() == value).nonzero()[0, 0]) for value in picked]  # the values differ from each other
    assert whygrad.grad(y[3], pick(h)).reshape(-1).tolist() == [whole[p].item() for p in places]
    assert inside.reshape(-1).tolist() == [whole[p].item() for p in places]


def test_a_view_is_its_elements_also_where_it_was_used_itself():
    _, h, _ = chain()
    v = h[2]
    assert whygrad.grad(v * 3 + h.sum(), v).item() == 4  # torch itself counts the way through `v` alone


def test_a_copy_that_was_used_is_a_value_of_its_own():
    _, h, _ = chain()
    g = h[[2]]
    assert whygrad.grad((g * 3).sum() + h.sum(), g).tolist() == [3]


def test_elements_picked_under_no_grad_are_still_those_elements():
    _, h, y = chain()
    with torch.no_grad():
        assert whygrad.grad(y[3], h[2]).item() == 16


def test_a_weight_of_a_module():
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
    out = model(torch.ones(5, 3))
    (expected,) = torch.autograd.grad(out.sum(), model[0].weight, retain_graph=True)
    assert whygrad.grad(out.sum(), model[0].weight[0, 2]).item() == expected[0, 2].item()
    assert torch.equal(whygrad.grad(out.sum(), model[0].weight[1:3]), expected[1:3])


# -- inside a tensor that was written in place ---------------------------------------------------------------------


@pytest.mark.parametrize("requires_grad", [True, False])
def test_a_tensor_filled_from_its_own_elements(requires_grad):
    with whygrad.watch():
        x, y = filled_from_itself(requires_grad)
        assert whygrad.grad(y[3], y[0]).item() == 37  # inside the block, and after it
    assert whygrad.grad(y[3], y[0]).item() == 37
    assert whygrad.grad(y[3], y[1]).item() == 12
    assert whygrad.grad(y[3], y[3]).item() == 1
    assert whygrad.grad(y[3], x).tolist() == [37, 24]
    assert whygrad.grad(y[1:3], y[:2]).tolist() == [[3, 1], [36, 12]]


def test_watching_does_not_make_torch_accept_what_it_refuses():
    with whygrad.watch():
        _, y = filled_from_itself()
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y[3].backward()


def test_elements_of_a_written_tensor_picked_by_copies():
    with whygrad.watch():
        _, y = filled_from_itself()
        assert whygrad.grad(y[[0, 3]], y[[1, 0]]).tolist() == [[0, 1], [12, 37]]
    assert whygrad.grad(y[[0, 3]], y[[1, 0]]).tolist() == [[0, 1], [12, 37]]


def test_the_value_meant_is_the_last_one_before_its_use():
    with whygrad.watch():
        x = torch.tensor(3.0, requires_grad=True)
        y = torch.zeros(2)
        y[0] = x
        used = y[0] * 5
        y[0] = x * x  # nothing below was computed from this
        y[1] = used
    assert whygrad.grad(y[1], y[0]).item() == 5
    assert whygrad.grad(y[0], y[0]).item() == 1
    assert whygrad.grad(y[1], x).item() == 5
    assert whygrad.grad(y[0], x).item() == 6


def test_a_view_that_was_taken_before_a_write_shows_what_was_written():
    with whygrad.watch():
        x = torch.tensor([2.0, 3.0], requires_grad=True)
        y = torch.zeros(2)
        v = y[1]
        y[1] = x[0] * 7
        z = v * 2
    assert whygrad.grad(z, x).tolist() == [14, 0]
    assert whygrad.grad(z, y[1]).item() == 2


@pytest.mark.filterwarnings("ignore::whygrad.elements.read.NoGradient")
def test_out_arguments_and_copies_are_followed():
    with whygrad.watch():
        x = torch.tensor([2.0, 3.0])
        y = torch.zeros(3)
        torch.mul(x[0], x[1], out=y[0])
        y[1].copy_(y[0] * x[0])
        y[2:].copy_(y[1:2])
        y[2] += y[0]
    assert y.tolist() == [6, 12, 18]
    assert whygrad.grad(y[2], x).tolist() == [2 * 2 * 3 + 3, 4 + 2]
    assert whygrad.grad(y[2], y[0]).item() == 3


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 100 * x  # not the derivative: so that it shows whose backward ran


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return -grad


def test_a_custom_function_is_differentiated_by_its_own_backward():
    with whygrad.watch():
        x = torch.tensor([2.0], requires_grad=True)
        y = torch.zeros(2)
        y[0] = x[0]
        y[1] = Cube.apply(y[0]) + Reverse.apply(y[0])
        z = x * 3 + Reverse.apply(x)
    assert whygrad.grad(y[1], y[0]).item() == 199
    assert whygrad.grad(y[1], x).tolist() == [199]
    assert whygrad.grad(z, x).tolist() == [[2]]


def test_dropout_is_not_drawn_again():
    torch.manual_seed(0)
    with whygrad.watch():
        x = torch.ones(64, requires_grad=True)
        y = torch.zeros(65)
        y[:64] = nn.functional.dropout(x * 2, 0.5)
        y[64] = y[:64].sum() ** 2
    torch.rand(7)
    state = torch.get_rng_state()
    found = whygrad.grad(y[64], x)
    assert torch.equal(torch.get_rng_state(), state)
    assert torch.equal(found, 2 * y[:64].sum() * y[:64].detach())


def test_batch_norm_in_training_and_inplace_activations():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3), nn.ReLU(inplace=True), nn.Linear(3, 2)).double()
    x = torch.randn(5, 3, dtype=torch.float64, requires_grad=True)
    (expected,) = torch.autograd.grad(model(x)[0, 1], x)
    mean = model[1].running_mean.clone()
    with whygrad.watch():
        y = torch.zeros(2, dtype=torch.float64)
        y[0] = model(x)[0, 1]
        y[1] = y[0] * 2
        mean = model[1].running_mean.clone()
        found = whygrad.grad(y[1], x)
    assert torch.allclose(found, 2 * expected)
    assert torch.equal(model[1].running_mean, mean)


def test_autocast_is_in_force_again():
    with whygrad.watch(), torch.autocast("cpu", torch.bfloat16):
        w = torch.full((4, 4), 1.0 + 2**-9, requires_grad=True)
        y = torch.zeros(2)
        y[0] = torch.mm(w, w).sum()
        y[1] = y[0] * 2
    assert whygrad.grad(y[1], w)[0, 0].item() == 16  # in bfloat16 `w` is 1


# -- what if -------------------------------------------------------------------------------------------------------


def test_through_a_detach_by_whatever_name_it_is_known():
    with whygrad.watch():
        w = torch.tensor([1.0, 2.0], requires_grad=True)
        h = (w**2).detach()
        loss = (h * 3).sum()
        answer = whygrad.why(loss)
    line = answer.findings[0].site.line
    for cut in (answer, answer.findings[0], "detached-tensor", line, [f"test_read.py:{line}"], [answer], True):
        assert whygrad.grad(loss, w, through=cut).tolist() == [6, 12]
    with pytest.warns(NoGradient):
        assert whygrad.grad(loss, w, through="grad-disabled").tolist() == [0, 0]


def test_through_one_cut_the_others_stay():
    with whygrad.watch():
        w = torch.tensor(2.0, requires_grad=True)
        first = (w * 3).detach()
        with torch.no_grad():
            second = w * 5
        loss = first + second + w
    assert whygrad.grad(loss, w).item() == 1
    assert whygrad.grad(loss, w, through="detached-tensor").item() == 4
    assert whygrad.grad(loss, w, through="grad-disabled").item() == 6
    assert whygrad.grad(loss, w, through=["grad-disabled", "detached-tensor"]).item() == 9


def test_through_a_decorator_that_switched_gradients_off():
    @torch.no_grad()
    def predict(v):
        return v * 3

    with whygrad.watch():
        w = torch.tensor(2.0, requires_grad=True)
        loss = predict(w) ** 2
        answer = whygrad.why(loss)
    assert whygrad.grad(loss, w, through=answer).item() == 36


@pytest.mark.parametrize(
    "rebuilt",
    [
        lambda h: torch.tensor([h[0].item(), 1.0]),
        lambda h: torch.tensor([h[0], h[1]]),
        lambda h: torch.tensor([float(h[0])]) * h[0].item() / h[0].item(),
        lambda h: h.data[:1] * 1.0,
        lambda h: copy.deepcopy(h.detach()),
    ],
)
def test_through_values_that_were_put_into_a_new_tensor(rebuilt):
    with whygrad.watch(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        w = torch.tensor([3.0, 4.0], requires_grad=True)
        loss = rebuilt(w * 2)[0] * 5
    with pytest.warns(NoGradient, match=r"cut.*test_read.py"):
        assert whygrad.grad(loss, w).tolist() == [0, 0]
    assert whygrad.grad(loss, w, through=True).tolist() == [pytest.approx(10), 0]


def test_through_needs_what_was_watched():
    w = torch.ones(1, requires_grad=True)
    with pytest.raises(ValueError, match="to be watched"):
        whygrad.grad(w.detach() * 2, w, through=True)
    with pytest.raises(TypeError, match="not a float"):
        whygrad.grad(w, w, through=1.5)


# -- zero, and why -------------------------------------------------------------------------------------------------


def test_zero_comes_with_the_line_that_cut():
    with whygrad.watch():
        w = torch.ones(2, requires_grad=True)
        h = w.detach()
        loss = h.sum()
    with pytest.warns(NoGradient, match=r"cut: `\.detach\(\)` at test_read\.py:\d+"):
        found = whygrad.grad(loss, w)
    assert found.tolist() == [0, 0]
    assert "detach" in found.reason


def test_zero_of_what_was_never_connected():
    with whygrad.watch():
        w, v = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
        loss = v.sum()
    with pytest.warns(NoGradient, match="never connected"):
        assert whygrad.grad(loss, w).tolist() == [0, 0]


def test_zero_that_pytorch_itself_knows_says_that_it_was_not_watched():
    w = torch.ones(2, requires_grad=True)
    with pytest.warns(NoGradient, match="was not computed from `wrt`; it was not recorded"):
        assert whygrad.grad((w * 1).sum(), torch.ones(2, requires_grad=True)).tolist() == [0, 0]


def test_what_nobody_recorded_is_unknown_and_no_zero():
    w, x = torch.ones(2, requires_grad=True), torch.ones(2)
    with pytest.raises(ValueError, match=r"unknown: `of` has no history.*not recorded"):
        whygrad.grad(w.detach().sum(), w)
    with pytest.raises(ValueError, match=r"unknown: `wrt` requires no gradient.*not recorded"):
        whygrad.grad((w * x).sum(), x)
    with whygrad.watch():
        y = w * 2
    with pytest.raises(ValueError, match="unknown"):
        whygrad.grad((y.detach() * x).sum(), x)


def test_the_session_that_saw_the_tensor_is_read():
    with whygrad.watch():
        w = torch.tensor([1.0, 2.0], requires_grad=True)
        loss = ((w**2).detach() * 3).sum()
    with whygrad.watch():
        torch.ones(3).sum()
    assert whygrad.grad(loss, w, through="detached-tensor").tolist() == [6, 12]


@pytest.mark.parametrize("nonsense", ["nonsense", "clipping-order", ["detached-tensor", "nonsense"], "file.py:x"])
def test_through_a_cut_that_is_not_there_is_refused(nonsense):
    with whygrad.watch():
        w = torch.tensor([1.0, 2.0], requires_grad=True)
        loss = ((w**2).detach() * 3).sum()
    with pytest.raises(ValueError, match="is not a"):
        whygrad.grad(loss, w, through=nonsense)
    assert whygrad.grad(loss, w, through="detach").tolist() == [6, 12]


def test_two_elements_of_one_tensor_that_have_nothing_to_do_with_each_other():
    _, h, _ = chain()
    with pytest.warns(NoGradient, match="different elements of one tensor"):
        assert whygrad.grad(h[3], h[0]).item() == 0


def test_a_derivative_that_is_zero_by_itself_has_no_reason():
    x = torch.tensor([-1.0, 2.0], requires_grad=True)
    found = whygrad.grad(torch.relu(x)[0], x)
    assert found.tolist() == [0, 0]
    assert found.reason == ""


# -- errors --------------------------------------------------------------------------------------------------------


def test_what_has_no_derivative_is_one_clear_sentence():
    x = torch.ones(2, requires_grad=True)
    with pytest.raises(TypeError, match="`wrt` holds int64 values, which have no derivative"):
        whygrad.grad(x.sum(), torch.arange(3))
    with pytest.raises(TypeError, match="`of` holds bool values"):
        whygrad.grad(x > 0, x)
    with pytest.raises(TypeError, match="`wrt` is a int, not a tensor"):
        whygrad.grad(x.sum(), 3)
    with pytest.raises(ValueError, match="meta device"):
        whygrad.grad(x.sum(), torch.ones(2, device="meta"))
    with pytest.raises(IndexError, match="out of bounds"):
        whygrad.grad(x.sum(), x[2])


def test_a_freed_graph_is_named_and_the_tape_goes_on_without_it():
    x = torch.tensor([2.0], requires_grad=True)
    loss = (x**3).sum()
    loss.backward()
    with pytest.raises(ValueError, match="a backward pass freed the graph"):
        whygrad.grad(loss, x)
    with whygrad.watch():
        loss = (x**3).sum()
        loss.backward()
    assert whygrad.grad(loss, x).tolist() == [12]


def test_a_tensor_written_in_place_without_watching_is_named():
    _, y = filled_from_itself()
    with pytest.raises(ValueError, match=r"written in place.*watch"):
        whygrad.grad(y[3], y[0])
    with whygrad.watch():
        _, y = filled_from_itself()
    with pytest.raises(ValueError, match=r"compute it, and `of`, inside"):
        whygrad.grad(y[3] * 2, y[0])
    whygrad._latest = None
    x, y = filled_from_itself()
    with pytest.raises(ValueError, match=r"overwritten in place.*watch"):
        whygrad.grad(y[3], x)


def test_a_value_that_was_overwritten_out_of_sight_is_not_used():
    with whygrad.watch():
        x, y = filled_from_itself()
    with torch.no_grad():
        y.mul_(2)  # after the block
    with pytest.raises(ValueError, match="overwritten outside the recording, after it was used"):
        whygrad.grad(y[3], x)


def test_values_that_were_let_go_are_named():
    with whygrad.watch(keep_bytes=1000):
        x = torch.ones(100, requires_grad=True)
        with torch.no_grad():  # else autograd holds the values too, and they are not counted
            y = (x * 2).sin().exp().tanh().sum() * 2
    with pytest.raises(ValueError, match="dropped to save memory"):
        whygrad.grad(y, x, through=True)


# -- nothing of the program's state changes ------------------------------------------------------------------------


@pytest.mark.parametrize("watched", [False, True])
def test_nothing_of_the_program_is_changed(watched):
    torch.manual_seed(0)
    with whygrad.watch(keep_bytes=2**20 if watched else 0):
        model = nn.Sequential(nn.Linear(3, 3), nn.Dropout(), nn.Tanh())
        x = torch.randn(2, 3, requires_grad=True)
        h = model[0](x)
        h.retain_grad()
        y = model[1:](h)
        loss = y.sum()
        rng, flags = torch.get_rng_state(), (torch.is_grad_enabled(), torch.is_inference_mode_enabled())
        first = whygrad.grad(y[0], h[0])
        second = whygrad.grad(y[0], h[0])
        assert whygrad.why(model[0].weight) is not None
    assert torch.equal(first, second)
    assert torch.equal(torch.get_rng_state(), rng)
    assert (torch.is_grad_enabled(), torch.is_inference_mode_enabled()) == flags
    assert h.grad is None and x.grad is None and all(p.grad is None for p in model.parameters())
    assert not first.requires_grad
    loss.backward()  # the graph is still there
    kept = h.grad.clone()
    y2 = model[1:](h)
    whygrad.grad(y2[0], h[0])
    assert torch.equal(h.grad, kept)


def test_a_question_inside_the_block_is_no_backward_pass_of_the_program():
    with whygrad.watch():
        used, unused = nn.Linear(2, 2), nn.Linear(2, 2)
        used(torch.ones(1, 2)).sum().backward()
        other = unused(torch.ones(1, 2)).sum()
        whygrad.grad(other, unused.weight)
        answer = whygrad.why(unused.weight)
    assert "was not used by the latest loss" in str(answer)


@pytest.mark.parametrize("requires_grad", [True, False])
def test_no_value_outlives_the_tensors_that_came_from_it(requires_grad):
    gc.disable()
    try:
        with whygrad.watch():
            x = torch.ones(10, requires_grad=requires_grad)
            h = x * 2
            y = torch.zeros(3)
            y[0] = h.sum()
            y[1] = (h * h).sum()
            y += 1
            tape = whygrad._latest.recorder.mode.taping.tape
            made = len(tape.calls)
            del h
            assert sum(ref() is not None for ref in tape.calls) == made
            del y
            assert [ref().op for ref in tape.calls if ref() is not None] == [torch.ones]
            assert tape.ledger.held == 0
    finally:
        gc.enable()


def test_under_the_command_no_values_are_kept():
    from whygrad.session import Session

    session = Session()
    session.start()
    try:
        assert session.recorder.mode.taping is None
    finally:
        session.stop()


def test_through_numpy_and_back():
    np = pytest.importorskip("numpy")
    with whygrad.watch():
        w = torch.tensor([3.0, 4.0, 5.0], requires_grad=True)
        array = (w * 2).detach().numpy()
        loss = (torch.from_numpy(array[1:]) * 5).sum()
        changed = torch.from_numpy(np.sqrt(array)).sum()
    with pytest.warns(NoGradient, match=r"cut: `\.numpy\(\)` at test_read\.py"):
        assert whygrad.grad(loss, w).tolist() == [0, 0, 0]
    assert whygrad.grad(loss, w, through=True).tolist() == [0, 10, 10]
    with pytest.warns(NoGradient, match=r"no recorded path leads.*left torch: `\.numpy\(\)` at test_read\.py"):
        assert whygrad.grad(changed, w, through=True).tolist() == [0, 0, 0]


@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")
def test_what_the_tape_cannot_keep_does_not_disturb_the_program():
    with whygrad.watch():
        x = torch.ones(3, requires_grad=True)
        sparse = torch.eye(3).to_sparse()
        y = torch.sparse.mm(sparse, x[:, None] * 2).sum()
        z = torch.func.vmap(lambda v: v.sin() * 2)(x)
        g = torch.func.grad(lambda v: (v**2).sum())(torch.ones(3))
        with torch.inference_mode():
            i = torch.ones(2) * 2
            i[0] = 5
            i += 1
        nested = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)])
        empty = torch.zeros(0)
        empty += 1
        x.detach().view(torch.int32)[0].item()
    assert not whygrad._latest.recorder.broken
    assert (z.shape, g.tolist(), i.tolist(), nested.size(0)) == ((3,), [2, 2, 2], [6, 3], 2)
    assert whygrad.grad(y, x).tolist() == [2, 2, 2]
    with pytest.raises(ValueError, match="does not keep the values"):
        whygrad.grad(y, x, through=True)


def test_a_leaf_made_of_a_detached_tensor_is_a_value_of_its_own():
    with whygrad.watch():
        x = torch.tensor([1.0, 2.0], requires_grad=True)
        h = (x * 3).detach().requires_grad_()
        p = nn.Parameter(x * 2)
        loss = (h**2).sum() + (p**2).sum()
    assert whygrad.grad(loss, h).tolist() == [6, 12]
    assert whygrad.grad(loss, p).tolist() == [4, 8]
    with pytest.warns(NoGradient, match=r"cut: .*`torch\.nn\.Parameter` at test_read"):
        assert whygrad.grad(loss, x).tolist() == [0, 0]
    assert whygrad.grad(loss, x, through="detached-tensor").tolist() == [26, 52]


def test_a_write_through_data_is_a_cut():
    with whygrad.watch():
        w = torch.tensor(2.0, requires_grad=True)
        y = torch.zeros(2)
        y.data[0] = w * 5
        z = y * 3
    with pytest.warns(NoGradient, match=r"cut: `\.data` at test_read"):
        assert whygrad.grad(z[0], w).item() == 0
    assert whygrad.grad(z[0], w, through=True).item() == 15


def test_a_parameter_before_and_after_it_was_updated():
    with whygrad.watch():
        w = torch.tensor([2.0, 3.0], requires_grad=True)
        before = (w**3).sum()
        with torch.no_grad():
            w.sub_(1.0)
        after = (w**2).sum()
    assert whygrad.grad(before, w).tolist() == [12, 27]
    assert whygrad.grad(after, w).tolist() == [2, 4]


def test_what_a_step_of_an_optimizer_overwrites_was_kept_before_it():
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    with whygrad.watch():
        old = model(torch.ones(3, 2)).pow(2).mean()
        old.backward()
        then = model.weight.grad.clone()
        optimizer.step()
        new = model(torch.ones(3, 2)).pow(2).mean()
    assert whygrad.grad(new, model.weight[0, 1]).item() == torch.autograd.grad(new, model.weight)[0][0, 1].item()
    assert torch.equal(whygrad.grad(old, model.weight), then)


def test_nothing_with_respect_to_something_is_nothing():
    x = torch.ones(3, requires_grad=True)
    assert whygrad.grad(x[:0] * 2, x).shape == (0, 3)
    assert whygrad.grad(x.sum(), x[:0]).shape == (0,)


def test_each_element_of_a_block_has_its_own_last_writing():
    with whygrad.watch():
        x = torch.tensor(3.0, requires_grad=True)
        y = torch.zeros(3)
        y[0] = x
        y[1] = y[0] * 5
        y[0] = x * x
        y[2] = y[0] * 7
    assert whygrad.grad(y[1:], y[0]).tolist() == [5, 7]
    assert whygrad.grad(y[1], y[0]).item() == 5
