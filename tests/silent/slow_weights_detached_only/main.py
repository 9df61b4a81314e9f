import torch
import torch.nn as nn
import torch.nn.functional as F


class SlowWeights:
    """Follows the fast ones at a tenth of their pace."""

    def __init__(self, parameters, pace=0.1):
        self.fast = list(parameters)
        self.slow = [p.detach() for p in self.fast]  #~ shared-memory|untracked-write
        self.pace = pace

    @torch.no_grad()  #! decoy
    def follow(self):
        for s, f in zip(self.slow, self.fast):
            s.sub_(self.pace * (s - 0.9 * f))  #~ shared-memory|untracked-write


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 1))
    slow = SlowWeights(net.parameters())
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    x = torch.randn(32, 4)
    y = x.norm(dim=1, keepdim=True)
    for step in range(8):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  #! decoy
        slow.follow()
        print(step, loss.item())


main()
