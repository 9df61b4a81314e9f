import torch
import torch.nn as nn
import torch.nn.functional as F

from ranger import Ranger


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.spare = nn.Linear(4, 4)
        self.a, self.b = nn.Linear(4, 16), nn.Linear(16, 2)

    def forward(self, x):
        return self.b(F.relu(self.a(x)))


def main():
    torch.manual_seed(0)
    net = Net()
    opt = Ranger(net.parameters(), lr=1e-2)
    for step in range(8):
        x = torch.randn(32, 4)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
