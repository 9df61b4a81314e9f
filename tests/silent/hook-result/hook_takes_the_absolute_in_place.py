# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from monitor import Monitor


class Net(nn.Module):
    def __init__(self, monitor):
        super().__init__()
        self.a, self.b = nn.Linear(6, 12), nn.Linear(12, 1)
        self.monitor = monitor

    def forward(self, x):
        h = torch.tanh(self.a(x))
        if h.requires_grad:
            h.register_hook(self.monitor.see)  #! decoy
        return self.b(h)


def main(steps=10):
    torch.manual_seed(0)
    monitor = Monitor()
    net = Net(monitor)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.mse_loss(net(x), x[:, :1])
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, f"{loss.item():.4f} {monitor.means[-1]:.5f}")


if __name__ == "__main__":
    main()
# file: monitor.py
class Monitor:
    def __init__(self):
        self.means = []

    def see(self, grad):
        size = grad.abs_()  #~ hook-result|modified-in-place|untracked-write|untracked-change
        self.means.append(size.mean().item())
