# file: main.py
import torch
import torch.nn as nn

from wrap.proxy import Frozen


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(7, 9), nn.Tanh(), nn.Linear(9, 3))

    def embed(self, x):
        return self.net(x)

    def dim(self):
        return 3


def triplet(anchor, positive, negative, margin=0.5):
    near = (anchor - positive).norm(dim=1)
    far = (anchor - negative).norm(dim=1)
    return torch.relu(near - far + margin).mean()


def main():
    torch.manual_seed(0)
    online = Encoder()
    momentum = Frozen(Encoder())
    tracked = Frozen(online)
    optimizer = torch.optim.Adam(online.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(16, 7)
        anchor = tracked.embed(x)
        positive = momentum.embed(x + 0.05 * torch.randn_like(x))
        negative = momentum.embed(x.roll(1, dims=0))
        loss = triplet(anchor, positive, negative)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), tracked.dim())  #! decoy


if __name__ == "__main__":
    main()
# file: wrap/__init__.py
# file: wrap/proxy.py
import torch


class Frozen:
    """Passes every call on to a module, and hands its tensors out without their history."""

    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        attribute = getattr(self._module, name)
        if not callable(attribute):
            return attribute

        def call(*args, **kwargs):
            result = attribute(*args, **kwargs)
            if torch.is_tensor(result):
                return result.detach()  #~ detached-tensor
            return result

        return call
