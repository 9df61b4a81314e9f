# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from saliency import Saliency


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.fc = nn.Conv1d(1, 4, 3), nn.Linear(4, 2)

    def forward(self, x, watch=None):
        h = torch.relu(self.conv(x))
        if watch is not None:
            watch.attach(h)  #! decoy
        return self.fc(h.mean(2))


def main(steps=8):
    torch.manual_seed(0)
    net, saliency = Net(), Saliency()
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(8, 1, 10)
        loss = F.cross_entropy(net(x, saliency), (x.mean((1, 2)) > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f} {saliency.latest:.5f}")


if __name__ == "__main__":
    main()
# file: saliency.py
class Saliency:
    latest = 0.0

    def attach(self, hidden):
        hidden.register_hook(self.keep)

    def keep(self, gradient):
        self.latest = gradient.pow_(2).mean().item()  #~ hook-result
