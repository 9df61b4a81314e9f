import torch
import torch.nn as nn

from losses import SETTINGS, EdgeAware


class Net(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.body, self.seg, self.edge = nn.Conv1d(2, 8, 3, padding=1), nn.Conv1d(8, classes, 1), nn.Conv1d(8, 1, 2)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.seg(h), self.edge(h).squeeze(1)


def main():
    torch.manual_seed(0)
    net, criterion = Net(), EdgeAware(SETTINGS)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x, y = torch.randn(4, 2, 9), torch.randint(0, 3, (4, 9))
        loss = criterion(*net(x), y)
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
        print(step, loss.mean().item())


main()
