"""A call may be written in any mix of positions and keywords, or be odd: it does what it does plainly."""

from __future__ import annotations

import ast
import inspect
import logging
import re
import sys
import threading
import traceback
import warnings
import weakref
from collections import defaultdict
from itertools import islice
from pathlib import Path

import pytest
import torch
from drawn import WHOLE, drawn
from torch import nn

import whygrad
from whygrad.session import Session

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from transparent.observe import Describer, difference, seed
from transparent.operators import Copier, operators
from transparent.recording import run_recorded

WAYS = ("run", "watch")
SOURCE = Path(whygrad.__file__).parent
FAMILIES = ("nn.functional.", "linalg.", "fft.", "special.", "sparse.")


@pytest.fixture(autouse=True)
def without_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def outcome(call):
    """What a call returns or raises, as plain data."""
    seed()
    try:
        return Describer().of(call())
    except BaseException as error:
        return [type(error).__name__, re.sub("0x[0-9a-f]+", "0x", str(error))]


# -- torch's operators -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schemas():
    found = defaultdict(list)
    for schema in torch._C._jit_get_all_schemas():
        names = ["input" if a.name == "self" else a.name for a in schema.arguments]
        found[schema.name].append(names)
    return found


def names_of(name, function, schemas):
    """The names under which a function may know its arguments, in each of its forms."""
    try:
        parameters = inspect.signature(function).parameters.values()
        return [[p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]]
    except (TypeError, ValueError):
        return schemas[f"aten::{name.removeprefix('nn.functional.').partition(chr(39))[0].replace('.', '_')}"]


def run(function, args, kwargs):
    copier = Copier()
    given, named = copier.of(list(args)), copier.of(kwargs)
    return outcome(lambda: [function(*given, **named), given, named])


def calls_of(name, op, schemas):
    """The operator, as a function, a method and in place, with its first argument by position, its first two, ..."""
    dtypes = sorted(op.supported_dtypes("cpu"), key=lambda dtype: dtype is not torch.float32)
    learns = bool(dtypes and op.supports_autograd and dtypes[0].is_floating_point)
    for sample in islice(op.sample_inputs("cpu", dtypes[0], requires_grad=learns) if dtypes else (), 1):
        args = (sample.input, *sample.args)
        forms = [names for names in names_of(op.name, op.op, schemas) if len(names) >= len(args)]
        by_keyword = [{**dict(zip(names, args, strict=False)), **sample.kwargs} for names in forms]
        works = [run(op.op, (), named)[0] == "list" for named in by_keyword]
        for names in forms[works.index(True) :][:1] if True in works else forms[:1]:
            for function in filter(None, (op.op, op.method_variant, op.inplace_variant)):
                for number in range(0 if function is op.op else 1, len(args)):
                    named = dict(zip(names[number:], args[number:], strict=False))
                    yield function, args[:number], {**named, **sample.kwargs}


@pytest.fixture
def filled_memory():
    """What no operator has written holds the same in each run, not what happened to lie there."""
    torch.use_deterministic_algorithms(True, warn_only=True)  # which also fills
    yield
    torch.use_deterministic_algorithms(False)


