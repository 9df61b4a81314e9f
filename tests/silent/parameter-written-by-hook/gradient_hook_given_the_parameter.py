# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Clipping:
    """Keeps every gradient within a bound."""

    def __init__(self, bound):
        self.bound = bound

    def __call__(self, grad):
        grad.clamp_(-self.bound, self.bound)  #~ parameter-written-by-hook


def train(model, steps):
    for p in model.parameters():
        p.register_post_accumulate_grad_hook(Clipping(0.05))  #~ parameter-written-by-hook
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        x = torch.randn(32, 6)
        loss = F.mse_loss(model(x), 3 * x[:, :1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


torch.manual_seed(0)
print(train(nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1)), 10))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def step_at_once(parameter):
    """The optimizer in the pass: each gradient is used and dropped as soon as it is there."""
    optimizers[parameter].step()
    optimizers[parameter].zero_grad()


def by_hand(parameter):
    parameter.data.add_(parameter.grad, alpha=-0.05)
    parameter.grad = None


torch.manual_seed(0)
body, head = nn.Sequential(nn.Linear(6, 16), nn.ReLU()), nn.Linear(16, 1)
optimizers = {p: torch.optim.SGD([p], lr=0.1) for p in body.parameters()}
for p in body.parameters():
    p.register_post_accumulate_grad_hook(step_at_once)
for p in head.parameters():
    p.register_post_accumulate_grad_hook(by_hand)
for _ in range(10):
    x = torch.randn(32, 6)
    loss = F.mse_loss(head(body(x)), 3 * x[:, :1])
    loss.backward()
print(loss.item())
