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
