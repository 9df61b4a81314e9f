import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self, dim=4, actions=3):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(dim, 16), nn.Tanh(), nn.Linear(16, actions))

    def forward(self, states):
        probs = F.softmax(self.body(states), dim=0)  #~ wrong-dimension
        return Categorical(probs)
