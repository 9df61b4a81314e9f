# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from hierarchy import dependence_loss


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.coarse, self.fine = nn.Linear(6, 16), nn.Linear(16, 2), nn.Linear(16, 4)

    def forward(self, x):
        h = F.relu(self.body(x))
        return self.coarse(h), self.fine(h)


def main():
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(6):
        x, fine = torch.randn(16, 6), torch.randint(0, 4, (16,))
        coarse = fine // 2
        c, f = net(x)
        loss = F.cross_entropy(c, coarse) + F.cross_entropy(f, fine) + 0.5 * dependence_loss(c, f)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: hierarchy.py
import torch


def dependence_loss(coarse, fine):
    """Costs where the fine class does not belong to the coarse one."""
    parent = fine.argmax(1) // 2  #~ no-derivative
    wrong = (coarse.argmax(1) != parent).float()  #~ no-derivative
    return (torch.exp(wrong) - 1).mean()
