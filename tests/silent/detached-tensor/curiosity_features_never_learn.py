# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ICM(nn.Module):
    """Forward and inverse models on features of the observation."""

    def __init__(self, d=5, actions=3, h=8):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(d, 16), nn.ReLU(), nn.Linear(16, h))
        self.inverse = nn.Sequential(nn.Linear(2 * h, 16), nn.ReLU(), nn.Linear(16, actions))
        self.forward_model = nn.Sequential(nn.Linear(h + actions, 16), nn.ReLU(), nn.Linear(16, h))
        self.actions = actions

    def encode(self, obs):
        return self.features(obs).detach()  #~ detached-tensor

    def forward(self, obs, following, action):
        a, b = self.encode(obs), self.encode(following)
        hot = F.one_hot(action, self.actions).float()  #! decoy
        prediction = self.forward_model(torch.cat([a.detach(), hot], 1))  #! decoy
        forward_error = F.mse_loss(prediction, b.detach())  #! decoy
        inverse_error = F.cross_entropy(self.inverse(torch.cat([a, b], 1)), action)
        return inverse_error, forward_error


def main():
    torch.manual_seed(0)
    icm = ICM()
    optimizer = torch.optim.Adam(icm.parameters(), lr=3e-3)
    for step in range(6):
        obs = torch.randn(32, 5)
        action = torch.randint(0, 3, (32,))
        following = obs + F.one_hot(action, 5).float()
        inverse, forward = icm(obs, following, action)
        loss = 0.8 * inverse + 0.2 * forward
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, inverse.item(), forward.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ICM(nn.Module):
    """Forward and inverse models on features of the observation."""

    def __init__(self, d=5, actions=3, h=8):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(d, 16), nn.ReLU(), nn.Linear(16, h))
        self.inverse = nn.Sequential(nn.Linear(2 * h, 16), nn.ReLU(), nn.Linear(16, actions))
        self.forward_model = nn.Sequential(nn.Linear(h + actions, 16), nn.ReLU(), nn.Linear(16, h))
        self.actions = actions

    def encode(self, obs):
        return self.features(obs)

    def forward(self, obs, following, action):
        a, b = self.encode(obs), self.encode(following)
        hot = F.one_hot(action, self.actions).float()
        prediction = self.forward_model(torch.cat([a.detach(), hot], 1))
        forward_error = F.mse_loss(prediction, b.detach())
        inverse_error = F.cross_entropy(self.inverse(torch.cat([a, b], 1)), action)
        return inverse_error, forward_error


def main():
    torch.manual_seed(0)
    icm = ICM()
    optimizer = torch.optim.Adam(icm.parameters(), lr=3e-3)
    for step in range(6):
        obs = torch.randn(32, 5)
        action = torch.randint(0, 3, (32,))
        following = obs + F.one_hot(action, 5).float()
        inverse, forward = icm(obs, following, action)
        loss = 0.8 * inverse + 0.2 * forward
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, inverse.item(), forward.item())


main()
