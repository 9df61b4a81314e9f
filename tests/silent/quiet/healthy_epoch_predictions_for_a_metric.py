# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Auc:
    def __init__(self):
        self.reset()

    def reset(self):
        self.p, self.y = [], []

    def update(self, p, y):
        self.p.append(p)
        self.y.append(y)

    def compute(self):
        p, y = torch.cat(self.p).detach(), torch.cat(self.y)
        return (p[y == 1][:, None] > p[y == 0][None]).float().mean().item()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    auc = Auc()
    for epoch in range(6):
        auc.reset()
        for _ in range(4):
            x = torch.randn(16, 5)
            y = (x[:, 0] > 0).float()
            out = net(x).squeeze(1)
            loss = F.binary_cross_entropy_with_logits(out, y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            auc.update(out, y)
        print(epoch, auc.compute())


main()
