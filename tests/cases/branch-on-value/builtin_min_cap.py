import torch
import torch.nn as nn


class PolicyLoss:
    """Clipped loss, so that one bad batch cannot spoil the policy."""

    def __init__(self, cap=0.5):
        self.cap = torch.tensor(cap)

    def __call__(self, pred, target):
        loss = (pred - target).abs().mean()
        return min(self.cap, loss)  #~ branch-on-value


def batches(n):
    for i in range(n):
        x = torch.randn(8, 3)
        if i == 30:
            x = x * 1000  # a sensor glitch
        yield x


def main():
    torch.manual_seed(0)
    model = nn.Linear(3, 1)
    with torch.no_grad():  #! decoy
        model.weight.mul_(0.1)
        model.bias.zero_()
    criterion = PolicyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    worst = 0.0
    for x in batches(40):
        target = 0.05 * x.sum(dim=1, keepdim=True)
        loss = criterion(model(x), target)
        worst = max(worst, loss.item())  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(worst)


if __name__ == "__main__":
    main()
