import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(6, 10), nn.Linear(10, 1)

    def forward(self, x):
        self.hidden = torch.exp(self.first(x))
        return self.second(self.hidden)


def brighten(hidden, factor):
    """A picture of the activations, for the log."""
    picture = hidden.detach()
    picture.mul_(factor)  #~ modified-in-place
    return picture.clamp(max=255).mean().item()


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-3)
    x = torch.randn(32, 6)
    for _ in range(4):
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        shown = brighten(net.hidden, 10.0)
        loss.backward()  #! decoy
        optimizer.step()
        print(loss.item(), shown)


main()
