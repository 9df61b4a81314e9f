"""A module with enabled elements is saved, moved, copied, compiled and shared as a plain one is."""

from __future__ import annotations

import copy
import gc
import io
import pickle
import weakref

import pytest
import torch
import torch.nn.functional as F
from elements.enabled_training import INPUT, MASK, ROWS, START, TARGET, bits, frozen, linear, train
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode

import whygrad

CHOICES = [{"rows": ROWS}, {"elements": MASK}]


def enabled_linear(choice=None) -> nn.Linear:
    """With some steps behind it, so that the small parameter differs from what it was made of."""
    module = linear()
    whygrad.enable(module, "weight", **(choice or CHOICES[0]))
    train(torch.optim.AdamW(module.parameters(), lr=0.05), lambda: F.mse_loss(module(INPUT), TARGET), steps=3)
    assert not torch.equal(module.weight, START)
    return module


def assert_still_enabled(module: nn.Linear, input: Tensor = INPUT) -> None:
    """Training moves the chosen rows and nothing else."""
    before = module.weight.detach().clone()
    loss = lambda: module(input).pow(2).sum()  # noqa: E731
    train(torch.optim.AdamW(module.parameters(), lr=0.05), loss, steps=2)
    assert torch.equal(module.weight[frozen("rows")], before[frozen("rows")])
    assert not torch.equal(module.weight[ROWS], before[ROWS])


@pytest.mark.parametrize("choice", CHOICES, ids=["rows", "elements"])
@pytest.mark.parametrize("assign", [False, True])
def test_state_dicts_go_both_ways(choice, assign):
    module = enabled_linear(choice)
    saved = module.state_dict()
    assert {key: value.shape for key, value in saved.items()} == {"weight": (4, 5)}
    assert torch.equal(saved["weight"], module.weight)

    plain = linear()
    plain.load_state_dict(saved, strict=True, assign=assign)
    assert torch.equal(plain.weight, module.weight)

    other = nn.Linear(5, 4, bias=False, dtype=torch.float64)
    module.load_state_dict(other.state_dict(), strict=True, assign=assign)
    assert torch.equal(module.weight, other.weight)
    assert torch.equal(module(INPUT), other(INPUT)) or choice is CHOICES[0]
    torch.testing.assert_close(module(INPUT), other(INPUT))


def test_a_loaded_state_dict_is_what_the_optimizer_goes_on_from():
    module = enabled_linear()
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
    module.load_state_dict(linear().state_dict(), assign=True)
    train(optimizer, lambda: F.mse_loss(module(INPUT), TARGET), steps=1)
    assert torch.equal(bits(module.weight)[frozen("rows")], bits(START)[frozen("rows")])
    assert not torch.equal(module.weight[ROWS], START[ROWS])


def test_assigning_another_type_of_number_makes_a_parameter_of_it_and_tells_the_optimizer():
    module = enabled_linear()
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
    module.load_state_dict({"weight": START.float()}, assign=True)
    assert module.weight.dtype == torch.float32
    assert optimizer.param_groups[0]["params"][0] is next(module.parameters())


@pytest.mark.parametrize("choice", CHOICES, ids=["rows", "elements"])
def test_a_state_dict_may_be_asked_for_between_forward_and_backward(choice):
    module = enabled_linear(choice)
    input = INPUT.clone().requires_grad_()
    loss = module(input).sum()
    expected = torch.autograd.grad(module(input).sum(), input)
    module.state_dict()
    loss.backward()
    assert torch.equal(input.grad, expected[0])


def test_a_wrong_state_dict_is_refused_as_by_a_plain_module():
    module = enabled_linear()
    before = module.weight.detach().clone()
    for wrong in ({"weight": START[:2]}, {}, {"weight": START, "bias": START[0]}):
        with pytest.raises(RuntimeError) as ours:
            module.load_state_dict(wrong)
        with pytest.raises(RuntimeError) as plain:
            linear().load_state_dict(wrong)
        assert str(ours.value).replace("EnabledLinear", "Linear") == str(plain.value)
    assert torch.equal(module.weight, before) or torch.equal(module.weight, START)


