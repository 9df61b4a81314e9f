# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from gru import StackedGRU


class Keyword(nn.Module):
    def __init__(self, mels=5, hidden=8, layers=2, classes=4):
        super().__init__()
        self.layers, self.hidden = layers, hidden
        self.speaker = nn.Embedding(10, layers * hidden)
        self.rnn = StackedGRU(mels, hidden, layers)
        self.head = nn.Linear(hidden, classes)

    def forward(self, x, speaker):
        h0 = self.speaker(speaker).view(len(speaker), self.layers, self.hidden)
        h0 = torch.tanh(h0).transpose(0, 1).unsqueeze(1)
        return self.head(self.rnn(x, h0)[-1])


def main():
    torch.manual_seed(0)
    model = Keyword()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(12, 1, 6, 5)
        x.squeeze_(1)  #! decoy
        loss = F.cross_entropy(model(x, torch.randint(0, 10, (6,))), torch.randint(0, 4, (6,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: gru.py
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
