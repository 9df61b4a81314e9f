# file: main.py
import torch

from synth import Synthesiser
from trainer import Trainer


def main(steps=12):
    torch.manual_seed(0)
    net = Synthesiser()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.0)
    trainer = Trainer(net, opt)
    for step in range(steps):
        text = torch.randint(0, 20, (8, 10))
        speaker = torch.randint(0, 4, (8,))
        mel = torch.randn(8, 10, 6) * 0.1 + speaker[:, None, None]
        loss = trainer.step(text, speaker, mel)
        if step % 4 == 0:
            print(step, round(loss, 4), round(trainer.validate(text, speaker, mel), 4))


if __name__ == "__main__":
    main()
# file: synth.py
import torch.nn as nn


class Synthesiser(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.text = nn.Embedding(20, d)
        self.speaker = nn.Embedding(4, d)
        self.decoder = nn.Sequential(nn.Linear(d, 32), nn.ReLU(), nn.Linear(32, 6))

    def forward(self, text, speaker):
        return self.decoder(self.text(text) + self.speaker(speaker)[:, None])
# file: trainer.py
import copy

import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, net, opt, decay=0.99):
        self.average, self.net = net, copy.deepcopy(net)  #~ stale-optimizer|copied-tensor|not-in-optimizer
        self.opt, self.decay = opt, decay

    def step(self, text, speaker, mel):
        loss = F.l1_loss(self.net(text, speaker), mel)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.follow()
        return loss.item()  #! decoy

    @torch.no_grad()  #! decoy
    def follow(self):
        for a, p in zip(self.average.parameters(), self.net.parameters()):
            a.lerp_(p, 1 - self.decay)

    @torch.no_grad()  #! decoy
    def validate(self, text, speaker, mel):
        return F.l1_loss(self.average(text, speaker), mel).item()