@pytest.mark.usefixtures("filled_memory")
def test_every_operator_takes_its_arguments_in_every_mix_of_position_and_keyword(schemas):
    chosen = dict(drawn(operators().items(), 12))  # another part each time
    calls = [(name, *call) for name, op in chosen.items() for call in calls_of(name, op, schemas)]
    plain = [run(*call) for _, *call in calls]
    recorded = run_recorded("run", lambda: [run(*call) for _, *call in calls])
    differing = [
        (name, sorted(call[2]), one, other)
        for (name, *call), one, other in zip(calls, plain, recorded, strict=True)
        if difference(one, other) is not None and difference(one, run(*call)) is None
    ]
    assert differing == []
    by_keyword = {name for (name, _, args, _), one in zip(calls, plain, strict=True) if not args and one[0] == "list"}
    assert len(by_keyword) > (450 if WHOLE else len(chosen) // 2)


# -- what is special to us, or replaced by us -------------------------------------------------------------------------


class Duck:
    """Answers in torch's place, with something that torch would never return."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return "quack"


def leaf():
    return torch.ones(2, requires_grad=True)


def optimizer():
    return torch.optim.SGD([leaf()], lr=0.1)


def switching(**kwargs):
    try:
        return torch._C._set_grad_enabled(**kwargs), torch.is_grad_enabled()
    finally:
        torch._C._set_grad_enabled(True)


def with_gradient():
    w = leaf()
    w.sum().backward()
    return w


TENSOR = torch.Tensor
# Every way is tried in which a call of these is right, unusual or wrong.
SPECIAL = {
    TENSOR.requires_grad.__set__: [lambda f: f(leaf(), False), lambda f: f(leaf()), lambda f: f(leaf(), "no")],
    TENSOR.requires_grad_: [lambda f: f(leaf(), requires_grad=False), lambda f: f(leaf(), no=1), lambda f: f()],
    TENSOR.__setitem__: [
        lambda f: f(torch.ones(3), 0, 2.0),
        lambda f: f(torch.ones(3), 0),
        lambda f: f(torch.ones(3), (slice(0, 1),), leaf().sum()),
        lambda f: f(torch.ones(3), key=0, value=1),
    ],
    TENSOR.data.__set__: [lambda f: f(leaf(), torch.zeros(2)), lambda f: f(leaf()), lambda f: f(leaf(), 3)],
    TENSOR.grad.__get__: [lambda f: f(with_gradient()), lambda f: f(leaf(), TENSOR), lambda f: f(), lambda f: f(3)],
    TENSOR.grad.__set__: [
        lambda f: f(leaf(), torch.zeros(2)),
        lambda f: f(with_gradient(), None),
        lambda f: f(leaf()),
        lambda f: f(leaf(), 3),
    ],
    torch._C._set_grad_enabled: [
        lambda f: switching(enabled=False),
        lambda f: switching(),
        lambda f: switching(on=1),
        lambda f: switching(enabled=3),
    ],
    torch.autograd.grad: [
        lambda f: f(inputs=(x := leaf()), outputs=x.sum(), create_graph=True),
        lambda f: f((x := leaf()).sum(), x, grad_outputs=torch.ones(())),
        lambda f: f(Duck(), leaf()),
        lambda f: f(leaf().sum(), inputs=Duck()),
        lambda f: f(leaf().sum(), inputs=3),
        lambda f: f(outputs=[], inputs=()),
        lambda f: f(),
    ],
    TENSOR.__deepcopy__: [
        lambda f: f(leaf(), {}),
        lambda f: f(leaf(), memo={}),
        lambda f: f(memo={}, self=leaf()),
        lambda f: f((x := leaf()), {id(x): x}),
        lambda f: f((x := leaf()), {id(x): 3}),
        lambda f: f(leaf() * 2, {}),
        lambda f: f(leaf()),
        lambda f: f(leaf(), None),
        lambda f: f(Duck(), {}),
        lambda f: f(),
    ],
    TENSOR.retain_grad: [lambda f: f(leaf() * 2), lambda f: f(self=leaf() * 2), lambda f: f()],
    TENSOR.register_hook: [
        lambda f: type(f(leaf(), hook=print)),
        lambda f: type(f(self=leaf(), hook=print)),
        lambda f: type(f(hook=print, self=leaf())),
        lambda f: f(leaf()),
        lambda f: f(hook=print),
        lambda f: type(f(leaf(), "no function")),
    ],
    TENSOR.register_post_accumulate_grad_hook: [
        lambda f: type(f(leaf(), hook=print)),
        lambda f: type(f(self=leaf(), hook=print)),
        lambda f: f(leaf() * 2, hook=print),
        lambda f: f(),
    ],
    TENSOR.item: [lambda f: f(leaf().sum()), lambda f: f(self=leaf().sum()), lambda f: f(leaf()), lambda f: f()],
    TENSOR.tolist: [lambda f: f(leaf()), lambda f: f(self=leaf()), lambda f: f()],
    TENSOR.numpy: [lambda f: f(leaf(), force=True), lambda f: f(leaf()), lambda f: f(force=True)],
    TENSOR.__array__: [lambda f: f(torch.ones(2), dtype=None), lambda f: f(self=torch.ones(2)), lambda f: f()],
    TENSOR.__float__: [lambda f: f(leaf().sum()), lambda f: f()],
    TENSOR.__int__: [lambda f: f(leaf().sum()), lambda f: f()],
    TENSOR.__index__: [lambda f: f(torch.tensor(3)), lambda f: f(leaf()), lambda f: f()],
    TENSOR.__complex__: [lambda f: f(leaf().sum()), lambda f: f()],
    TENSOR.__format__: [
        lambda f: f(leaf().sum(), format_spec=".1f"),
        lambda f: f(self=leaf().sum(), format_spec=""),
        lambda f: f(),
    ],
    TENSOR.__bool__: [lambda f: f(leaf().sum()), lambda f: f(leaf()), lambda f: f()],
    torch.equal: [
        lambda f: f(input=leaf(), other=leaf()),
        lambda f: f(other=leaf(), input=leaf()),
        lambda f: f(x=leaf(), x2=leaf()),
        lambda f: f(leaf(), other=leaf()),
        lambda f: f(Duck(), leaf()),
        lambda f: f(leaf(), Duck()),
        lambda f: f(input=Duck(), other=Duck()),
        lambda f: f(leaf()),
        lambda f: f(),
    ],
    TENSOR.equal: [lambda f: f(leaf(), other=leaf()), lambda f: f(leaf(), Duck()), lambda f: f(leaf()), lambda f: f()],
    torch.allclose: [
        lambda f: f(input=leaf(), other=leaf()),
        lambda f: f(leaf(), other=leaf(), rtol=0.1, atol=0.2, equal_nan=True),
        lambda f: f(leaf(), leaf(), 0.1, atol=0.2),
        lambda f: f(other=Duck(), input=leaf()),
        lambda f: f(),
    ],
    TENSOR.allclose: [lambda f: f(leaf(), other=leaf(), rtol=0.0), lambda f: f(leaf()), lambda f: f()],
}


def scripted():
    return torch.jit.script(nn.Linear(2, 2)).eval()


def checkpointed(**kwargs):
    return torch.utils.checkpoint.checkpoint(use_reentrant=False, **kwargs)


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_non_differentiable()
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


def clipped(*args, **kwargs):
    return nn.utils.clip_grad_norm_(*args, **kwargs)


def engine(*args, **kwargs):
    return torch.autograd._engine_run_backward(*args, **kwargs)


def swapped(**kwargs):
    one, other = kwargs["t1"], kwargs["t2"]
    torch.utils.swap_tensors(**kwargs)
    return one, other


def unscaled(scaler, optimizer):
    scaler.scale(outputs=optimizer.param_groups[0]["params"][0].sum()).backward()
    return scaler.unscale_(optimizer=optimizer), scaler.step(optimizer=optimizer)


def caller(**kwargs):
    return logging.getLogger().findCaller(**kwargs)[2]


REPLACED = [
    lambda: torch.from_numpy(torch.ones(2).numpy()),
    lambda: torch.from_numpy(ndarray=3),
    lambda: torch.from_numpy(),
    lambda: torch.from_numpy("no array"),
    lambda: nn.Parameter(data=torch.ones(1), requires_grad=False),
    lambda: nn.Parameter.__new__(cls=nn.Parameter, data=torch.ones(1)),
    lambda: nn.Parameter(3),
    lambda: torch.autograd.Variable(data=torch.ones(1), requires_grad=True),
    lambda: torch.autograd.Variable(),
    lambda: torch.inference_mode.__enter__(),
    lambda: torch.inference_mode(mode=True).__exit__(),
    lambda: Doubled.apply(leaf()),
    lambda: Doubled.apply(x=leaf()),
    lambda: Doubled.apply(leaf(), cls=3, self=4),
    lambda: Doubled.apply(),
    lambda: torch.autograd.Function.apply(torch.ones(2)),
    lambda: torch.autograd.function.FunctionCtx.mark_non_differentiable(),
    lambda: torch.autograd.function.FunctionCtx.mark_non_differentiable(torch.autograd.function.FunctionCtx(), ctx=1),
    lambda: type(scripted()(input=torch.ones(1, 2))),
    lambda: scripted()(),
    lambda: type(torch.jit.freeze(mod=scripted())),
    lambda: torch.jit.freeze(),
    lambda: torch.jit.freeze(3),
    lambda: torch.jit.optimize_for_inference(mod=3),
    lambda: torch.autograd.graph.saved_tensors_hooks.__enter__(),
    lambda: torch.autograd.graph.saved_tensors_hooks(3, 4).__exit__(),
    lambda: checkpointed(function=torch.sin),
    lambda: checkpointed(function=lambda x, fn, inner: x * fn, x=leaf(), fn=2, inner=3),
    lambda: checkpointed(function=lambda function_, x: x * 2, x=leaf()),
    lambda: engine(),
    lambda: engine(tensors=(leaf().sum(),)),
    lambda: engine((leaf().sum(),), (None,), False, False, (), True, True),
    lambda: engine(
        (leaf().sum(),), grad_tensors=(None,), keep_graph=1, create_graph=0, inputs=(), accumulate_grad=True
    ),
    lambda: engine(iter(()), (), False, False, ()),
    lambda: engine([leaf().sum()], (None,), False, False, ()),
    lambda: torch.autograd.backward(tensors=leaf().sum(), inputs=[leaf()]),
    lambda: torch.autograd.backward(torch.autograd.graph.get_gradient_edge(leaf().sum())),
    lambda: torch.autograd.backward([torch.autograd.graph.get_gradient_edge(leaf())], ["no gradient"]),
    lambda: torch.autograd.backward(Duck()),
    lambda: torch.autograd.backward([Duck()]),
    lambda: torch.autograd.backward(None),
    lambda: torch.autograd.backward((x := leaf().sum(), x.detach())),
    lambda: TENSOR.backward([leaf().sum()], {}),
    lambda: TENSOR.backward([torch.ones(()), 3], {}),
    lambda: TENSOR.backward([leaf().sum()]),
    lambda: TENSOR.backward(Duck()),
    lambda: leaf().sum().backward(gradient="no gradient"),
    lambda: leaf().sum().backward(inputs=Duck()),
    lambda: torch.optim.Optimizer(params=[leaf()], defaults={}).param_groups,
    lambda: torch.optim.Optimizer(),
    lambda: torch.optim.SGD(params=(p for p in [leaf()]), lr=0.1).param_groups,
    lambda: torch.optim.SGD(params=iter([])),
    lambda: torch.optim.SGD(lr=0.1),
    lambda: torch.optim.Optimizer.zero_grad(self=optimizer(), set_to_none=True),
    lambda: torch.optim.Optimizer.zero_grad(),
    lambda: nn.Module.zero_grad(self=nn.Linear(1, 1)),
    lambda: nn.Module.zero_grad(),
    lambda: optimizer().step(closure=lambda: 3.0),
    lambda: torch.optim.SGD.step(self=optimizer()),
    lambda: torch.optim.SGD.step(),
    lambda: optimizer().step(1, 2, 3),
    lambda: torch.optim.lr_scheduler.LambdaLR(optimizer=optimizer(), lr_lambda=lambda e: 1.0).get_last_lr(),
    lambda: torch.optim.lr_scheduler.LRScheduler(),
    lambda: torch.optim.lr_scheduler.LRScheduler(3),
    lambda: clipped(parameters=[with_gradient()], max_norm=1.0),
    lambda: clipped(max_norm=1.0, parameters=with_gradient()),
    lambda: clipped([with_gradient()], max_norm="no number"),
    lambda: clipped(parameters=iter([with_gradient()]), max_norm=torch.tensor(1.0)),
    lambda: clipped(),
    lambda: clipped(5),
    lambda: clipped([3], 1.0),
    lambda: nn.utils.clip_grad_value_(clip_value=0.5, parameters=[with_gradient()]),
    lambda: torch.amp.GradScaler(enabled=False).scale(outputs=torch.ones(1)),
    lambda: torch.amp.GradScaler(enabled=False).scale(),
    lambda: torch.amp.GradScaler(enabled=False).step(optimizer=optimizer()),
    lambda: torch.amp.GradScaler(enabled=False).step(3),
    lambda: torch.amp.GradScaler("cpu").unscale_(3),
    lambda: unscaled(torch.amp.GradScaler("cpu"), optimizer()),
    lambda: nn.Module.register_parameter(self=nn.Module(), name="a", param=None),
    lambda: nn.Module().register_parameter("a"),
    lambda: nn.Module().register_parameter(name=[], param=None),
    lambda: nn.Module().register_parameter(param=nn.Parameter(torch.ones(1)), name="a"),
    lambda: nn.Module().add_module(name="a", module=3),
    lambda: type(nn.Module.eval(self=nn.Module())),
    lambda: nn.Module().eval(3),
    lambda: type(nn.Module.register_forward_hook(self=nn.Module(), hook=print, prepend=True)),
    lambda: type(nn.Module().register_forward_pre_hook(hook=print, with_kwargs=True)),
    lambda: type(nn.Module().register_full_backward_hook(hook=print)),
    lambda: nn.Module().register_forward_hook(),
    lambda: nn.Module().register_backward_hook(),
    lambda: nn.parallel.DistributedDataParallel(),
    lambda: nn.parallel.DistributedDataParallel(module=3),
    lambda: swapped(t1=torch.ones(2), t2=torch.zeros(2)),
    lambda: torch.utils.swap_tensors(),
    lambda: torch.utils.swap_tensors(3, 4),
    lambda: torch.functional.handle_torch_function(),
    lambda: torch.overrides.has_torch_function(),
    lambda: torch.overrides.has_torch_function(relevant_args=3),
    lambda: torch.overrides.has_torch_function(3),
    lambda: leaf().sum().grad_fn.register_hook(),
    lambda: type(leaf().sum().grad_fn.register_prehook(print)),
    lambda: threading.Thread._bootstrap_inner(),
    lambda: type(threading.Thread(target=print, daemon=True)),
    lambda: [frame.f_code.co_name for frame, _ in traceback.walk_stack(f=sys._getframe())][:1],
    lambda: list(traceback.walk_tb(tb=None)),
    lambda: [traceback.walk_tb(None).__name__, traceback.walk_stack(sys._getframe()).__name__],
    lambda: traceback.walk_stack(),
    lambda: len(inspect.getouterframes(frame=sys._getframe(), context=0)) > 3,
    lambda: inspect.getouterframes(),
    lambda: warnings.warn(stacklevel=1),
    lambda: warnings.warn(message="text", category=UserWarning, stacklevel=1, source=None),
    lambda: warnings.warn("text", 3, 1),
    lambda: warnings.warn("text", UserWarning, "one"),
    lambda: warnings.warn("text", stacklevel=None),
    lambda: caller(stacklevel=1, stack_info=False),
    lambda: caller(stacklevel="one"),
    lambda: sys._getframe(depth=1),
    lambda: sys._getframe("one"),
    lambda: sys._getframe(1, 2),
    lambda: sys._getframe(0).f_code.co_name,
    lambda: weakref.getweakrefs(),
    lambda: weakref.getweakrefs(object=3),
    lambda: weakref.getweakrefs(3),
    lambda: weakref.getweakrefcount(),
    lambda: weakref.getweakrefcount(leaf()),
]


def compare(call, way):
    plain = outcome(call)
    assert difference(plain, run_recorded(way, lambda: outcome(call))) is None


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("function", SPECIAL, ids=lambda f: f"{f.__name__} of {type(f).__name__}")
def test_a_special_function_is_called_as_it_was_written(function, way):
    for call in SPECIAL[function]:
        compare(lambda call=call: call(function), way)


def test_every_special_function_is_tried():
    with whygrad.watch():
        special = set(Session.running.recorder.mode.special)
    assert {getattr(f, "__name__", f) for f in special ^ set(SPECIAL)} == set()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("call", [pytest.param(c, id=str(n)) for n, c in enumerate(REPLACED)])
def test_a_function_that_is_replaced_is_called_as_it_was_written(call, way):
    compare(call, way)


# -- that it stays so ------------------------------------------------------------------------------------------------


def wrappers(tree):
    """The functions that call the `original` that they stand for, with those calls."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and all(a.arg != "original" for a in function.args.args):
            inner = {
                n
                for f in ast.walk(function)
                if isinstance(f, ast.FunctionDef) and f is not function
                for n in ast.walk(f)
            }
            calls = [n for n in ast.walk(function) if isinstance(n, ast.Call) and n not in inner]
            calls = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id == "original"]
            if calls:
                yield function, calls


