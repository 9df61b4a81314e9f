"""Programs that are traced, compiled, exported or transformed."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch._dynamo.utils import counters
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx

BACKEND = "aot_eager"  # needs no compiler of C++


def _counted() -> dict[str, Any]:
    """What the compiler counts: graphs, of which a recompilation makes one more, and breaks with their reasons."""
    return {
        "stats": dict(counters["stats"]),
        "breaks": {k: v for k, v in counters["graph_break"].items()},
    }


def compiled_training() -> Any:
    torch._dynamo.reset()
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.Adam(model.parameters())
    compiled = torch.compile(model, backend=BACKEND)
    losses = []
    for _ in range(18):
        optimizer.zero_grad()
        loss = compiled(torch.randn(3, 4)).pow(2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return losses, list(model.parameters()), _counted()


def compiled_with_breaks() -> Any:
    torch._dynamo.reset()

    @torch.compile(backend=BACKEND)
    def run(x: torch.Tensor) -> torch.Tensor:
        h = x.sin()
        if h.sum().item() > 0:
            h = h * 2
        print("traced or run")
        with torch.no_grad():
            scale = h.abs().max()
        return h / scale

    x = torch.ones(3, requires_grad=True)
    for _ in range(12):
        run(x).sum().backward()
    return x.grad, _counted()


def compiled_of_many_shapes() -> Any:
    torch._dynamo.reset()
    run = torch.compile(lambda x, n: (x * n).sum(), backend=BACKEND)
    found = []
    for size in (2, 3, 4, 5, 2):
        for n in (1, 2, 3):
            x = torch.ones(size, requires_grad=True)
            run(x, n).backward()
            found.append(x.grad)
    return found, _counted()


def compiled_step_with_everything_inside() -> Any:
    """What is patched for recording is called inside: clipping, clearing, a custom Function, a new Parameter."""
    torch._dynamo.reset()

    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: torch.Tensor) -> torch.Tensor:
            return g * 2

    model = nn.Linear(3, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def compute(x: torch.Tensor) -> torch.Tensor:
        return Double.apply(model(x)).sum()

    def update() -> None:
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()

    def infer(x: torch.Tensor) -> torch.Tensor:
        with torch.inference_mode():
            return model(x) + 1

    computed, updated, inferred = (torch.compile(f, backend=BACKEND) for f in (compute, update, infer))
    for _ in range(12):
        computed(torch.randn(4, 3)).backward()
        updated()
        inferred(torch.randn(4, 3))
    return list(model.parameters()), _counted()


def compiled_whole_graph() -> Any:
    torch._dynamo.reset()

    class Net(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.attention = nn.MultiheadAttention(8, 2, batch_first=True)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.attention(x, x, x)[0].mean()

    net = Net()
    run = torch.compile(net, backend=BACKEND, fullgraph=True)
    x = torch.randn(2, 3, 8, requires_grad=True)
    for _ in range(3):
        run(x).backward()
    return x.grad, _counted()


def explained_by_the_compiler() -> Any:
    torch._dynamo.reset()

    def run(x: torch.Tensor) -> torch.Tensor:
        y = x + 1
        torch._dynamo.graph_break()
        return nn.functional.relu(y).sum()

    found = torch._dynamo.explain(run)(torch.ones(3, requires_grad=True))
    return found.graph_count, found.graph_break_count, found.op_count


def function_transforms() -> Any:
    module, x = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)), torch.randn(5, 3)
    parameters = dict(module.named_parameters())

    def loss(p: Any, x: torch.Tensor) -> torch.Tensor:
        return torch.func.functional_call(module, p, (x,)).pow(2).sum()

    found: list[Any] = []
    for _ in range(10):
        found.append(torch.func.grad(loss)(parameters, x))
        found.append(torch.func.grad_and_value(loss)(parameters, x)[1])
        found.append(torch.func.vmap(torch.func.grad(loss), in_dims=(None, 0))(parameters, x))
        found.append(torch.func.jacrev(torch.sin)(x[0]))
        found.append(torch.func.jacfwd(torch.exp)(x[0]))
        found.append(torch.func.hessian(lambda t: (t**3).sum())(x[0]))
        found.append(torch.func.jvp(torch.tanh, (x[0],), (torch.ones(3),)))
        found.append(torch.func.vjp(torch.tanh, x[0])[1](torch.ones(3)))
        found.append(torch.func.linearize(torch.sin, x[0])[1](torch.ones(3)))
        found.append(torch.func.functionalize(lambda t: t.clone().add_(1))(x))
    found.append(torch.vmap(lambda t: torch.rand(()) + t, randomness="different")(x[:, 0]))
    found.append(torch.func.stack_module_state([nn.Linear(2, 2), nn.Linear(2, 2)])[0])
    try:
        torch.func.vmap(lambda t: t.item())(x[:, 0])
    except RuntimeError as error:
        found.append(str(error))
    return found


def forward_mode() -> Any:
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(torch.ones(3), torch.full((3,), 2.0))
        out = torch.autograd.forward_ad.unpack_dual((dual * dual).sin())
    return out.primal, out.tangent


def older_jacobians() -> Any:
    x = torch.ones(3)
    f = torch.autograd.functional
    found = [f.jacobian(torch.exp, x), f.jacobian(torch.exp, x, vectorize=True), f.hessian(lambda t: t.pow(3).sum(), x)]
    return found, f.vjp(torch.exp, x, torch.ones(3)), f.jvp(torch.exp, x, torch.ones(3))


def traced_by_make_fx() -> Any:
    def run(x: torch.Tensor) -> torch.Tensor:
        (g,) = torch.autograd.grad((x.sin() * 2).sum(), x)
        return g.detach() + x

    x = torch.ones(3, requires_grad=True)
    codes = [make_fx(run)(x).code, make_fx(run, tracing_mode="fake")(x).code]
    codes.append(make_fx(torch.func.grad(lambda t: t.exp().sum()))(x.detach()).code)
    return codes


def traced_by_fx() -> Any:
    class Net(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear = nn.Linear(3, 3)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.relu(self.linear(x)).view(-1)

    made = torch.fx.symbolic_trace(Net())
    return made.code, made(torch.ones(2, 3)), torch.fx.wrap


def exported() -> Any:
    class Net(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear = nn.Linear(3, 3)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.relu(self.linear(x)).sum()

    program = torch.export.export(Net(), (torch.ones(2, 3),), dynamic_shapes={"x": {0: torch.export.Dim("batch")}})
    return str(program.graph), program.module()(torch.ones(4, 3))


def scripted_and_traced() -> Any:
    def run(x: torch.Tensor, n: int) -> torch.Tensor:
        for _ in range(n):
            x = x * 2
        return x.relu()

    model, x = nn.Sequential(nn.Linear(3, 3), nn.ReLU()), torch.randn(2, 3, requires_grad=True)
    script = torch.jit.script(model)
    trace = torch.jit.trace(model, x)
    found: list[Any] = [script.code, trace.code]
    optimizer = torch.optim.SGD(script.parameters(), lr=0.1)
    for _ in range(12):
        optimizer.zero_grad()
        (script(x).sum() + trace(x).sum()).backward()
        optimizer.step()
    found.append(torch.jit.trace(lambda t: run(t, 2), x).code)
    frozen = torch.jit.freeze(script.eval())
    return found, x.grad, frozen(x), list(model.parameters())


def fake_tensors() -> Any:
    with FakeTensorMode() as mode:
        model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU())
        optimizer = torch.optim.Adam(model.parameters())
        for _ in range(10):
            loss = model(torch.randn(2, 3, 8, 8)).sum()
            loss.backward()
            optimizer.step()
    real = mode.from_tensor(torch.ones(3))
    try:
        with mode:
            (real + 1).item()
    except Exception as error:
        return loss, real, type(error).__name__
    return loss, real, [p.grad for p in model.parameters()]


def meta_tensors() -> Any:
    model = nn.Sequential(nn.Linear(3, 4, device="meta"), nn.ReLU(), nn.Linear(4, 2, device="meta"))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(12):
        optimizer.zero_grad()
        model(torch.ones(2, 3, device="meta")).sum().backward()
        optimizer.step()
    with torch.device("meta"):
        other = nn.Linear(2, 2)
    other.to_empty(device="cpu")
    return [p.grad for p in model.parameters()], [p.device for p in other.parameters()]


def conditions_and_scans() -> Any:
    x = torch.ones(3, requires_grad=True)
    found = []
    for sign in (1.0, -1.0):
        out = torch.cond((x * sign).sum() > 0, lambda t: t.sin(), lambda t: t.cos(), (x,))
        out.sum().backward()
        found.append(out)
    return found, x.grad
