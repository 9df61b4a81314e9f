# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell, self.head = nn.RNNCell(3, 6), nn.Linear(6, 1)

    def forward(self, x, state):
        state = self.cell(x, state)
        return self.head(state), state


torch.manual_seed(0)
model = Model()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
state, total = torch.zeros(4, 6), 0.0
for t, x in enumerate(torch.randn(24, 4, 3), 1):
    out, state = model(x, state)
    total += F.mse_loss(out, x.sum(1, keepdim=True))
    if t % 6 == 0:
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        print(total.item())
        state, total = state.detach(), 0.0
