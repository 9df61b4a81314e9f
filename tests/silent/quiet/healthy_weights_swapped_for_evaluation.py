# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Ema:
    def __init__(self, net, m=0.9):
        self.net, self.m = net, m
        self.shadow = {k: v.detach().clone() for k, v in net.state_dict().items()}

    def update(self):
        for k, v in self.net.state_dict().items():
            self.shadow[k].mul_(self.m).add_(v, alpha=1 - self.m)

    def __enter__(self):
        self.backup = {k: v.detach().clone() for k, v in self.net.state_dict().items()}
        self.net.load_state_dict(self.shadow)

    def __exit__(self, *_):
        self.net.load_state_dict(self.backup)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    ema = Ema(net)
    for epoch in range(5):
        for _ in range(3):
            x = torch.randn(16, 5)
            loss = F.mse_loss(net(x), x.mean(1, keepdim=True))
            opt.zero_grad()
            loss.backward()
            opt.step()
            ema.update()
        with ema, torch.no_grad():
            val = F.mse_loss(net(x), x.mean(1, keepdim=True)).item()
        print(epoch, loss.item(), val)


main()
