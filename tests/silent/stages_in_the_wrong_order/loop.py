import torch.nn as nn
import torch.nn.functional as F


class Loop:
    def __init__(self, net, opt, clip):
        self.net, self.opt, self.clip = net, opt, clip
        self.stages = [self.clear, self.limit, self.differentiate, self.apply]  #~ clipping-order

    def clear(self):
        self.opt.zero_grad()

    def limit(self):
        nn.utils.clip_grad_norm_(self.net.parameters(), self.clip)  #~ clipping-order

    def differentiate(self):
        self.loss.backward()

    def apply(self):
        self.opt.step()

    def run(self, x, y):
        self.loss = F.cross_entropy(self.net(x).flatten(0, 1), y.flatten())
        for stage in self.stages:
            stage()
        return self.loss.item()
