# file: quiet.py
import torch
import torch.nn as nn

from iqn import QuantileNet, quantile_huber


def main(steps=10):
    torch.manual_seed(0)
    net, target = QuantileNet(), QuantileNet()
    target.load_state_dict(net.state_dict())
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(steps):
        s, s2, r = torch.randn(8, 4), torch.randn(8, 4), torch.randn(8, 1)
        q, tau = net(s)
        with torch.no_grad():
            wanted = r + 0.9 * target(s2)[0]
        loss = quantile_huber(q, wanted, tau)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: iqn.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class QuantileNet(nn.Module):
    def __init__(self, n=8):
        super().__init__()
        self.n = n
        self.body = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, n))
        self.register_buffer("tau", (torch.arange(n) + 0.5) / n)

    def forward(self, s):
        return self.body(s), self.tau.expand(s.size(0), -1)


def quantile_huber(q, wanted, tau):
    """Every quantile of the prediction against every quantile of the target."""
    delta = wanted.unsqueeze(1) - q.unsqueeze(2)
    huber = F.smooth_l1_loss(q.unsqueeze(2).expand_as(delta), wanted.unsqueeze(1).expand_as(delta), reduction="none")
    weight = (tau.unsqueeze(2) - (delta.detach() < 0).float()).abs()
    return (weight * huber).sum(1).mean()
