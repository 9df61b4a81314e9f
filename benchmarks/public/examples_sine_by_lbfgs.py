"""Waves foreseen by two LSTM cells, trained by LBFGS in double precision: after pytorch/examples, time series."""

import torch
from torch import Tensor, nn


class Sequence(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.one, self.two, self.out = nn.LSTMCell(1, 12), nn.LSTMCell(12, 12), nn.Linear(12, 1)

    def forward(self, x: Tensor, future: int = 0) -> Tensor:
        zeros = torch.zeros(x.size(0), 12, dtype=torch.double)
        h1, c1, h2, c2 = zeros, zeros, zeros, zeros
        found = []
        for part in x.split(1, dim=1):
            h1, c1 = self.one(part, (h1, c1))
            h2, c2 = self.two(h1, (h2, c2))
            found += [self.out(h2)]
        for _ in range(future):
            h1, c1 = self.one(found[-1], (h1, c1))
            h2, c2 = self.two(h1, (h2, c2))
            found += [self.out(h2)]
        return torch.cat(found, dim=1)


torch.manual_seed(0)
waves = torch.sin(torch.arange(40).double() / 5 + torch.rand(6, 1).double() * 6)
net = Sequence().double()
criterion = nn.MSELoss()
optimizer = torch.optim.LBFGS(net.parameters(), lr=0.8, max_iter=5)
for step in range(3):

    def closure() -> Tensor:
        optimizer.zero_grad()
        loss = criterion(net(waves[:, :-1]), waves[:, 1:])
        loss.backward()
        return loss

    print(step, optimizer.step(closure).item())
    with torch.no_grad():
        print(criterion(net(waves[:3, :-1], future=5)[:, :-5], waves[:3, 1:]).item())
