# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class EarlyStopping:
    def __init__(self, model, patience):
        self.model, self.patience, self.best, self.state, self.bad = model, patience, float("inf"), None, 0

    def update(self, loss):
        if loss < self.best:
            self.best, self.bad, self.state = loss, 0, copy.deepcopy(self.model.state_dict())
        else:
            self.bad += 1
        return self.bad >= self.patience


def validate(model, x, y):
    model.eval()
    with torch.no_grad():
        loss = F.mse_loss(model(x), y).item()
    model.train()
    return loss


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Dropout(0.2), nn.Linear(12, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=1)
stopper = EarlyStopping(model, 3)
x = torch.randn(40, 4)
y = x.sum(1, keepdim=True)
for _ in range(10):
    optimizer.zero_grad()
    F.mse_loss(model(x[:30]), y[:30]).backward()
    optimizer.step()
    held = validate(model, x[30:], y[30:])
    plateau.step(held)
    if stopper.update(held):
        break
model.load_state_dict(stopper.state)
print(stopper.best, validate(model, x[30:], y[30:]))
