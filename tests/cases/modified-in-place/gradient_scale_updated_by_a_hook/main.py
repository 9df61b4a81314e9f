import torch
import torch.nn as nn
import torch.nn.functional as F

from scaling import EqualisedBranch


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.start = nn.Linear(6, 8)
        self.left, self.right, self.out = EqualisedBranch(8), EqualisedBranch(8), nn.Linear(8, 3)

    def forward(self, x):
        h = torch.relu_(self.start(x))  #! decoy
        return self.out(self.left(h) + self.right(h))


def main():
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
