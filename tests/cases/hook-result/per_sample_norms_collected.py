import torch
import torch.nn as nn
import torch.nn.functional as F


class Meter:
    def __init__(self):
        self.norms = []

    def add(self, value):
        self.norms.append(value)
        return len(self.norms)


class Encoder(nn.Module):
    def __init__(self, meter):
        super().__init__()
        self.embed, self.out = nn.Linear(4, 6), nn.Linear(6, 2)
        self.meter = meter

    def forward(self, x):
        h = torch.tanh(self.embed(x))
        if h.requires_grad:
            h.register_hook(lambda grad: self.meter.add(grad.norm(dim=1)))  #~ hook-result
        return self.out(h)


def main():
    torch.manual_seed(0)
    meter = Meter()
    model = Encoder(meter)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        loss = F.cross_entropy(model(torch.randn(8, 4)), torch.randint(0, 2, (8,)))
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(meter.norms[-1].mean().item())  #! decoy


if __name__ == "__main__":
    main()
