import torch
from torch.distributions import Normal


class SquashedNormal:
    def __init__(self, mean, std):
        self.base = Normal(mean, std)

    def sample(self):
        u = self.base.rsample()
        a = torch.tanh(u)  #! decoy
        slope = torch.log(1 - a.pow(2))  #~ nan-gradient
        return a, (self.base.log_prob(u) - slope).sum(-1)
