# file: main.py
import torch
import torch.nn as nn

from metrics import mean_absolute_percentage_error, r2


class Demand(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 10), nn.ReLU(), nn.Linear(10, 1), nn.Softplus())

    def forward(self, x):
        return self.layers(x).squeeze(1)


def train_step(model, optimizer, x, y):
    forecast = model(x)
    loss = mean_absolute_percentage_error(y, forecast)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


def main():
    torch.manual_seed(4)
    x = torch.rand(30, 4)
    y = 1.0 + x.sum(dim=1)
    model = Demand()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    with torch.no_grad():  #! decoy
        print("r2", r2(y, model(x)))
    for step in range(3):
        print(step, train_step(model, optimizer, x, y).item())


if __name__ == "__main__":
    main()
# file: metrics.py
import numpy as np
import torch


def to_array(values):
    if isinstance(values, torch.Tensor):
        values = values.detach().cpu().numpy()  #~ left-torch|detached-tensor
    return np.asarray(values, dtype=np.float64)


def r2(y_true, y_pred):
    y_true, y_pred = to_array(y_true), to_array(y_pred)
    residual = ((y_true - y_pred) ** 2).sum()
    return 1 - residual / ((y_true - y_true.mean()) ** 2).sum()


def mean_absolute_percentage_error(y_true, y_pred, eps=1e-8):
    y_true, y_pred = to_array(y_true), to_array(y_pred)
    ratio = np.abs(y_true - y_pred) / np.maximum(np.abs(y_true), eps)
    return torch.as_tensor(np.mean(ratio))  #~ left-torch
