"""Objects of the program's are not asked anything: not their truth, hash, equality, length, text, class or items."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest
import torch
from drawn import drawn
from torch import nn
from torch.autograd.graph import register_multi_grad_hook
from torch.utils.checkpoint import checkpoint

import whygrad
from whygrad.session import Session

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from transparent.recording import run_recorded

from whygrad.record.seam.holdings import groups_of

SOURCE = Path(whygrad.__file__).parent
STEPS = 10
asked: list[str] = []  # what objects were asked, by whomever


class Refused(Exception):
    """What an object of the program's raises when it is asked something."""


def asking(name, answer=None):
    def method(self, *args):
        asked.append(name)
        if answer is None:
            raise Refused(name)
        return answer(self, *args)

    return method


class Hostile:
    """Answers no question, and notes each; it can be called, and is no tensor whatever it says."""

    def __init__(self, act=lambda *args, **kwargs: None):
        object.__setattr__(self, "act", act)

    def __call__(self, *args, **kwargs):
        return object.__getattribute__(self, "act")(*args, **kwargs)

    for name in ("bool", "eq", "ne", "hash", "len", "repr", "str", "iter", "contains", "index", "float", "int", "dir"):
        locals()[f"__{name}__"] = asking(name)
    __getattr__ = asking("getattr")
    __setattr__ = asking("setattr")
    __class__ = property(asking("class"))  # type: ignore[assignment]
    __dict__ = property(asking("dict"))  # type: ignore[assignment]


class Honest(Hostile):
    """As hostile, but for its class, which torch itself asks for in some places."""

    __class__ = property(asking("class", lambda self: Honest))  # type: ignore[assignment]


class Listed(list):
    """A list that counts how often it is gone through."""

    __iter__ = asking("iter", list.__iter__)
    __len__ = asking("len", list.__len__)
    __getitem__ = asking("getitem", list.__getitem__)
    __bool__ = asking("bool", lambda self: True)


class HostileOptimizer(torch.optim.SGD):
    for name in ("bool", "eq", "hash", "len"):
        locals()[f"__{name}__"] = asking(f"optimizer {name}")


