# file: main.py
import io

import torch
import torch.nn as nn
import torch.nn.functional as F

from trainer import Trainer


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    start = io.BytesIO()
    torch.save(net.state_dict(), start)
    trainer = Trainer(net, start)
    for epoch in range(6):
        print(epoch, trainer.epoch())


main()
# file: trainer.py
import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, net, pretrained):
        self.net, self.pretrained = net, pretrained
        self.opt = torch.optim.Adam(net.parameters(), lr=1e-2)

    def prepare(self):
        self.net.train()
        self.pretrained.seek(0)
        self.net.load_state_dict(torch.load(self.pretrained))  #~ update-undone

    def epoch(self):
        self.prepare()  #~ update-undone
        x = torch.randn(32, 5)
        loss = F.mse_loss(self.net(x), x.mean(1, keepdim=True))
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()  #! decoy
