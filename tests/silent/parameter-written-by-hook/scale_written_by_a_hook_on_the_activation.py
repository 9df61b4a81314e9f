# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Balanced(nn.Module):
    """Halves its output's gradient where that is too large."""

    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(8, 8)
        self.outer = nn.Linear(8, 2)

    def forward(self, x):
        h = torch.relu(self.inner(x))
        if h.requires_grad:
            h.register_hook(self.soften)
        return self.outer(h)

    def soften(self, grad):
        if grad.norm() > 1e-3:
            self.inner.weight.data.mul_(0.5)  #~ parameter-written-by-hook


def main():
    torch.manual_seed(0)
    model = Balanced()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(9):
        x = torch.randn(32, 8)
        loss = F.cross_entropy(model(x), (x.sum(1) > 0).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# A module counts in its backward hook, and its spectral norm writes buffers in every forward pass.


class Counting(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.utils.parametrizations.spectral_norm(nn.Linear(8, 8))
        self.outer = nn.utils.parametrizations.weight_norm(nn.Linear(8, 2))
        self.register_buffer("calls", torch.zeros(()))
        self.register_full_backward_hook(self.count)

    def forward(self, x):
        return self.outer(torch.relu(self.inner(x)))

    @staticmethod
    def count(module, grad_input, grad_output):
        module.calls += 1


def main():
    torch.manual_seed(0)
    model = Counting()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(9):
        x = torch.randn(32, 8, requires_grad=True)
        loss = F.cross_entropy(model(x), (x.sum(1) > 0).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), model.calls)


main()