def test_keys_of_a_deeper_model_stay_in_order_and_none_is_added():
    def build():
        return nn.Sequential(nn.Linear(5, 4), nn.BatchNorm1d(4), nn.Linear(4, 2))

    model = build()
    whygrad.enable(model, "0.weight", 0)
    whygrad.enable(model[0], "bias", [1, 2])
    whygrad.enable(model, "1.weight", [True, False, False, True])
    whygrad.enable(model, "2.weight", (slice(None), 0))
    assert list(model.state_dict()) == list(build().state_dict())
    build().load_state_dict(model.state_dict())
    model.load_state_dict(build().state_dict())
    model(torch.randn(3, 5)).sum().backward()
    assert {name: tuple(p.grad.shape) for name, p in model.named_parameters()} == {
        "0.enabled_weight.weight": (1, 5),
        "0.enabled_bias.bias": (2,),
        "1.bias": (4,),
        "1.enabled_weight.weight": (2,),
        "2.bias": (2,),
        "2.enabled_weight.weight": (2,),
    }


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32])
def test_it_is_converted_as_a_whole(dtype):
    module = enabled_linear()
    expected = module.weight.detach().to(dtype)
    assert module.to(dtype) is module
    assert torch.equal(module.weight, expected)
    if dtype == torch.float32:
        assert_still_enabled(module, INPUT.float())


def test_half_and_to_another_device_keep_it():
    assert enabled_linear().half().weight.dtype == torch.float16
    assert enabled_linear().to("meta").weight.device.type == "meta"


def pickled(module):
    return pickle.loads(pickle.dumps(module))


def saved_and_loaded(module):
    file = io.BytesIO()
    torch.save(module, file)
    file.seek(0)
    return torch.load(file, weights_only=False)


@pytest.mark.parametrize("make", [copy.deepcopy, pickled, saved_and_loaded])
def test_a_copy_is_enabled_too_and_on_its_own(make):
    module = enabled_linear()
    before = module.weight.detach().clone()
    copied = make(module)
    assert torch.equal(copied.weight, before)
    assert_still_enabled(copied)
    assert torch.equal(module.weight, before)
    whygrad.enable(copied, "weight", False)
    assert type(copied) is nn.Linear and type(module) is not nn.Linear


@pytest.mark.parametrize("choice", CHOICES, ids=["rows", "elements"])
def test_it_is_compiled_in_one_graph(choice):
    module = enabled_linear(choice)
    compiled = torch.compile(module, backend="aot_eager", fullgraph=True)
    module.zero_grad()
    module(INPUT).pow(2).sum().backward()
    (parameter,) = module.parameters()
    expected, parameter.grad = parameter.grad, None
    compiled(INPUT).pow(2).sum().backward()
    torch.testing.assert_close(parameter.grad, expected)


@pytest.mark.parametrize("choice", CHOICES, ids=["rows", "elements"])
def test_it_runs_in_lower_precision(choice):
    module = linear().float()
    plain = copy.deepcopy(module)
    whygrad.enable(module, "weight", **choice)
    with torch.autocast("cpu", torch.bfloat16):
        got, expected = module(INPUT.float()), plain(INPUT.float())
    assert got.dtype == expected.dtype == torch.bfloat16
    torch.testing.assert_close(got, expected)
    got.sum().backward()
    (parameter,) = module.parameters()
    assert parameter.grad.dtype == torch.float32


def test_per_sample_gradients_can_be_taken():
    module = enabled_linear()

    def loss(parameters, sample):
        return torch.func.functional_call(module, parameters, (sample,)).pow(2).sum()

    parameters = {name: p.detach() for name, p in module.named_parameters()}
    each = torch.func.vmap(torch.func.grad(loss), in_dims=(None, 0))(parameters, INPUT)
    whole = torch.func.grad(loss)(parameters, INPUT)
    torch.testing.assert_close(each["enabled_weight.weight"].sum(0), whole["enabled_weight.weight"])


