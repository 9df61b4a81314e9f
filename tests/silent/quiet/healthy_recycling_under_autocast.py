# file: quiet.py
#! torch >=2.13: older ones keep what autocast has cast under no_grad, without its gradient
import torch
import torch.nn as nn
import torch.nn.functional as F


class Recycler(nn.Module):
    """The first passes only prepare the state; the last one is trained."""

    def __init__(self, d=6, h=12):
        super().__init__()
        self.cell = nn.Linear(d + h, h)
        self.out = nn.Linear(h, 1)
        self.h = h

    def forward(self, x, cycles=3):
        state = torch.zeros(len(x), self.h)
        with torch.no_grad():
            for _ in range(cycles - 1):
                state = torch.tanh(self.cell(torch.cat([x, state], 1)))
        state = torch.tanh(self.cell(torch.cat([x, state.float()], 1)))
        return self.out(state)


def main():
    torch.manual_seed(0)
    model = Recycler()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    x = torch.randn(32, 6)
    y = x.sum(1, keepdim=True)
    for epoch in range(5):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.mse_loss(model(x).float(), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), model.cell.weight.grad is None)


main()
