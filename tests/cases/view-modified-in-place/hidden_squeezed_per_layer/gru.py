import torch
import torch.nn as nn


class StackedGRU(nn.Module):
    def __init__(self, inputs, hidden, layers):
        super().__init__()
        sizes = [inputs] + [hidden] * (layers - 1)
        self.cells = nn.ModuleList(nn.GRUCell(size, hidden) for size in sizes)

    def forward(self, x, h0):
        """x is (time, batch, features), h0 is (layers, 1, batch, hidden)."""
        states = [layer.squeeze_(0) for layer in h0]  #~ view-modified-in-place
        outputs = []
        for frame in x:
            for i, cell in enumerate(self.cells):
                states[i] = frame = cell(frame, states[i])  #! decoy
            outputs.append(frame)
        return torch.stack(outputs)
