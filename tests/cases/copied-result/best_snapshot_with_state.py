import copy

import torch
import torch.nn as nn


class OnlinePredictor(nn.Module):
    def __init__(self, features=4, hidden=8):
        super().__init__()
        self.cell = nn.GRUCell(features, hidden)
        self.head = nn.Linear(hidden, 1)
        self.state = None

    def reset(self):
        self.state = None

    def forward(self, x):
        self.state = self.cell(x, self.state)  #~ copied-result
        return self.head(self.state).squeeze(-1)


def main():
    torch.manual_seed(0)
    model = OnlinePredictor()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    start = copy.deepcopy(model)  #! decoy
    best, best_loss = start, float("inf")
    for epoch in range(3):
        model.reset()
        series = torch.randn(12, 6, 4)
        loss = sum((model(x) - x[:, 0]).pow(2).mean() for x in series) / len(series)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if loss.item() < best_loss:
            best, best_loss = copy.deepcopy(model), loss.item()  #~ copied-result
        print(epoch, best_loss)
    print(sum(p.numel() for p in best.parameters()))


if __name__ == "__main__":
    main()