def assumes_positions(function, calls):
    taken = re.sub(r": (Any|object)\b", "", ast.unparse(function.args))
    return taken != "*args, **kwargs" or all(ast.unparse(call) != "original(*args, **kwargs)" for call in calls)


def test_whatever_stands_for_a_function_takes_any_arguments_and_hands_them_on():
    found = {}
    for file in SOURCE.rglob("*.py"):
        for function, calls in wrappers(ast.parse(file.read_text())):
            found[f"{file.name}:{function.name}"] = assumes_positions(function, calls)
    assert len(found) > 20
    known = {
        "handing_over.py:handle_torch_function": "has the parameters of torch's own",
        "hidden_frames.py:name_of": "is called by torch's own code, with one value",
        "checkpoints.py:again": "is called by torch's own code, with positions",
    }
    assert {name for name, assumes in found.items() if assumes} == set(known)


@pytest.mark.parametrize("taken", ["tensor, *args, **kwargs", "*args", "self, **kwargs", "*args, **kwargs"])
def test_a_function_that_assumes_positions_would_be_found(taken):
    tree = ast.parse(f"def wrap(original):\n    def stands({taken}):\n        return original(args[0])")
    assert [assumes_positions(*found) for found in wrappers(tree)] == [True]


def test_no_note_reads_an_argument_by_its_position():
    """A note gets what was given by name; the calls themselves are made elsewhere."""
    text = (SOURCE / "record" / "special" / "special_calls.py").read_text().partition("class SpecialCalls")[2]
    assert text
    assert not re.search(r"args\[|kwargs\[", text)
