import torch
import torch.nn as nn
import torch.nn.functional as F


class Regressor(nn.Module):
    def __init__(self, n_in=6, hidden=16):
        super().__init__()
        self.norm_in = nn.LayerNorm(n_in)
        self.fc1, self.fc2 = nn.Linear(n_in, hidden), nn.Linear(hidden, 1)
        self.norm_out = nn.LayerNorm(1)  #~ zero-gradient|multiplied-by-zero|zero-derivative

    def forward(self, x):
        h = F.relu(self.fc1(self.norm_in(x)))
        return self.norm_out(self.fc2(h)).squeeze(-1)  #~ zero-gradient|multiplied-by-zero|zero-derivative


def house_prices(n):
    x = torch.rand(n, 6)
    return x, 2 * x[:, 0] + x[:, 1] * x[:, 2]


def main():
    torch.manual_seed(0)
    model = Regressor()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(10):
        x, y = house_prices(32)
        loss = F.mse_loss(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, loss.item())  #! decoy


main()
