# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Styled(nn.Module):
    def __init__(self, d=6, styles=3):
        super().__init__()
        self.codes = nn.Embedding(styles, 4)
        self.map = nn.Linear(4, 8)
        self.net = nn.Linear(d, 8)
        self.out = nn.Linear(8, d)

    def forward(self, x, style):
        code = torch.as_tensor(self.map(self.codes(style)).detach().numpy().copy())  #~ left-torch|detached-tensor|rebuilt-tensor
        return self.out(torch.relu(self.net(x)) * (1 + code))


def main():
    torch.manual_seed(0)
    model = Styled()
    start = copy.deepcopy(model.state_dict())  #! decoy
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    x = torch.randn(30, 6)
    style = torch.randint(0, 3, (30,))
    y = x * (style.float().unsqueeze(1) + 1)
    for _ in range(6):
        loss = F.mse_loss(model(x, style), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    moved = {k: (v - start[k]).abs().max().item() for k, v in model.state_dict().items()}  #! decoy
    print(loss.item(), moved)  #! decoy


main()
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Styled(nn.Module):
    def __init__(self, d=6, styles=3):
        super().__init__()
        self.codes = nn.Embedding(styles, 4)
        self.map = nn.Linear(4, 8)
        self.net = nn.Linear(d, 8)
        self.out = nn.Linear(8, d)

    def forward(self, x, style):
        code = self.map(self.codes(style))
        return self.out(torch.relu(self.net(x)) * (1 + code))


def main():
    torch.manual_seed(0)
    model = Styled()
    start = copy.deepcopy(model.state_dict())
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    x = torch.randn(30, 6)
    style = torch.randint(0, 3, (30,))
    y = x * (style.float().unsqueeze(1) + 1)
    for _ in range(6):
        loss = F.mse_loss(model(x, style), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    moved = {k: (v - start[k]).abs().max().item() for k, v in model.state_dict().items()}
    print(loss.item(), moved)


main()
