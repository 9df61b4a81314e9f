"""Goes through everything that is patched, and prints what it computed."""

import copy
import inspect
import io
import logging
import tempfile
import threading
import traceback
import warnings
import weakref

import numpy as np
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        flags = x > 0
        ctx.mark_non_differentiable(flags)
        return x * x, flags

    @staticmethod
    def backward(ctx, grad, _):
        return 2 * ctx.saved_tensors[0] * grad


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.second = nn.Linear(4, 1)

    def forward(self, x):
        h = checkpoint(self.first, x, use_reentrant=False)
        with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
            squared, _ = Square.apply(h)
        return self.second(nn.functional.layer_norm(squared, (4,)))


def train():
    net = Net()
    net.register_forward_hook(lambda *_: None)
    net.register_forward_pre_hook(lambda *_: None)
    net.first.register_full_backward_hook(lambda *_: None)
    net.second.register_backward_hook(lambda *_: None)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    others = [
        torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer),
        torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 4),
    ]
    scaler = torch.amp.GradScaler("cpu", enabled=False)
    x = torch.from_numpy(np.ones((2, 3), dtype=np.float32))
    for _ in range(3):
        optimizer.zero_grad()
        net.zero_grad()
        loss = net(torch.autograd.Variable(x)).sum()
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        nn.utils.clip_grad.clip_grad_value_(net.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        schedule.step()
        others[0].step(loss)
        others[1].step()
        print(f"{loss.item():.6f} {[round(float(p.grad.abs().sum()), 6) for p in net.parameters()]}")
    net.load_state_dict({name: value.clone() for name, value in net.state_dict().items()})
    optimizer.load_state_dict(optimizer.state_dict())
    net.to(torch.float32)
    print(nn.Linear(2, 2).half().bfloat16().type(torch.float32).weight.dtype)
    rest = torch.optim.SGD(nn.Linear(2, 2).parameters(), lr=0.1)
    parts = [torch.optim.lr_scheduler.StepLR(rest, 1), torch.optim.lr_scheduler.OneCycleLR(rest, 0.1, total_steps=4)]
    torch.optim.lr_scheduler.SequentialLR(rest, parts, milestones=[2])
    net.eval()
    with torch.inference_mode():
        print(net(x).sum().item())
    return net


net = train()
thread = threading.Thread(target=train)
thread.start()
thread.join()

a, b = nn.Parameter(torch.ones(2)), nn.Parameter(torch.zeros(2))
torch.utils.swap_tensors(a, b)
print(a, b)

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    traced = torch.jit.trace(nn.Linear(3, 2).eval(), torch.ones(1, 3))
    frozen = torch.jit.optimize_for_inference(torch.jit.freeze(traced))
    print(frozen(torch.ones(1, 3)).shape, traced.graph.findNode("aten::linear") is not None)

stream = io.StringIO()
log = logging.getLogger("program")
handler = logging.StreamHandler(stream)
handler.setFormatter(logging.Formatter("%(filename)s:%(lineno)d %(message)s"))
log.addHandler(handler)
try:
    torch.ones(2, 3) @ torch.ones(2, 3)
except RuntimeError as error:
    log.error("failed")
    entries = [entry.lineno for entry in traceback.extract_tb(error.__traceback__)]
    print(stream.getvalue(), entries, len(list(traceback.walk_tb(error.__traceback__))))
    print([entry.lineno for entry in inspect.trace()], [entry.lineno for entry in inspect.stack()][:1])
print(weakref.getweakrefcount(a), weakref.getweakrefs(a))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    nn.functional.softmax(torch.ones(2, 3))
print([w.lineno for w in caught])
encoder = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True).eval()
with torch.no_grad():
    print(encoder(torch.ones(1, 2, 4)).sum().item())


class Named(torch.Tensor):
    pass


named = torch.ones(2, 3).as_subclass(Named)
print([type(made).__name__ for made in (nn.functional.relu(named), torch.norm(named), named.norm())])
print(type(nn.init.constant_(torch.ones(2).as_subclass(Named), 2.0)).__name__)
print(nn.BatchNorm1d(2)(torch.ones(3, 2)).sum().item())
stored = io.BytesIO()
torch.save(a.detach(), stored)
stored.seek(0)
print(torch.load(stored))
with tempfile.TemporaryDirectory() as folder:
    np.save(f"{folder}/values.npy", np.ones(3))
    print(np.load(f"{folder}/values.npy"), np.load(f"{folder}/values.npy", mmap_mode="r").shape)
print(copy.copy(nn.Linear(2, 1)))
print([batch.sum().item() for batch in torch.utils.data.DataLoader(torch.arange(4.0), batch_size=2)])