class HostileModule(nn.Module):
    """A model that answers for itself only where torch itself asks."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        # Past torch's own way of setting an attribute, which asks for its class.
        self.__dict__["thing"] = Hostile()
        self.things, self.named = [Hostile()], {"a": Hostile(), 3: Hostile()}
        self.listed = Listed([torch.ones(2), Hostile()])

    def forward(self, x):
        return self.layer(x)

    for name in ("bool", "len", "eq"):
        locals()[f"__{name}__"] = asking(f"module {name}")
    __hash__ = nn.Module.__hash__

    def parameters(self, recurse=True):
        asked.append("parameters")
        return super().parameters(recurse)

    def named_modules(self, *args, **kwargs):
        asked.append("named_modules")
        return super().named_modules(*args, **kwargs)


def leaf():
    return torch.ones(2, requires_grad=True)


def train(parameters, loss, make=torch.optim.SGD, act=lambda optimizer: None):
    optimizer = make(parameters, lr=0.1)
    act(optimizer)
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss().backward()
        optimizer.step()
    return optimizer


# -- programs --------------------------------------------------------------------------------------------------------


def hooks_on_tensors():
    w = leaf()
    h = w * 2
    for tensor in (w, h):
        tensor.register_hook(Hostile())
    w.register_post_accumulate_grad_hook(Hostile())
    h.grad_fn.register_hook(Hostile())
    h.grad_fn.register_prehook(Hostile())
    register_multi_grad_hook([w, h], Hostile())
    h.sum().backward()
    return w.grad


def hooks_on_modules():
    module = nn.Linear(2, 2)
    for name in ("forward", "forward_pre", "full_backward", "full_backward_pre"):
        getattr(module, f"register_{name}_hook")(Hostile())
    train(module.parameters(), lambda: module(torch.ones(1, 2, requires_grad=True)).sum())


def hooks_on_optimizers():
    def put(optimizer):
        optimizer.register_step_pre_hook(Hostile())
        optimizer.register_step_post_hook(Hostile())

    w = leaf()
    train([w], w.sum, act=put)


def hooks_on_saved_values():
    w = leaf()
    with torch.autograd.graph.saved_tensors_hooks(Hostile(lambda t: t), Hostile(lambda t: t)):
        (w * w).sum().backward()
    return w.grad


def lists_of_parameters():
    w = leaf()
    w.sum().backward()
    for given in (Listed([w]), (p for p in [w]), iter([w]), filter(None.__ne__, [w]), {w: 1}, [w]):
        nn.utils.clip_grad_norm_(given, 1.0)
        nn.utils.clip_grad_value_(given if isinstance(given, list) else [w], 1.0)
    for given in (Listed([w]), (p for p in [w]), iter([w]), {"a": w}.values()):
        torch.optim.SGD(given, lr=0.1)
    return w.grad


def empty_generators():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        nn.utils.clip_grad_norm_((p for p in ()), 1.0)
        nn.utils.clip_grad_norm_(iter(()), 1.0)
    return [(str(w.message), w.filename, w.lineno) for w in caught]


def limits_of_clipping():
    w = leaf()
    w.sum().backward()
    return nn.utils.clip_grad_norm_([w], torch.tensor(1.0)), nn.utils.clip_grad_norm_([w], Hostile(), 2.0)


def closures():
    w = leaf()

    def closure():
        optimizer.zero_grad()
        loss = w.pow(2).sum()
        loss.backward()
        return loss

    optimizer = torch.optim.SGD([w], lr=0.1)
    for _ in range(STEPS):
        optimizer.step(Hostile(closure))
    return w


def attributes_of_modules():
    module = HostileModule()
    train(nn.Module.parameters(module), lambda: module(torch.ones(1, 2)).sum())
    module.eval()
    module.train()
    module.other = HostileModule()


def optimizers_that_answer_nothing():
    w = leaf()
    optimizer = train([w], w.sum, make=HostileOptimizer)
    nn.utils.clip_grad_norm_([w], 1.0)
    torch.optim.lr_scheduler.LambdaLR(optimizer, Honest(lambda epoch: 0.5)).step()
    scaler = torch.amp.GradScaler("cpu", enabled=False)
    scaler.scale(w.sum()).backward()
    scaler.step(optimizer)
    return w


def groups_of_optimizers():
    class Stepping(torch.optim.Optimizer):
        def __init__(self, params, lr):
            super().__init__(params, {"lr": lr, "thing": Hostile()})

        def step(self):
            asked.append("step")

    def add(optimizer):
        optimizer.param_groups[0]["thing"] = Hostile()
        optimizer.param_groups.append({"params": Listed([Hostile(), 3]), "lr": Hostile()})
        optimizer.param_groups.append({"params": (p for p in [w]), "lr": 0.0})
        optimizer.param_groups.append({})

    w = leaf()
    optimizer = Stepping([w], 0.1)
    add(optimizer)
    for _ in range(STEPS):
        w.sum().backward()
        optimizer.step()
    return [len(list(group.get("params", ()))) for group in optimizer.param_groups]


def groups_that_are_no_list():
    class Stepping(torch.optim.Optimizer):
        def step(self):
            asked.append("step")

    w = leaf()
    optimizer = Stepping([w], {"lr": 0.1})
    for groups in (Hostile(), None, (g for g in ()), [Hostile()], 3):
        optimizer.param_groups = groups
        w.sum().backward()
        optimizer.step()


def arguments_of_functions():
    found = []
    for act in (
        lambda: torch.add(torch.ones(2), Hostile()),
        lambda: torch.ones(2).reshape(Hostile()),
        lambda: torch.stack([torch.ones(2), Hostile()]),
        lambda: torch.ones(2)[Hostile()],
        lambda: torch.ones(2).__setitem__(Hostile(), 1.0),
        lambda: torch.ones(2).__setitem__(0, Hostile()),
        lambda: torch.ones(2).__setitem__(slice(Hostile(), 1), 1.0),
        lambda: torch.ones(2).to(Hostile()),
        lambda: torch.equal(torch.ones(2), Hostile()),
        lambda: torch.autograd.grad(leaf().sum(), Hostile()),
        lambda: torch.autograd.grad(Hostile(), leaf()),
        lambda: torch.autograd.backward(Hostile()),
        lambda: leaf().sum().backward(Hostile()),
        lambda: leaf().sum().backward(retain_graph=Hostile()),
        lambda: leaf().requires_grad_(Hostile()),
        lambda: setattr(leaf(), "requires_grad", Hostile()),
        lambda: setattr(leaf(), "data", Hostile()),
        lambda: torch._C._set_grad_enabled(Hostile()),
        lambda: nn.Parameter(Hostile()),
        lambda: nn.Module().register_parameter(Hostile(), None),
        lambda: nn.Module().register_parameter("a", Hostile()),
        lambda: nn.Module().add_module("a", Hostile()),
        lambda: torch.stack(Listed([torch.ones(2), torch.ones(2)])),
        lambda: torch.tensor(Listed([1.0, 2.0])),
        lambda: nn.functional.relu(torch.ones(2), inplace=Hostile()),
    ):
        try:
            found.append(str(type(act())))
        except Exception as error:
            found.append((type(error).__name__, error.args if type(error) is Refused else str(error)))
    return found


def functions_that_are_objects():
    class Own(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return "answered"

    def act(x, fails=False):
        if torch.overrides.has_torch_function_unary(x):
            return torch.overrides.handle_torch_function(function, (x,), x, fails=fails)
        if fails:
            raise KeyError
        return x * 2

    function = Hostile(act)
    found = [function(torch.ones(2)) for _ in range(3)]
    found.append(function(torch.Tensor._make_subclass(Own, torch.ones(2))))
    try:
        function(torch.ones(2), fails=True)
    except KeyError:
        found.append("failed")
    return found


def results_that_are_objects():
    class Fields:
        _fields = ("a", "b")

    class Own(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return answers.pop(0)

    answers = [Hostile(), Fields(), Listed([1]), (Hostile(), torch.ones(1)), 3.0]
    own = torch.Tensor._make_subclass(Own, torch.ones(2))
    return [type(torch.sin(own)).__name__ for _ in range(4)], torch.equal(own, own)


def checkpointed_functions():
    thing, listed = Hostile(), Listed([1])
    module = HostileModule()

    def inner(x, number, named=None):
        return module(x) * 2 if thing is not None and listed is not None else x

    class Number(int):
        __eq__ = asking("number eq", int.__eq__)
        __ne__ = asking("number ne", int.__ne__)
        __repr__ = asking("number repr", int.__repr__)
        __hash__ = asking("number hash", int.__hash__)

    for function in (inner, Hostile(inner)):
        x = torch.ones(1, 2, requires_grad=True)
        checkpoint(function, x, Number(3), named={"a": Hostile()}, use_reentrant=False).sum().backward()
    return x.grad


def custom_functions():
    class Doubled(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, thing):
            ctx.thing, ctx.variable, ctx.saved = thing, thing, [thing]
            return x * 2

        @staticmethod
        def backward(ctx, gradient):
            return gradient * 2, None

    w = leaf()
    train([w], lambda: Doubled.apply(w, Honest()).sum())
    return w


def variables_of_functions():
    thing, named, listed = Hostile(), {Key(): Hostile(), 1: torch.ones(2)}, Listed([torch.ones(2)])
    w = leaf()
    train([w], lambda: (w * 2).sum())
    return thing is None, len(named), list.__len__(listed)


class Key:
    __repr__ = asking("key repr")
    __str__ = asking("key str")
    __eq__ = asking("key eq")

    def __hash__(self):
        return id(self)


def modules_that_load_when_asked():
    class Lazy(ModuleType):
        __getattr__ = asking("module getattr")

    class Proxy:
        __getattribute__ = asking("proxy")

    sys.modules["whygrad_lazy_module"], sys.modules["whygrad_lazy_proxy"] = Lazy("lazy"), Proxy()
    try:
        w = leaf()
        train([w], lambda: (w * 2).sum())
        with warnings.catch_warnings(record=True):
            warnings.simplefilter("always")
            nn.functional.softmax(torch.ones(2, 3))
    finally:
        del sys.modules["whygrad_lazy_module"], sys.modules["whygrad_lazy_proxy"]


class OwnError(RuntimeError):
    for name in ("bool", "len", "eq", "repr"):
        locals()[f"__{name}__"] = asking(f"error {name}")
    __str__ = asking("error str", lambda self: "own text")
    __hash__ = RuntimeError.__hash__


def errors_that_are_caught():
    def raising(error):
        def act(*_):
            raise error

        return act

    found = []
    for error in (OwnError(Hostile()), RuntimeError(Hostile()), RuntimeError(Hostile(), 1), KeyError(Key())):
        h = leaf() * 2
        h.register_hook(raising(error))
        fails = raising(error)
        for act in (h.sum().backward, partial(torch.ones(2).map_, torch.ones(2), fails)):
            try:
                act()
            except Exception as caught:
                found.append((caught is error, type(caught).__name__))
    return found


class HostileMeta(type):
    __eq__ = asking("class eq")
    __hash__ = asking("class hash")


class HostileTensorMeta(HostileMeta, type(torch.Tensor)):
    pass


class OddTensor(torch.Tensor, metaclass=HostileTensorMeta):
    pass


class OddList(list, metaclass=HostileMeta):
    pass


class OddValue(metaclass=HostileMeta):
    pass


def classes_that_answer_nothing():
    w = leaf()
    h = (torch.ones(2).as_subclass(OddTensor) * w).add_(1)
    h[0] = torch.stack([w, h]).sum() + torch.cat(OddList([w, w])).sum()
    seen = (h, OddValue(), OddList([1]))
    checkpoint(lambda a: a * len(seen), w * 2, use_reentrant=False).sum().backward()
    with pytest.raises(TypeError):
        nn.functional.linear(OddValue(), w)
    train(OddList([w]), lambda: (w * 2).sum())
    return w.grad, type(h) is OddTensor


class ShyTensor(torch.Tensor):
    is_floating_point = asking("is_floating_point")
    is_inference = asking("is_inference")
    _base = property(asking("_base"))


def tensors_of_modules_that_answer_nothing():
    net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
    net.table = torch.randn(2).as_subclass(ShyTensor)
    first, last = net
    train(net.parameters(), lambda: last(first(torch.ones(1, 2)).detach()).sum())  # so that its names are searched
    return last.weight.grad


PROGRAMS = [
    classes_that_answer_nothing,
    tensors_of_modules_that_answer_nothing,
    hooks_on_tensors,
    hooks_on_modules,
    hooks_on_optimizers,
    hooks_on_saved_values,
    lists_of_parameters,
    empty_generators,
    limits_of_clipping,
    closures,
    attributes_of_modules,
    optimizers_that_answer_nothing,
    groups_of_optimizers,
    groups_that_are_no_list,
    arguments_of_functions,
    functions_that_are_objects,
    results_that_are_objects,
    checkpointed_functions,
    custom_functions,
    variables_of_functions,
    modules_that_load_when_asked,
]


def run(program):
    asked.clear()
    torch.manual_seed(0)
    try:
        out = program()
    except Exception as error:
        out = (type(error).__name__, error.args)
    return repr(out), list(asked)


@pytest.mark.parametrize("way", drawn(["run", "watch"], 2))
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_objects_of_the_program_are_asked_by_us_nothing_at_all(program, way):
    plain = run(program)
    # Torch itself asks in two of them; the others would show nothing if they were refused.
    assert "Refused" not in plain[0] or program in (arguments_of_functions, limits_of_clipping)
    recorded = run_recorded(way, lambda: run(program))
    if program is arguments_of_functions:  # torch reads arguments twice where a mode is in force
        plain, recorded = ((out, set(questions)) for out, questions in (plain, recorded))
    assert recorded == plain


@pytest.mark.parametrize("way", ["run", "watch"])
def test_an_error_of_the_programs_own_class_ends_no_recording(way):
    plain = run(errors_that_are_caught)[0]
    assert run_recorded(way, lambda: run(errors_that_are_caught)[0]) == plain


@pytest.mark.parametrize(
    "error",
    [
        lambda: OwnError("text"),
        lambda: RuntimeError(Hostile()),
        lambda: AttributeError("text", name="backward", obj=Hostile()),
        lambda: KeyError(Key()),
    ],
)
def test_an_error_that_ends_the_program_is_asked_for_its_text_alone(error):
    session = Session()
    thing, module = Hostile(), HostileModule()
    session.start()
    try:
        h = module(torch.ones(1, 2)) * 2
        raised = error()
        try:
            raise raised from OwnError(h.sum().item())
        except Exception as caught:
            asked.clear()
            session.failed(caught)
    finally:
        session.stop()
    assert session.recorder.broken is None
    assert set(asked) <= {"error str"}
    assert thing is not None


def test_a_child_process_may_be_started_with_any_callable():
    import multiprocessing

    process = multiprocessing.get_context("fork").Process(target=Hostile())
    asked.clear()
    run_recorded("run", lambda: [process.start(), process.join()])
    assert asked == []
    assert process.exitcode == 0


class Asked(torch.optim.SGD):
    """Has its groups behind a property that does something."""

    def _groups(self):
        asked.append("groups")
        return self.__dict__["own"]

    param_groups = property(_groups, lambda self, groups: self.__dict__.update(own=groups))


class HandingOn(torch.optim.Optimizer):
    """As wrappers of optimizers do."""

    def __init__(self, inner):
        self.inner = inner

    @property
    def param_groups(self):
        return self.inner.param_groups


def test_groups_behind_a_property_are_read_where_it_only_hands_them_on():
    optimizer = torch.optim.SGD([leaf()], lr=0.1)
    assert groups_of(HandingOn(HandingOn(optimizer))) == optimizer.param_groups
    assert groups_of(HandingOn(torch.ones(1))) == []
    other = Asked([leaf()], lr=0.1)
    asked.clear()
    assert groups_of(other) == groups_of(HandingOn(other)) == []
    assert asked == []


def test_a_property_with_the_groups_is_asked_as_often_as_without_recording():
    def counted(way):
        asked.clear()
        w = leaf()
        optimizer = Asked([w], lr=0.1)

        def work():
            for _ in range(STEPS):
                optimizer.zero_grad()
                (w * 2).sum().backward()
                optimizer.step()

        run_recorded(way, work)
        return len(asked)

    assert counted("plain") == counted("run") == counted("watch")


# -- that it stays so ------------------------------------------------------------------------------------------------

ASKING = ("isinstance", "repr", "vars", "hasattr")
METHODS = ("parameters", "named_parameters", "named_modules", "modules", "children", "named_children", "named_buffers")
OWN = {  # the objects that are asked there are torch's, Python's, or our own
    "isinstance": {"patching.py", "calls.py", "torch_modes.py", "__init__.py", "noted_graph.py", "compiled_graphs.py"},
    "repr": {"patching.py", "watched_state.py"},
    "vars": {"patching.py", "__init__.py"},
    "hasattr": {
        "function_state.py",
        "hidden_frames.py",
        "own_lines_in_warnings.py",
        "patched.py",
        "torch_api.py",
        "torch_modes.py",
    },
    # Of a History, and of Owners.
    "parameters": {
        "training.py",
        "looked_step.py",
        "step_inspection.py",
        "frozen_parameters.py",
        "closure_passes.py",
        "closures_without_pass.py",
        "idle_clearings.py",
        "dead_gradients.py",
        "lasting_nan.py",
        "lowered_likelihoods.py",
        "kept_values.py",
    },
}


def questions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING:
            yield node.func.id
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            yield node.func.attr
        elif isinstance(node, ast.Attribute) and node.attr in ("__class__", "param_groups"):
            yield node.attr
        elif (
            isinstance(node, ast.Call)
            and ast.unparse(node).startswith("getattr(")
            and "param_groups" in ast.unparse(node)
        ):
            yield "param_groups"
        elif isinstance(node, ast.Compare) and re.match(r"type\([^()]*\) (not )?in ", ast.unparse(node)):
            yield "equality of a class"


def test_no_watcher_asks_in_a_way_that_runs_code_of_the_programs():
    files = [f for part in ("record", "tape") for f in sorted((SOURCE / part).rglob("*.py"))]
    found = {(file.name, question) for file in files for question in questions(file.read_text())}
    assert {(name, question) for question, names in OWN.items() for name in names} <= found
    unknown = {(name, question) for name, question in found if name not in OWN.get(question, ())}
    assert unknown == set()


@pytest.mark.parametrize(
    "text", ["isinstance(x, int)", "x.__class__", "model.parameters()", "o.param_groups", "type(x) in (int, str)"]
)
def test_such_a_question_would_be_found(text):
    assert list(questions(text))


def test_no_weak_dictionary_compares_its_keys():
    """Those of `weak_tables.py` do not; Python's own would ask the program's objects."""
    text = {f.name: f.read_text() for part in ("record", "tape", "elements") for f in (SOURCE / part).rglob("*.py")}
    assert not {name for name, t in text.items() if re.search("Weak(KeyDictionary|ValueDictionary|Set)\\b", t)}