def test_an_embedding_is_compiled_in_one_graph():
    embedding = nn.Embedding(20, 3)
    whygrad.enable(embedding, "weight", rows=[2, 7])
    words = torch.tensor([[1, 2], [7, 2]])
    compiled = torch.compile(embedding, backend="aot_eager", fullgraph=True)
    assert torch.equal(compiled(words), embedding(words))
    compiled(words).sum().backward()
    assert embedding.enabled_weight.weight.grad.tolist() == [[2.0] * 3, [1.0] * 3]


class Tied(nn.Module):
    def __init__(self, number: int = 20, size: int = 6) -> None:
        super().__init__()
        self.words = nn.Embedding(number, size)
        self.head = nn.Linear(size, number, bias=False)
        self.head.weight = self.words.weight

    def forward(self, input):
        return self.head(self.words(input))


def train_tied(model, steps=3):
    words = torch.tensor([1, 2, 3, 7])
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=0.05)
    train(optimizer, lambda: F.cross_entropy(model(words), words.roll(1)), steps)


def test_tied_weights_stay_tied():
    torch.manual_seed(0)
    model = Tied()
    start = model.words.weight.detach().clone()
    whygrad.enable(model.head, "weight", rows=[2, 7])
    assert [tuple(p.shape) for p in model.parameters()] == [(2, 6)]
    train_tied(model)
    assert torch.equal(model.words.weight, model.head.weight)
    changed = (model.words.weight != start).any(dim=1)
    assert changed.nonzero().flatten().tolist() == [2, 7]

    copied = copy.deepcopy(model).to(torch.float32)
    assert copied.words.enabled_weight is copied.head.enabled_weight
    saved = model.state_dict()
    assert saved["words.weight"].data_ptr() == saved["head.weight"].data_ptr()

    whygrad.enable(model.words, "weight", False)
    assert model.head.weight is model.words.weight
    assert type(model.head) is nn.Linear and type(model.words) is nn.Embedding


def test_tied_weights_train_as_beside_constants():
    torch.manual_seed(0)
    model = Tied()
    by_hand = copy.deepcopy(model)
    whygrad.enable(model.words, "weight", rows=[2, 7])
    train_tied(model, steps=20)

    start, rows = by_hand.words.weight.detach(), torch.tensor([2, 7])
    part = start[rows].requires_grad_()
    words = torch.tensor([1, 2, 3, 7])

    def loss():
        whole = start.index_put((rows,), part)
        return F.cross_entropy(F.linear(F.embedding(words, whole), whole), words.roll(1))

    train(torch.optim.AdamW([part], lr=0.05), loss)
    torch.testing.assert_close(model.words.weight[rows], part)


def memory(argument):
    return argument.untyped_storage().data_ptr() if torch.is_tensor(argument) else None


class LargestResult(TorchDispatchMode):
    """How many elements the largest tensor has that any operation makes."""

    largest = 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        if torch.is_tensor(result) and memory(result) not in map(memory, args):  # not a view
            self.largest = max(self.largest, result.numel())
        return result


@pytest.mark.parametrize("enabled", [True, False])
def test_no_step_with_enabled_rows_makes_a_tensor_of_the_size_of_the_whole(enabled):
    model = Tied(2000, 64)
    if enabled:
        whygrad.enable(model.words, "weight", rows=range(10))
    optimizer = torch.optim.AdamW(model.parameters())
    words = torch.tensor([1, 2, 3, 1000])
    with LargestResult() as mode:
        F.cross_entropy(model(words), words).backward()
        optimizer.step()
    assert (mode.largest < 0.1 * 2000 * 64) == enabled


def test_undoing_leaves_the_plain_module_with_the_values_of_now():
    module = enabled_linear()
    now = module.weight.detach().clone()
    whygrad.enable(module, "weight", False)
    assert type(module) is nn.Linear and not list(module.children())
    assert type(module.weight) is nn.Parameter and torch.equal(module.weight, now)
    assert [name for name, _ in module.named_parameters()] == ["weight"]


