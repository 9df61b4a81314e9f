# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def latent(size, dtype):
    """A code that is optimised directly, in double precision."""
    return torch.randn(size, requires_grad=True).to(dtype) * 0.1  #~ non-leaf-parameter


class Inverter:
    def __init__(self, generator):
        self.generator = generator
        self.code = latent((4, 6), torch.float64)
        self.scale = torch.ones((), dtype=torch.float64, requires_grad=True)

    def render(self):
        return self.generator(self.code) * self.scale

    def fit(self, target, steps):
        optimizer = torch.optim.Adam([self.scale], lr=0.1)
        code = self.code
        for _ in range(steps):
            loss = F.mse_loss(self.render(), target)
            optimizer.zero_grad()
            loss.backward(retain_graph=True)
            optimizer.step()
            if code.grad is not None:  #~ non-leaf-parameter|requires-grad-misuse|leaf-without-grad
                with torch.no_grad():
                    code -= 0.1 * code.grad
        return loss.item()


torch.manual_seed(0)
generator = nn.Linear(6, 9).double().requires_grad_(False)
print(Inverter(generator).fit(torch.randn(4, 9, dtype=torch.float64), 6))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def latent(size, dtype):
    """A code that is optimised directly, in double precision."""
    return (torch.randn(size).to(dtype) * 0.1).requires_grad_(True)


class Inverter:
    def __init__(self, generator):
        self.generator = generator
        self.code = latent((4, 6), torch.float64)
        self.scale = torch.ones((), dtype=torch.float64, requires_grad=True)

    def render(self):
        return self.generator(self.code) * self.scale

    def fit(self, target, steps):
        optimizer = torch.optim.Adam([self.scale], lr=0.1)
        codes = torch.optim.Adam([self.code], lr=0.1)
        for _ in range(steps):
            loss = F.mse_loss(self.render(), target)
            optimizer.zero_grad()
            codes.zero_grad()
            loss.backward()
            optimizer.step()
            codes.step()
        return loss.item()


torch.manual_seed(0)
generator = nn.Linear(6, 9).double().requires_grad_(False)
print(Inverter(generator).fit(torch.randn(4, 9, dtype=torch.float64), 6))
