# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 8)
        self.head = nn.Linear(8, 3)

    def forward(self, x, state):
        state = self.cell(x, state)
        return self.head(state), state


def sequence_loss(model, sequence):
    state, total = torch.zeros(sequence.shape[1], 8), 0.0
    for now, then in zip(sequence[:-1], sequence[1:]):
        out, state = model(now, state)
        total += F.mse_loss(out, then)
    return total / (len(sequence) - 1)


torch.manual_seed(0)
model = Recurrent()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
running = 0.0
for sequence in torch.randn(8, 6, 4, 3).cumsum(1):
    loss = sequence_loss(model, sequence)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    running += loss.detach()
    print(running.item())
