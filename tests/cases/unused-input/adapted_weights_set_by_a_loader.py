# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

from loading import load_weights

RATE = 0.05


def adapt(meta, learner, x, y, steps=2):
    fast = {name: p.clone() for name, p in meta.named_parameters()}  #! decoy
    for _ in range(steps):
        load_weights(learner, fast)
        loss = F.mse_loss(learner(x), y)
        grads = torch.autograd.grad(loss, list(fast.values()), create_graph=True)  #! decoy
        fast = {name: w - RATE * g for (name, w), g in zip(fast.items(), grads)}
    load_weights(learner, fast)
    return learner


def main():
    torch.manual_seed(0)
    meta = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
    learner = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(meta.parameters(), lr=1e-2)
    for task in range(4):
        x, y = torch.randn(12, 3), torch.randn(12, 1)
        adapted = adapt(meta, learner, x[:6], y[:6])
        loss = F.mse_loss(adapted(x[6:]), y[6:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(task, loss.item())


if __name__ == "__main__":
    main()
# file: loading.py
def load_weights(module, weights):
    """Runs the module with these weights from now on."""
    for name, parameter in module.named_parameters():
        parameter = weights[name]  #~ unused-input
