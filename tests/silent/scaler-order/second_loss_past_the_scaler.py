# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from mixed import MixedTrainer


def main():
    torch.manual_seed(0)
    net = nn.ModuleDict({"body": nn.Linear(5, 16), "cls": nn.Linear(16, 2), "rec": nn.Linear(16, 5)})
    trainer = MixedTrainer(net)
    for step in range(6):
        x = torch.randn(16, 5)
        print(step, trainer.step(x, (x[:, 0] > 0).long()))


main()
# file: mixed.py
import torch
import torch.nn.functional as F


class MixedTrainer:
    def __init__(self, net):
        self.net = net
        self.opt = torch.optim.SGD(net.parameters(), lr=0.1)
        self.scaler = torch.amp.GradScaler("cpu")

    def step(self, x, y):
        self.opt.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            h = F.relu(self.net["body"](x))
            cls = F.cross_entropy(self.net["cls"](h), y)
            rec = F.mse_loss(self.net["rec"](h.detach()).float(), x)  #! decoy
        self.scaler.scale(cls).backward()
        rec.backward()  #~ scaler-order
        self.scaler.step(self.opt)
        self.scaler.update()
        return cls.item(), rec.item()  #! decoy
