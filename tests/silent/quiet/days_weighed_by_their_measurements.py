# file: quiet.py
import torch
from torch import nn

DAYS = 3


class Harbour(nn.Module):
    def __init__(self):
        super().__init__()
        self.memory = nn.GRU(2, 8, batch_first=True)
        self.height = nn.Linear(8, 1)

    def forward(self, wind):
        return self.height(self.memory(wind)[0]).squeeze(-1)


def day(measured):
    wind = torch.randn(4, 24, 2)
    gauge_works = torch.arange(24).expand(4, 24) < measured
    return wind, wind[..., 0].cumsum(1) / 5, gauge_works


def miss(heights, tide, gauge_works):
    squares = (heights - tide).pow(2) * gauge_works
    return squares.sum() / gauge_works.sum(), gauge_works.sum()


def main():
    torch.manual_seed(0)
    harbour = Harbour()
    optimizer = torch.optim.Adam(harbour.parameters(), lr=0.01)
    for step in range(8):
        optimizer.zero_grad()
        days = [day(measured) for measured in torch.randint(2, 24, (DAYS,)).tolist()]
        in_all = sum(works.sum() for _, _, works in days)
        for wind, tide, works in days:
            error, count = miss(harbour(wind), tide, works)
            (error * count / in_all).backward()
        optimizer.step()


if __name__ == "__main__":
    main()
