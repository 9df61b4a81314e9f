import torch
import torch.nn as nn


class Forecaster(nn.Module):
    def __init__(self, features=3, hidden=12):
        super().__init__()
        self.lstm = nn.LSTM(features, hidden, num_layers=2, batch_first=True)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x, state=None):
        out, state = self.lstm(x, state)
        return self.head(out).squeeze(-1), state


def train_epoch(model, optimizer, series, target, window=8):
    state, total = None, 0.0
    for start in range(0, series.size(1), window):
        x, y = series[:, start:start + window], target[:, start:start + window]
        prediction, state = model(x, state)  #~ backward-twice
        loss = nn.functional.smooth_l1_loss(prediction, y)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        total += loss.item()
    return total


def main():
    torch.manual_seed(0)
    series = torch.randn(5, 32, 3).cumsum(1)
    target = series[..., 0].roll(-1, dims=1)
    target[:, -1] = 0  #! decoy
    model = Forecaster()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(2):
        print(epoch, train_epoch(model, optimizer, series, target))


if __name__ == "__main__":
    main()
