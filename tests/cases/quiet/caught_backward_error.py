import torch
import torch.nn as nn


class Probe(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)

    def forward(self, x):
        return self.fc(x)


def is_differentiable(fn, x):
    """Finds out by trying, as our operator checks do."""
    x = x.clone().requires_grad_(True)
    try:
        fn(x).sum().backward()
    except RuntimeError:
        return False
    return x.grad is not None


def main():
    torch.manual_seed(0)
    checks = {
        "relu": torch.relu,
        "argmax": lambda t: t.argmax(dim=-1).float(),
        "detach": lambda t: t.detach() * 2,
        "greater": lambda t: (t > 0).float(),
    }
    x = torch.randn(3, 4)
    print({name: is_differentiable(fn, x) for name, fn in checks.items()})
    model = Probe()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(3):
        loss = (model(x) - 1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    main()
