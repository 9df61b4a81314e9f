import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Laplace


class Forecast(nn.Module):
    def __init__(self, features=4, hidden=16):
        super().__init__()
        self.rnn = nn.GRU(features, hidden, batch_first=True)
        self.place, self.width = nn.Linear(hidden, 1), nn.Linear(hidden, 1)

    def forward(self, past):
        h = self.rnn(past)[0][:, -1]
        return Laplace(self.place(h), F.softplus(self.width(h)) + 1e-3)

    def loss(self, past, future):
        return -self(past).log_prob(future).mean()  #~ broadcast-loss
