# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

WORLD = 4


def average(tensor):
    tensor.data /= WORLD  #~ parameter-written-by-hook


class Parallel(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module
        for p in module.parameters():
            p.register_post_accumulate_grad_hook(average)  #~ parameter-written-by-hook

    def forward(self, *inputs):
        return self.module(*inputs)


def main():
    torch.manual_seed(0)
    model = Parallel(nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 4)))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for step in range(10):
        x = torch.randn(24, 8)
        loss = F.cross_entropy(model(x), x[:, :4].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

WORLD = 4


def average(parameter):
    parameter.grad.div_(WORLD)


class Parallel(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module
        for p in module.parameters():
            p.register_post_accumulate_grad_hook(average)

    def forward(self, *inputs):
        return self.module(*inputs)


def main():
    """Averages in a hook; and a moving average of the weights, written between the steps."""
    torch.manual_seed(0)
    model = Parallel(nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 4)))
    shadow = [p.detach().clone() for p in model.parameters()]
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for step in range(10):
        x = torch.randn(24, 8)
        loss = F.cross_entropy(model(x), x[:, :4].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        for kept, p in zip(shadow, model.parameters()):
            kept.lerp_(p.detach(), 0.1)
    print(loss.item())


main()
