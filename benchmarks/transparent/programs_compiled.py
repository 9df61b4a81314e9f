"""`torch.compile` in all its forms: the same graphs, breaks and recompilations, and the same bits."""

from __future__ import annotations

import re
import threading
from typing import Any

import torch
from torch import nn
from torch._dynamo.utils import counters

ADDRESS = re.compile(r"0x[0-9a-f]+")
EAGER = "aot_eager"  # needs no compiler of C++


def _counted() -> dict[str, Any]:
    """All that the compiler counts, but for caches and times."""
    kinds = ("stats", "graph_break", "unimplemented", "recompiles", "aot_autograd", "compiled_autograd")
    return {kind: {ADDRESS.sub("", key): n for key, n in counters[kind].items()} for kind in kinds}


class _Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx: Any, g: torch.Tensor) -> torch.Tensor:
        (x,) = ctx.saved_tensors
        return g * 3 * x**2


class _Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.norm, self.second = nn.Linear(4, 8), nn.LayerNorm(8), nn.Linear(8, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(_Cube.apply(self.norm(self.first(x)).tanh()))


def _train(run: Any, model: nn.Module, sizes: Any) -> list[Any]:
    optimizer = torch.optim.Adam(model.parameters())
    losses = []
    for size in sizes:
        optimizer.zero_grad()
        loss = run(torch.randn(size, 4)).pow(2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return [losses, list(model.parameters()), [p.grad for p in model.parameters()]]


def dynamic_shapes_with_a_custom_backward_as_one_graph() -> Any:
    found = []
    for dynamic in (True, False, None):
        torch._dynamo.reset()
        counters.clear()
        torch.manual_seed(1)
        model = _Net()
        run = torch.compile(model, backend=EAGER, dynamic=dynamic, fullgraph=True)
        found.append([_train(run, model, (3, 4, 5, 3, 8, 4, 2, 7, 6)), _counted()])
    return found


def by_inductor() -> Any:
    torch._dynamo.reset()
    model = _Net()
    run = torch.compile(model, fullgraph=True)
    return _train(run, model, (3,) * 12), _counted()


def recompilation_forbidden() -> Any:
    """What would be compiled again under recording raises here."""
    torch._dynamo.reset()
    found: list[Any] = []
    with torch._dynamo.config.patch(error_on_recompile=True):
        run = torch.compile(lambda x: (x.sin() * 2).sum(), backend=EAGER, dynamic=False)
        x = torch.ones(3, requires_grad=True)
        for _ in range(5):
            run(x).backward()
            with torch.no_grad():
                x.add_(0)
        try:
            run(torch.ones(4))
        except Exception as error:
            found.append(type(error).__name__)
    return found, x.grad, _counted()


def guards_on_what_a_program_switches() -> Any:
    """Gradients on and off, autocast, dtypes, training and evaluation: each compiled once."""
    torch._dynamo.reset()
    model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5), nn.ReLU())
    run = torch.compile(model, backend=EAGER)
    found: list[Any] = []
    for _ in range(2):
        x = torch.randn(2, 4)
        found.append(run(x))
        with torch.no_grad():
            found.append(run(x))
        with torch.inference_mode():
            found.append(run(x))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            found.append(run(x))
        model.eval()
        found.append(run(x))
        model.train()
        found.append(run(x.requires_grad_()))
    return found, _counted()


def parts_that_are_not_compiled() -> Any:
    torch._dynamo.reset()
    seen: list[Any] = []

    @torch.compiler.disable
    def plainly(x: torch.Tensor) -> torch.Tensor:
        seen.append(torch.compiler.is_compiling())
        return x.detach() * 2

    @torch.compile(backend=EAGER)
    def inner(x: torch.Tensor) -> torch.Tensor:
        return x.cos()

    @torch.compile(backend=EAGER)
    def run(x: torch.Tensor) -> torch.Tensor:
        h = x.sin()
        h = h + plainly(h)
        torch._dynamo.graph_break()
        return inner(h).sum()

    x = torch.ones(3, requires_grad=True)
    for _ in range(10):
        run(x).backward()
        inner(x).sum().backward()
    return x.grad, seen, _counted()


def hooks_and_gradients_inside() -> Any:
    torch._dynamo.reset()
    model = nn.Linear(3, 3)
    events: list[str] = []
    model.weight.register_hook(lambda g: g * 2)
    model.register_forward_hook(lambda m, i, o: o * 2)
    model.weight.register_post_accumulate_grad_hook(lambda p: events.append("after"))
    run = torch.compile(lambda x: model(x).pow(2).sum(), backend=EAGER)
    taken = torch.compile(torch.func.grad(lambda x: (x**3).sum()), backend=EAGER)
    mapped = torch.compile(torch.vmap(lambda x: x.sin().sum()), backend=EAGER)
    found: list[Any] = []
    for _ in range(6):
        run(torch.randn(2, 3)).backward()
        found += [taken(torch.ones(3)), mapped(torch.randn(2, 3))]
    return found, model.weight.grad, events, _counted()


def steps_of_optimizers() -> Any:
    found: list[Any] = []
    for name in ("SGD", "Adam"):
        torch._dynamo.reset()
        counters.clear()
        torch.manual_seed(1)
        model = nn.Linear(3, 2)
        optimizer = getattr(torch.optim, name)(model.parameters(), lr=0.1)
        step = torch.compile(lambda o=optimizer: o.step(), backend=EAGER)
        for _ in range(6):
            optimizer.zero_grad()
            model(torch.randn(4, 3)).sum().backward()
            step()
        found.append([list(model.parameters()), _counted()])
    return found


