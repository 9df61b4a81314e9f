"""Whatever a program does with torch, it does the same under the recorder, and the recorder does not break."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
import warnings

import pytest
import torch
from torch import nn

import whygrad
from whygrad.record.special.functions import FunctionCalls


@pytest.fixture(autouse=True)
def quiet_and_seeded():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def train(steps: int = 5) -> list[torch.Tensor]:
    """A training run whose every bit depends on what went before."""
    torch.manual_seed(3)
    model = nn.Sequential(
        nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(inplace=True), nn.Dropout(0.2), nn.Linear(16, 3)
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    out = []
    for _ in range(steps):
        x = torch.randn(8, 6)
        loss = nn.functional.cross_entropy(model(x), torch.randint(0, 3, (8,)))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        out.append(loss.detach())
    return [*out, *model.state_dict().values(), torch.randn(4)]


def test_a_training_run_is_the_same_to_the_bit():
    plain = train()
    with whygrad.watch():
        watched = train()
    assert len(plain) == len(watched)
    assert all(torch.equal(a, b) for a, b in zip(plain, watched, strict=True))


def test_the_fused_path_of_attention_is_kept():
    torch.manual_seed(0)
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2, 32, batch_first=True), 2).eval()
    x = torch.randn(2, 5, 16)
    with torch.no_grad():
        plain = encoder(x)
        with whygrad.watch():
            watched = encoder(x)
    assert torch.equal(plain, watched)


def test_compiled_code_is_compiled():
    runs = []

    def backend(graph, example):
        return lambda *args: runs.append(1) or graph(*args)

    torch._dynamo.reset()
    compiled = torch.compile(lambda x: (x * 2).sin(), backend=backend)
    with whygrad.watch():
        for _ in range(3):
            compiled(torch.ones(3))
    torch._dynamo.reset()
    assert len(runs) == 3


def test_code_that_was_compiled_under_the_recorder_is_rid_of_it_afterwards(monkeypatch):
    noted = []
    original = FunctionCalls._note
    monkeypatch.setattr(FunctionCalls, "_note", lambda self, *args: [noted.append(1), original(self, *args)])
    torch._dynamo.reset()
    layer = nn.Linear(2, 2)
    compiled = torch.compile(lambda x: layer(x).relu(), backend="aot_eager")
    with whygrad.watch():
        compiled(torch.ones(2, 2)).sum().backward()
    assert noted
    noted.clear()
    compiled(torch.ones(2, 2)).sum().backward()
    assert not noted


def test_a_warning_names_the_programs_own_line():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with whygrad.watch():
            nn.functional.softmax(torch.ones(2, 3))
    assert [w.filename for w in caught] == [__file__]


def test_a_traceback_that_the_program_prints_has_no_line_of_ours():
    import traceback

    with whygrad.watch():
        try:
            torch.ones(2, 3) @ torch.ones(2, 3)
        except RuntimeError:
            text = traceback.format_exc()
    assert "whygrad/record" not in text
    assert "torch.ones(2, 3) @ torch.ones(2, 3)" in text


def use_function_transforms():
    x, module = torch.randn(3), nn.Linear(3, 3)
    parameters = dict(module.named_parameters())
    torch.func.grad(lambda p: torch.func.functional_call(module, p, (x,)).sum())(parameters)
    torch.func.jacrev(torch.sin)(x)
    torch.func.jacfwd(torch.sin)(x)
    torch.func.hessian(lambda t: (t**2).sum())(x)
    torch.vmap(torch.sin)(x)


def use_odd_tensors():
    torch.sparse.mm(torch.eye(3).to_sparse().requires_grad_(), torch.ones(3, 2)).sum().backward()
    torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(3, 3)], requires_grad=True).unbind()
    nn.Linear(2, 2, device="meta")(torch.ones(1, 2, device="meta"))

    class Own(torch.Tensor):
        pass

    (torch.ones(3).as_subclass(Own).requires_grad_() * 2).sum().backward()


def use_modules_that_write():
    nn.Embedding(5, 3, padding_idx=0, max_norm=1.0)(torch.tensor([0, 1])).sum().backward()
    nn.LazyLinear(3)(torch.ones(2, 5)).sum().backward()
    nn.utils.parametrizations.spectral_norm(nn.Linear(3, 3))(torch.ones(1, 3)).sum().backward()


def use_other_modes():
    from torch.overrides import TorchFunctionMode
    from torch.utils.flop_counter import FlopCounterMode

    class Passing(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            return func(*args, **(kwargs or {}))

    with Passing(), FlopCounterMode(display=False), torch.device("cpu"):
        nn.Linear(2, 2)(torch.ones(1, 2)).sum().backward()
    with torch.autograd.graph.save_on_cpu():
        torch.ones(2, requires_grad=True).pow(2).sum().backward()


def use_copies():
    module = nn.Linear(3, 3)
    buffer = io.BytesIO()
    torch.save(module.state_dict(), buffer)
    buffer.seek(0)
    module.load_state_dict(torch.load(buffer))
    copied = pickle.loads(pickle.dumps(copy.deepcopy(module).half().float()))
    assert copied.weight.__dict__ == {}


def use_optimizers():
    for name in ("SGD", "Adam", "RMSprop", "Adagrad", "Adadelta", "NAdam", "RAdam", "ASGD", "Rprop", "LBFGS"):
        weight = nn.Parameter(torch.ones(2, 2))
        optimizer = getattr(torch.optim, name)([weight])

        def closure(optimizer=optimizer, weight=weight):
            optimizer.zero_grad()
            loss = weight.pow(2).sum()
            loss.backward()
            return loss

        optimizer.step(closure)


def use_recomputation():
    from torch.utils.checkpoint import checkpoint

    module, x = nn.Sequential(nn.Linear(3, 3), nn.ReLU()), torch.ones(2, 3, requires_grad=True)
    for reentrant in (True, False):
        checkpoint(module, x, use_reentrant=reentrant).sum().backward()
    torch.jit.trace(module, x)(x).sum().backward()


def use_views_that_autograd_refuses():
    base = torch.ones(4, requires_grad=True)
    with torch.no_grad():
        part = base[:1].mul_(2)
        for ask in (part.backward, lambda: torch.autograd.grad(part, base), part.retain_grad, lambda: part * 2):
            with contextlib.suppress(RuntimeError):
                ask()


def use_results_whose_leaf_learns_no_more():
    """They look like leaves then; of their gradients torch warns, which these tests take for an error."""
    from torch.utils.checkpoint import checkpoint

    leaf = torch.tensor([0.5, -1.0], requires_grad=True)
    made = checkpoint(lambda t: t.sin() * 2, leaf, use_reentrant=True)
    made.sum().backward()
    leaf.requires_grad = False
    with contextlib.suppress(RuntimeError):  # a second pass
        checkpoint(lambda t: t.sin() * 2, made, use_reentrant=False).sum().backward()


def use_the_compiler():
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: (x.sin() + 1).sum(), backend="aot_eager")
    x = torch.ones(3, requires_grad=True)
    for _ in range(2):
        compiled(x).backward()
    torch._dynamo.reset()


USES = [value for name, value in list(globals().items()) if name.startswith("use_")]


@pytest.mark.parametrize("use", USES, ids=lambda use: use.__name__)
def test_the_recorder_takes_whatever_a_program_does(use):
    with whygrad.watch():
        use()
    assert whygrad._latest.recorder.broken is None


def test_gradients_in_batches_are_taken_where_values_are_kept():
    """Such a gradient stands for several, and has no memory."""
    with whygrad.watch(keep_bytes=1 << 20):
        x = torch.ones(3, requires_grad=True)
        (rows,) = torch.autograd.grad(x.sin(), x, torch.eye(3), is_grads_batched=True)
        assert whygrad._latest.broken is None
    assert torch.equal(rows, torch.eye(3) * torch.ones(3).cos())
