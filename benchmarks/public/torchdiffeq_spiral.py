"""A differential equation learnt from its path, with the adjoint method: after torchdiffeq's example."""

import torch
from torch import Tensor, nn
from torchdiffeq import odeint, odeint_adjoint


class Field(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))

    def forward(self, t: Tensor, y: Tensor) -> Tensor:
        return self.net(y**3)


torch.manual_seed(0)
start, times = torch.tensor([[2.0, 0.0]]), torch.linspace(0.0, 2.0, 24)
turning = torch.tensor([[-0.1, 2.0], [-2.0, -0.1]])
with torch.no_grad():
    truth = odeint(lambda t, y: (y**3) @ turning, start, times, method="dopri5")
field = Field()
optimizer = torch.optim.RMSprop(field.parameters(), lr=1e-3)
for step in range(10):
    optimizer.zero_grad()
    at = torch.randint(0, 16, (6,))
    path = odeint_adjoint(field, truth[at], times[:6])
    loss = torch.mean(torch.abs(path - torch.stack([truth[at + i] for i in range(6)])))
    loss.backward()
    optimizer.step()
    print(step, loss.item())
    if step % 5 == 0:
        with torch.no_grad():
            print(odeint(field, start, times).abs().mean().item())
