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
