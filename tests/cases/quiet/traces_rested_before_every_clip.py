import torch
from torch import nn
from torch.nn import functional as F


class Trace(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(size))
        self.silence()

    def silence(self):
        self.level = torch.zeros(1)

    def forward(self, sound):
        self.level = 0.8 * self.level + self.gain * sound
        return torch.tanh(self.level)


def rest(net):
    for part in net.modules():
        if isinstance(part, Trace):
            part.silence()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), Trace(4), nn.Linear(4, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
rest(net)
for step in range(4):
    clip = torch.randn(6, 5, 3)
    rest(net)
    for at in range(5):
        score = net(clip[:, at])
    loss = F.binary_cross_entropy_with_logits(score, (clip.sum((1, 2), keepdim=True)[:, 0] > 0).float())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
