"""Operators of the program's own, higher-order operators, transforms of Functions, and what modules are wrapped in."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import torch
from torch import nn
from torch.library import Library, custom_op, opcheck

STEPS = 9


def operators_of_the_programs_own() -> Any:
    calls: list[str] = []

    @custom_op("transparent::scaled", mutates_args=())
    def scaled(x: torch.Tensor, factor: float) -> torch.Tensor:
        calls.append("forward")
        return torch.from_numpy(x.detach().numpy() * factor)

    @scaled.register_fake
    def _(x: torch.Tensor, factor: float) -> torch.Tensor:
        return torch.empty_like(x)

    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.factor = inputs[1]

    def backward(ctx: Any, g: torch.Tensor) -> Any:
        calls.append("backward")
        return g * ctx.factor, None

    scaled.register_autograd(backward, setup_context=setup)
    scaled.register_vmap(lambda info, dims, x, factor: (scaled(x, factor), dims[0]))
    w = torch.ones(3, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1)
    for _ in range(STEPS):
        optimizer.zero_grad()
        scaled(w, 2.0).pow(2).sum().backward()
        optimizer.step()
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: scaled(x, 3.0).sum(), backend="aot_eager", fullgraph=True)
    compiled(w).backward()
    mapped = torch.vmap(lambda x: scaled(x, 4.0))(torch.ones(2, 3))
    traced = torch.export.export(_Calling(scaled), (torch.ones(3),))
    return calls, w, w.grad, mapped, str(traced.graph), opcheck(scaled, (torch.ones(3), 2.0))


class _Calling(nn.Module):
    def __init__(self, function: Any) -> None:
        super().__init__()
        self.function = function

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.function(x, 2.0)


def operators_that_write() -> Any:
    @custom_op("transparent::add_one_", mutates_args={"x"})
    def add_one_(x: torch.Tensor) -> None:
        x.add_(1)

    older = Library("transparent_older", "DEF")
    older.define("twice(Tensor x) -> Tensor")
    older.impl("twice", lambda x: x * 2, "CompositeImplicitAutograd")
    x = torch.zeros(3)
    y = torch.ones(3, requires_grad=True)
    h = y * 1
    add_one_(x)
    torch.ops.transparent_older.twice(h).sum().backward()
    try:
        add_one_(y)
    except RuntimeError as error:
        message = str(error)
    return x, x._version, y.grad, message


def conditions_loops_and_scans() -> Any:
    from torch._higher_order_ops.associative_scan import associative_scan
    from torch._higher_order_ops.scan import scan
    from torch._higher_order_ops.while_loop import while_loop

    found: list[Any] = []
    x = torch.arange(4.0, requires_grad=True)
    torch._dynamo.reset()
    for value in (1.0, -1.0):
        chosen = torch.cond(torch.tensor(value) > 0, lambda t: t.sin(), lambda t: t * 2, (x,))
        chosen.sum().backward()
        found.append(chosen)
    found.append(while_loop(lambda i, t: i < 3, lambda i, t: (i + 1, t * 2), (torch.tensor(0), torch.ones(2))))
    found.append(scan(lambda c, v: (c + v, c * v), torch.zeros(1), x.detach().reshape(4, 1)))
    found.append(associative_scan(lambda a, b: a + b, x.detach(), 0, combine_mode="generic"))
    return found, x.grad


def functions_with_generated_and_given_vmap_rules() -> Any:
    class Generated(torch.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x: torch.Tensor) -> torch.Tensor:
            return x.sin()

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs)
            ctx.save_for_forward(*inputs)

        @staticmethod
        def backward(ctx: Any, g: torch.Tensor) -> torch.Tensor:
            return g * ctx.saved_tensors[0].cos()

        @staticmethod
        def jvp(ctx: Any, t: torch.Tensor) -> torch.Tensor:
            return t * ctx.saved_tensors[0].cos()

    class Given(Generated):
        generate_vmap_rule = False

        @staticmethod
        def vmap(info: Any, dims: Any, x: torch.Tensor) -> Any:
            return Given.apply(x), dims[0]

    x, found = torch.randn(3, 2), []
    for function in (Generated, Given):
        for _ in range(3):
            w = x.clone().requires_grad_()
            function.apply(w).sum().backward()
            found.append(w.grad)
        found.append(torch.vmap(function.apply)(x))
        found.append(torch.vmap(torch.func.grad(lambda t, f=function: f.apply(t).sum()))(x))
        found.append(torch.func.jacrev(function.apply)(x[0]))
        found.append(torch.func.jvp(function.apply, (x[0],), (torch.ones(2),)))
        found.append(torch.func.hessian(lambda t, f=function: f.apply(t).sum())(x[0]))
    return found


def transforms_inside_transforms() -> Any:
    model = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
    models = [copy.deepcopy(model) for _ in range(2)]
    parameters, buffers = torch.func.stack_module_state(models)
    base = copy.deepcopy(model).to("meta")
    x = torch.randn(4, 3)

    def run(p: Any, b: Any, x: torch.Tensor) -> torch.Tensor:
        return torch.func.functional_call(base, (p, b), (x,))

    found: list[Any] = [torch.vmap(run, in_dims=(0, 0, None))(parameters, buffers, x)]
    loss = lambda p, t: torch.func.functional_call(model, p, (t,)).pow(2).sum()  # noqa: E731
    p = dict(model.named_parameters())
    for _ in range(3):
        found.append(torch.vmap(torch.func.grad_and_value(loss), in_dims=(None, 0))(p, x))
        found.append(torch.func.jacrev(torch.func.grad(lambda t: loss(p, t)))(x[0]))
        found.append(torch.func.jacfwd(torch.func.jacrev(lambda t: t.prod()))(x[0]))
        found.append(torch.vmap(torch.vmap(torch.exp))(x))
        found.append(torch.func.jvp(torch.func.grad(lambda t: loss(p, t)), (x[0],), (x[1],)))
        w = x[0].clone().requires_grad_()  # ordinary autograd around a transform
        torch.func.grad(lambda t: loss(p, t))(w).sum().backward()
        found.append(w.grad)
    for randomness in ("error", "same", "different"):
        try:
            found.append(torch.vmap(nn.functional.dropout, randomness=randomness)(x))
        except RuntimeError as error:
            found.append(str(error))
    found.append([q.grad for q in model.parameters()])
    return found


def forward_mode_in_a_training() -> Any:
    forward = torch.autograd.forward_ad
    model = nn.Linear(3, 1)
    tangents = {name: torch.randn_like(p) for name, p in model.named_parameters()}
    found: list[Any] = []
    for _ in range(STEPS):
        with forward.dual_level():
            duals = {n: forward.make_dual(p.detach(), tangents[n]) for n, p in model.named_parameters()}
            out = torch.func.functional_call(model, duals, (torch.randn(4, 3),)).pow(2).mean()
            slope = forward.unpack_dual(out).tangent
            found.append(slope)
        with torch.no_grad():
            for name, p in model.named_parameters():
                p.sub_(0.1 * slope * tangents[name])
        with forward.dual_level(), torch.enable_grad():  # forward over reverse
            w = torch.ones(2, requires_grad=True)
            (g,) = torch.autograd.grad((forward.make_dual(w, torch.ones(2)) ** 3).sum(), w)
            found.append(forward.unpack_dual(g).tangent)
    return found, list(model.parameters())


def modules_that_are_wrapped() -> Any:
    parametrizations = nn.utils.parametrizations
    import warnings

    warnings.simplefilter("ignore")

    class Symmetric(nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x.triu() + x.triu(1).transpose(-1, -2)

        def right_inverse(self, x: torch.Tensor) -> torch.Tensor:
            return x.triu()

    def symmetric() -> nn.Module:
        layer = nn.Linear(3, 3)
        nn.utils.parametrize.register_parametrization(layer, "weight", Symmetric())
        return layer

    makers = {
        "own": symmetric,
        "weight norm": lambda: parametrizations.weight_norm(nn.Linear(3, 3)),
        "spectral norm": lambda: parametrizations.spectral_norm(nn.Linear(3, 3)),
        "orthogonal": lambda: parametrizations.orthogonal(nn.Linear(3, 3)),
        "older weight norm": lambda: nn.utils.weight_norm(nn.Linear(3, 3)),
        "older spectral norm": lambda: nn.utils.spectral_norm(nn.Linear(3, 3)),
        "pruned": lambda: nn.utils.prune.random_unstructured(nn.Linear(3, 3), "weight", 0.3),
        "lazy": lambda: nn.LazyLinear(3),
    }
    found = {}
    for name, make in makers.items():
        torch.manual_seed(1)
        layer = make()
        layer(torch.ones(1, 3))
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        for _ in range(STEPS):
            optimizer.zero_grad()
            layer(torch.randn(4, 3)).pow(2).mean().backward()
            optimizer.step()
        found[name] = [sorted(dict(layer.named_parameters())), *layer.state_dict().values(), copy.deepcopy(layer).bias]
        with torch.no_grad(), nn.utils.parametrize.cached():
            found[name].append(layer(torch.ones(1, 3)))
    return found


def averages_of_weights() -> Any:
    swa = torch.optim.swa_utils
    torch.manual_seed(1)
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    averages = [
        swa.AveragedModel(model),
        swa.AveragedModel(model, multi_avg_fn=swa.get_ema_multi_avg_fn(0.9), use_buffers=True),
        swa.AveragedModel(model, avg_fn=swa.get_ema_avg_fn(0.9)),
    ]
    schedule = swa.SWALR(optimizer, swa_lr=0.05)
    for _ in range(STEPS):
        optimizer.zero_grad()
        model(torch.randn(4, 3)).pow(2).mean().backward()
        optimizer.step()
        for average in averages:
            average.update_parameters(model)
        schedule.step()
    swa.update_bn([torch.randn(4, 3) for _ in range(3)], averages[0])
    return [list(a.state_dict().values()) for a in averages], schedule.get_last_lr()


class _Hook:
    """A hook that can be pickled."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, module: Any, args: Any, out: Any) -> None:
        self.calls += 1


