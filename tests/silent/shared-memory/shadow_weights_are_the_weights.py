# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from ema import Ema


def main(steps=20):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
    ema = Ema(net)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()  #! decoy
        ema.update(net)
        if step % 5 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: ema.py
class Ema:
    def __init__(self, net, decay=0.9):
        self.decay = decay
        self.shadow = {n: p.data for n, p in net.named_parameters()}  #~ shared-memory|untracked-write|untracked-change

    def update(self, net):
        for n, p in net.named_parameters():
            self.shadow[n].mul_(self.decay).add_((1 - self.decay) * p.data)  #~ shared-memory|untracked-write|untracked-change