def compiled_backward_passes() -> Any:
    torch._dynamo.reset()
    model = _Net()
    x = torch.randn(2, 4)
    with torch._dynamo.config.patch(compiled_autograd=True):

        @torch.compile(backend=EAGER)
        def step() -> torch.Tensor:
            loss = model(x).sum()
            loss.backward()
            return loss.detach()

        losses = [step() for _ in range(4)]
    return losses, [p.grad for p in model.parameters()], _counted()["stats"]


def the_compiler_and_other_modes() -> Any:
    from torch.overrides import TorchFunctionMode

    torch._dynamo.reset()

    class Doubling(TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            out = func(*args, **(kwargs or {}))
            return out * 2 if func is torch.sin else out

    run = torch.compile(lambda x: torch.sin(x).sum(), backend=EAGER)
    x = torch.ones(3, requires_grad=True)
    found = []
    for _ in range(4):
        with Doubling():
            found.append(run(x))
        found.append(run(x))
        with torch.device("cpu"):
            found.append(run(x))
    return found, _counted()


def threads_that_compile() -> Any:
    torch._dynamo.reset()
    run = torch.compile(lambda x: x.sin().sum(), backend=EAGER)
    found: dict[int, Any] = {}

    def work(number: int) -> None:
        x = torch.full((3,), float(number), requires_grad=True)
        for _ in range(4):
            run(x).backward()
        found[number] = x.grad

    for number in range(3):
        thread = threading.Thread(target=work, args=(number,))
        thread.start()
        thread.join()
    return found, _counted()


def generators_and_contexts_inside() -> Any:
    torch._dynamo.reset()

    @torch.compile(backend=EAGER)
    def run(x: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            scale = x.abs().sum()
        with torch.enable_grad():
            y = x * 2
        torch.set_grad_enabled(False)
        z = y + 1
        torch.set_grad_enabled(True)
        return (y * scale + z.detach()).sum()

    x = torch.ones(3, requires_grad=True)
    for _ in range(4):
        run(x).backward()
    return x.grad, torch.is_grad_enabled(), _counted()


def errors_inside() -> Any:
    torch._dynamo.reset()
    found: list[Any] = []
    run = torch.compile(lambda x: x @ torch.ones(7, 7), backend=EAGER)
    whole = torch.compile(lambda x: torch._dynamo.graph_break() or x, backend=EAGER, fullgraph=True)
    ragged = torch.compile(lambda x: x.view(-1) + 1 if x.sum().item() > 0 else x, backend=EAGER, fullgraph=True)
    for function in (run, whole, ragged):
        for _ in range(2):
            try:
                function(torch.ones(3, 3, requires_grad=True))
            except Exception as error:
                found.append((type(error).__name__, str(error)[:300]))
    found.append((torch.ones(2, requires_grad=True) * 2).sum().requires_grad)
    return found, _counted()["graph_break"]


def exported_strictly_and_decomposed() -> Any:
    found = []
    for strict in (True, False):
        program = torch.export.export(_Net().eval(), (torch.ones(2, 4),), strict=strict)
        found.append(str(program.graph))
        found.append(str(program.run_decompositions({}).graph))
        found.append(sorted(program.state_dict))
    return found


def traced_with_symbolic_sizes() -> Any:
    from torch.fx.experimental.proxy_tensor import make_fx

    def run(x: torch.Tensor) -> torch.Tensor:
        y = x.view(-1, x.shape[0]).sin()
        return torch.autograd.grad(y.sum(), x, create_graph=True)[0] + _Cube.apply(x)

    x = torch.ones(3, 2, requires_grad=True)
    codes = [make_fx(run, tracing_mode=m)(x).code for m in ("real", "fake", "symbolic")]
    codes.append(make_fx(run, pre_dispatch=True)(x).code)
    codes.append(make_fx(torch.func.vmap(torch.func.grad(lambda t: t.exp().sum())))(torch.ones(3, 2)).code)
    codes.append(make_fx(torch.func.functionalize(lambda t: t.clone().mul_(2)))(torch.ones(2)).code)
    return codes


def everything_that_recording_replaces_inside() -> Any:
    """Each function that recording puts another one in the place of, called in compiled code."""
    import logging
    import warnings

    import numpy

    log, found = logging.getLogger("transparent.compiled"), []
    parts = {
        "from_numpy": lambda x: x + torch.from_numpy(numpy.ones(3, dtype=numpy.float32)),
        "parameter": lambda x: x * nn.Parameter(torch.ones(3)),
        "inference": lambda x: x + _inferred(),
        "warn": lambda x: warnings.warn("mine", stacklevel=1) or x.sin(),
        "log": lambda x: log.info("mine") or x.sin(),
        "overridden": lambda x: x.cos() if torch.overrides.has_torch_function((x,)) else x.sin(),
        "clip": lambda x: nn.utils.clip_grad_norm_([x], 1.0) + x.sum(),
        "grad": lambda x: torch.autograd.grad((x * x).sum(), x, create_graph=True)[0] * x,
        "module": lambda x: nn.Linear(3, 3)(x),
    }
    warnings.simplefilter("ignore")
    for name, part in parts.items():
        torch._dynamo.reset()
        counters.clear()
        torch.manual_seed(1)
        run, x = torch.compile(part, backend=EAGER), torch.ones(3, requires_grad=True)
        for _ in range(3):
            try:
                run(x).sum().backward()
            except Exception as error:
                found.append(type(error).__name__)
        kept = _counted()
        kept["graph_break"] = len(kept["graph_break"])  # their texts name lines
        found.append([name, None if x.grad is None else x.grad.tolist(), kept])
    return found


def _inferred() -> torch.Tensor:
    with torch.inference_mode():
        return torch.ones(3) * 2
