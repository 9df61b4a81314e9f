# file: main.py
import torch

from heads import Forecast


def main(steps=8):
    torch.manual_seed(0)
    model = Forecast()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        past = torch.randn(12, 5, 4)
        future = past.mean((1, 2))  #! decoy
        loss = model.loss(past, future)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: quiet.py
import torch

from heads import Forecast


def main(steps=8):
    """The same shapes; and several samples of each, with a dimension put in for them."""
    torch.manual_seed(0)
    model = Forecast()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        past = torch.randn(12, 5, 4)
        future = past.mean((1, 2))
        several = future[:, None] + 0.1 * torch.randn(12, 6)
        loss = model.loss(past, future.unsqueeze(1)) - model(past).log_prob(several).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: heads.py
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Laplace


class Forecast(nn.Module):
    def __init__(self, features=4, hidden=16):
        super().__init__()
        self.rnn = nn.GRU(features, hidden, batch_first=True)
        self.place, self.width = nn.Linear(hidden, 1), nn.Linear(hidden, 1)

    def forward(self, past):
        h = self.rnn(past)[0][:, -1]
        return Laplace(self.place(h), F.softplus(self.width(h)) + 1e-3)

    def loss(self, past, future):
        return -self(past).log_prob(future).mean()  #~ broadcast-loss
