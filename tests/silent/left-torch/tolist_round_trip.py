# file: main.py
import torch
import torch.nn as nn


class Pointer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(5, 5)
        self.value = nn.Linear(5, 2)

    def attend(self, x):
        scores = self.query(x) @ x.T
        rows = [sorted(row, reverse=True) for row in scores.tolist()]  #~ left-torch
        return torch.softmax(torch.tensor(rows), dim=-1)

    def forward(self, x):
        return self.attend(x) @ self.value(x)


def report(losses):
    print(", ".join(f"{v:.3f}" for v in torch.stack(losses).tolist()))  #! decoy


def main():
    torch.manual_seed(0)
    model, losses = Pointer(), []
    optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-2)
    x = torch.randn(12, 5)
    for _ in range(6):
        optimizer.zero_grad()
        loss = (model(x) - x[:, :2]).abs().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())  #! decoy
    report(losses)


main()
# file: quiet.py
import torch
import torch.nn as nn


class Pointer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(5, 5)
        self.value = nn.Linear(5, 2)

    def attend(self, x):
        scores = self.query(x) @ x.T
        rows, _ = scores.sort(descending=True)
        return torch.softmax(rows, dim=-1)

    def forward(self, x):
        return self.attend(x) @ self.value(x)


def report(losses):
    print(", ".join(f"{v:.3f}" for v in torch.stack(losses).tolist()))


def main():
    torch.manual_seed(0)
    model, losses = Pointer(), []
    optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-2)
    x = torch.randn(12, 5)
    for _ in range(6):
        optimizer.zero_grad()
        loss = (model(x) - x[:, :2]).abs().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    report(losses)


main()