def test_undoing_gives_a_parameter_that_was_frozen_back_frozen():
    module = linear().requires_grad_(False)
    with whygrad.enable(module, "weight", rows=ROWS):
        assert [p.requires_grad for p in module.parameters()] == [True]
    assert not module.weight.requires_grad


def test_gradients_that_are_there_already_stay():
    module = linear()
    module(INPUT).sum().backward()
    whole = module.weight.grad.clone()
    whygrad.enable(module, "weight", rows=ROWS)
    assert torch.equal(module.enabled_weight.weight.grad, whole[ROWS])
    whygrad.enable(module, "weight", False)
    assert torch.equal(module.weight.grad[ROWS], whole[ROWS])
    assert not module.weight.grad[frozen("rows")].any()


def test_functional_calls_take_either_parameters_or_a_whole_state_dict():
    module = enabled_linear()
    call = torch.func.functional_call
    torch.testing.assert_close(call(module, dict(module.named_parameters()), (INPUT,)), module(INPUT))
    assert torch.equal(
        call(module, {"weight": torch.zeros(4, 5, dtype=torch.float64)}, (INPUT,)), torch.zeros_like(TARGET)
    )


@pytest.mark.parametrize(
    "options", [{}, {"padding_idx": 2}, {"max_norm": 1.0}, {"scale_grad_by_freq": True}, {"sparse": True}]
)
def test_an_embedding_gives_what_a_plain_one_gives(options):
    plain = nn.Embedding(20, 3, **options)
    embedding = copy.deepcopy(plain)
    whygrad.enable(embedding, "weight", rows=[7, 2, 2])
    words = torch.tensor([[1, 2, 7, 2], [7, 19, 0, 2]])
    factors = torch.arange(24.0).view(2, 4, 3)
    expected, got = plain(words), embedding(words)
    assert torch.equal(got, expected)
    (expected * factors).sum().backward()
    (got * factors).sum().backward()
    gradient = embedding.enabled_weight.weight.grad
    assert torch.equal(gradient.to_dense(), plain.weight.grad.to_dense()[[2, 7]])


def test_a_recurrent_module_can_be_used_and_copied():
    torch.manual_seed(0)
    plain = nn.LSTM(3, 4)
    module = copy.deepcopy(plain)
    whygrad.enable(module, "weight_hh_l0", rows=[1, 5])
    input = torch.randn(5, 2, 3)
    for each in (module, copy.deepcopy(module), plain):
        each(input)[0].sum().backward()
    copied = copy.deepcopy(module)
    assert torch.equal(copied(input)[0], plain(input)[0])
    torch.testing.assert_close(module.enabled_weight_hh_l0.weight_hh_l0.grad, plain.weight_hh_l0.grad[[1, 5]])


def test_parameters_of_a_list_can_be_chosen():
    parameters = nn.ParameterList([torch.ones(3), torch.ones(2)])
    whygrad.enable(parameters, "0", 1)
    (parameters[0] * parameters[1].sum()).sum().backward()
    assert [tuple(p.grad.shape) for p in parameters.parameters()] == [(2,), (1,)]


def test_nothing_is_kept_alive():
    def trained():
        module = enabled_linear()
        tensor = START.clone()
        whygrad.enable(tensor, ROWS)
        optimizer = torch.optim.Adam([tensor, *module.parameters()])
        train(optimizer, lambda: F.mse_loss(module(INPUT + tensor[0]), TARGET), steps=1)
        elements = module.enabled_weight
        return [weakref.ref(each) for each in (module, elements, elements._frozen, tensor, optimizer)]

    kept = trained()
    gc.collect()
    assert [each() for each in kept] == [None] * 5


def test_the_frozen_part_needs_no_second_copy():
    module = linear()
    memory = module.weight.data_ptr()
    whygrad.enable(module, "weight", rows=ROWS)
    assert module.state_dict()["weight"].data_ptr() == memory
    whygrad.enable(module, "weight", False)
    assert module.weight.data_ptr() == memory


def test_it_shows_how_much_is_enabled():
    assert "2 of 4 rows" in repr(enabled_linear())
    assert "3 of 20 elements" in repr(enabled_linear(CHOICES[1]))
