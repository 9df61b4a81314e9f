import torch
from torch import nn


class Rolling(nn.Module):
    """A mixing matrix that moves on with every frame."""

    def __init__(self, size):
        super().__init__()
        self.first = nn.Parameter(torch.eye(size))
        self.turn = nn.Linear(size, size)
        self.now = None

    def start(self):
        self.now = None

    def forward(self, frame):
        before = self.first if self.now is None else self.now
        self.now = torch.tanh(self.turn(before))  #! decoy
        return frame @ self.now


torch.manual_seed(0)
rolling = Rolling(3)
optimizer = torch.optim.Adam(rolling.parameters(), lr=1e-2)
for window in range(3):
    frames = torch.randn(5, 4, 3)
    optimizer.zero_grad()
    errors = []  #~ backward-twice
    for at in range(4):
        errors.append((rolling(frames[at]) - frames[at + 1]).pow(2).mean())
    loss = torch.stack(errors).mean()
    loss.backward()  #! decoy
    optimizer.step()
