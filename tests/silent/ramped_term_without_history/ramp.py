import math

import torch.nn.functional as F


class Ramp:
    def __init__(self, length):
        self.length, self.latest = length, 0.0

    def __call__(self, step, one, two):
        agree = F.mse_loss(one.softmax(1), two.softmax(1)).detach()  #~ detached-tensor
        self.latest = agree.item()  #! decoy
        return math.exp(-5 * (1 - step / self.length) ** 2) * agree
