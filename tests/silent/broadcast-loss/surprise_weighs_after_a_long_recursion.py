# file: main.py
import torch
import torch.nn as nn


class Forecast(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, x):
        return self.net(x)


@torch.no_grad()
def surprises(level, readings, gaps, forget=0.9):
    """How unusual each reading is, from the last to the first: a sum over all later ones that forgets."""
    out = torch.zeros(len(readings), 1)
    later = 0.0
    for i in reversed(range(len(readings))):
        now = readings[i] - level[i, 0]
        later = now + forget * later * gaps[i]  #! decoy
        out[i, 0] = later
    return (out - out.mean()) / out.std()


def measured(days, steps=19):
    """A state that drifts, read once a day."""
    state, out = torch.zeros(()), []
    for kicks in torch.randn(days, steps) * 0.1:
        for kick in kicks:
            state = 0.97 * state + kick
        out.append(state)
    return torch.stack(out)


def main():
    torch.manual_seed(0)
    model = Forecast()
    scale = nn.Linear(4, 2)
    optimizer = torch.optim.Adam([*model.parameters(), *scale.parameters()], lr=3e-3)
    readings, gaps = measured(160), (torch.rand(160) > 0.1).float()
    x = torch.stack([readings.roll(shift) for shift in range(1, 5)], dim=1)
    for epoch in range(3):
        with torch.no_grad():
            level = model(x)
        odd = surprises(level, readings, gaps)
        for rows in torch.randperm(160).split(40):
            spread = scale(x[rows]).log_softmax(1)[:, 0].exp()
            weighted = spread * odd[rows]  #~ broadcast-loss
            loss = -weighted.mean() + (model(x[rows]).squeeze(1) - readings[rows]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn

# The recursion goes through single numbers of a column and of rows: no two of these are joined as a whole.


class Forecast(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, x):
        return self.net(x)


@torch.no_grad()
def surprises(level, readings, gaps, forget=0.9):
    out = torch.zeros(len(readings), 1)
    later = 0.0
    for i in reversed(range(len(readings))):
        now = readings[i] - level[i, 0]
        later = now + forget * later * gaps[i]
        out[i, 0] = later
    return (out - out.mean()) / out.std()


def measured(days, steps=19):
    """A state that drifts, read once a day."""
    state, out = torch.zeros(()), []
    for kicks in torch.randn(days, steps) * 0.1:
        for kick in kicks:
            state = 0.97 * state + kick
        out.append(state)
    return torch.stack(out)


def main():
    torch.manual_seed(0)
    model = Forecast()
    scale = nn.Linear(4, 2)
    optimizer = torch.optim.Adam([*model.parameters(), *scale.parameters()], lr=3e-3)
    readings, gaps = measured(160), (torch.rand(160) > 0.1).float()
    x = torch.stack([readings.roll(shift) for shift in range(1, 5)], dim=1)
    for epoch in range(3):
        with torch.no_grad():
            level = model(x)
        odd = surprises(level, readings, gaps)
        for rows in torch.randperm(160).split(40):
            spread = scale(x[rows]).log_softmax(1)[:, 0].exp()
            weighted = spread * odd[rows].squeeze(1)
            loss = -weighted.mean() + (model(x[rows]).squeeze(1) - readings[rows]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(loss.item())


main()
