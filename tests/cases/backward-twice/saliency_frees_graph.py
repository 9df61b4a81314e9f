import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 20), nn.Softplus(), nn.Linear(20, 3))

    def forward(self, x):
        return self.net(x)


def attribution(logits, x):
    """Which inputs the winning class depends on."""
    top = logits.amax(1).sum()
    (grad,) = torch.autograd.grad(top, x)  #~ backward-twice
    return grad.abs().mean(0)


def main():
    torch.manual_seed(0)
    model = Net()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    average = torch.zeros(8)
    for step in range(4):
        x, y = torch.randn(12, 8, requires_grad=True), torch.randint(0, 3, (12,))
        logits = model(x)
        loss = F.cross_entropy(logits, y)
        if step % 2 == 1:
            average += attribution(logits, x)  #~ backward-twice
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item(), average.argmax().item())


if __name__ == "__main__":
    main()
