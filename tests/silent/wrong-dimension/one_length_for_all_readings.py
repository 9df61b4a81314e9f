# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.read = nn.GRU(6, 12, batch_first=True)
        self.score = nn.Linear(12, 1)

    def forward(self, series):
        return self.score(self.read(series)[0][:, -1]).squeeze(1)

    def smooth(self, series):
        series = series.detach().requires_grad_(True)
        scores = self(series)
        slope = torch.autograd.grad(scores, series, grad_outputs=torch.ones_like(scores), create_graph=True)[0]
        length = (slope + 1e-8).norm()  #~ wrong-dimension
        return F.mse_loss(length, torch.ones(()))


torch.manual_seed(3)
critic = Critic()
optimizer = torch.optim.RMSprop(critic.parameters(), lr=1e-3)
for step in range(9):
    real, fake = torch.randn(16, 7, 6).cumsum(1), torch.randn(16, 7, 6)
    loss = critic(fake).mean() - critic(real).mean()
    loss = loss + 10 * critic.smooth(real)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.read = nn.GRU(6, 12, batch_first=True)
        self.score = nn.Linear(12, 1)

    def forward(self, series):
        return self.score(self.read(series)[0][:, -1]).squeeze(1)

    def smooth(self, series):
        series = series.detach().requires_grad_(True)
        scores = self(series)
        slope = torch.autograd.grad(scores, series, grad_outputs=torch.ones_like(scores), create_graph=True)[0]
        length = (slope + 1e-8).reshape(len(slope), -1).norm(dim=1)
        return F.mse_loss(length, torch.ones(len(slope)))


def inner_step(critic, fake):
    """A step that is taken inside: the length of a parameter's gradient is of all samples together."""
    weight = critic.score.weight
    (slope,) = torch.autograd.grad(critic(fake).mean(), weight, create_graph=True)
    return (slope.norm() - 0.5) ** 2


torch.manual_seed(3)
critic = Critic()
optimizer = torch.optim.RMSprop(critic.parameters(), lr=1e-3)
for step in range(9):
    real, fake = torch.randn(16, 7, 6).cumsum(1), torch.randn(16, 7, 6)
    loss = critic(fake).mean() - critic(real).mean()
    loss = loss + 10 * critic.smooth(real) + 0.01 * inner_step(critic, fake)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
