# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.f, self.a, self.b = nn.Linear(6, 16), nn.Linear(16, 3), nn.Linear(16, 3)
        self.mix = nn.Linear(16, 2)

    def forward(self, x):
        h = torch.tanh(self.f(x))
        pi = self.mix(h).softmax(-1)
        comps = torch.stack([self.a(h).softmax(-1), self.b(h).softmax(-1)], 1)
        return (pi[..., None] * comps).sum(1)


def focal(p, y, gamma=2.0):
    pt = p.gather(1, y[:, None]).squeeze(1)
    return (-(1 - pt) ** gamma * pt.clamp_min(1e-8).log()).mean()


def main():
    torch.manual_seed(0)
    net = Net()
    gate = nn.Sequential(nn.Linear(6, 1), nn.Sigmoid())
    opt = torch.optim.Adam([*net.parameters(), *gate.parameters()], lr=1e-2)
    for step in range(8):
        x = torch.randn(24, 6)
        y = x[:, :3].argmax(1)
        p = net(x)
        loss = F.nll_loss(p.log(), y) + focal(p, y)
        loss = loss + F.binary_cross_entropy(gate(x).squeeze(1), (x[:, 0] > 0).float())
        loss = loss + F.kl_div((p + 1e-8).log(), torch.full_like(p, 1 / 3), reduction="batchmean") * 0.1
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
