import torch.nn as nn
import torch.nn.functional as F


class DiscreteAE(nn.Module):
    def __init__(self, codes=8):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, codes))
        self.book = nn.Linear(codes, 6, bias=False)

    def forward(self, x, tau):
        return self.book(F.gumbel_softmax(self.enc(x), tau=tau))  #~ nan-gradient
