# file: main.py
import torch
import torch.nn.functional as F

from stream import Streamer


def main():
    torch.manual_seed(0)
    model = Streamer(3, 8)
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    signal = torch.randn(60, 2, 3).cumsum(0) * 0.1
    state = model.start(2)
    for chunk in signal.split(10):
        out, state = model(chunk[:-1], state)
        loss = F.mse_loss(out, chunk[1:])
        opt.zero_grad()
        loss.backward()
        opt.step()
        state = model.forget(state)
        print(loss.item())


main()
# file: stream.py
import torch
import torch.nn as nn


class Streamer(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.cells = nn.ModuleList([nn.GRUCell(dim, hidden), nn.GRUCell(hidden, hidden)])
        self.out = nn.Linear(hidden, dim)

    def start(self, batch):
        return torch.zeros(2, batch, self.cells[0].hidden_size)

    def forget(self, state):
        for layer in state.unbind(0):
            layer.detach_()  #~ untracked-change|view-modified-in-place
        return state

    def forward(self, xs, state):
        outs = []
        for x in xs:
            new = []
            for cell, h in zip(self.cells, state):
                x = cell(x, h)
                new.append(x)
            state = torch.stack(new)
            outs.append(self.out(x))
        return torch.stack(outs), state