def everything_is_pickled_and_copied() -> Any:
    model = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    model[0].register_forward_hook(_Hook())
    optimizer = torch.optim.Adam(model.parameters())
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 5)
    scaler = torch.amp.GradScaler("cpu")
    for _ in range(STEPS):
        optimizer.zero_grad()
        model(torch.randn(3, 2)).sum().backward()
        optimizer.step()
        schedule.step()
    x = torch.ones(2, requires_grad=True)
    things = [model, optimizer, optimizer.state_dict(), scaler, x, x.data, model[0].weight, torch.Generator(), x.dtype]
    things += [torch.relu, nn.functional.relu, torch.Tensor.add, nn.Linear.forward, torch.optim.SGD, torch.no_grad()]
    things += [nn.Parameter, torch.Tensor, torch.Size([1]), torch.autograd.Function, torch.nn.Module.zero_grad]
    things += [torch.optim.Optimizer.zero_grad, nn.utils.clip_grad_norm_, torch.amp.GradScaler.step, torch.from_numpy]
    sizes = []
    for thing in things:
        try:
            data = pickle.dumps(thing)
            sizes.append((len(data), type(pickle.loads(data)).__name__, b"whygrad" in data))
        except Exception as error:
            sizes.append(f"{type(error).__name__}: {error}")
    again = pickle.loads(pickle.dumps([model, optimizer]))
    copied, shallow = copy.deepcopy([model, optimizer]), copy.copy(model)
    copied[1].step()
    keys = [sorted(vars(thing)) for thing in (*again, *copied, shallow, x)]
    return sizes, keys, [p.grad for p in again[0].parameters()], shallow[0].weight is model[0].weight


def tensors_die_and_their_ids_come_back() -> Any:
    import gc
    import weakref

    w = torch.ones(3, requires_grad=True)
    events: list[Any] = []
    gc.disable()
    for step in range(STEPS):
        h = w * 2
        kept = weakref.ref(h, lambda _, s=step: events.append(("called back", s)))
        view = h[1:]
        loss = h.exp().sum() + view.sum()
        loss.backward()
        del h
        events.append((kept() is None, view._base is not None))
        del view, loss
        events.append((kept() is None, weakref.getweakrefcount(w), len(weakref.getweakrefs(w))))
    w2 = weakref.ref(w)
    keyed = weakref.WeakKeyDictionary({nn.Linear(1, 1): 1})
    events.append((len(keyed), weakref.getweakrefcount(w), w2() is w))
    gc.enable()
    assert w.grad is not None  # reading it makes it an object of Python's
    events.append(sum(type(o) is torch.Tensor for o in gc.get_objects()))
    events.append(len(gc.garbage))
    return events, w.grad
