# file: main.py
import torch
import torch.nn as nn

from whitening import Whitening


def main():
    torch.manual_seed(5)
    model = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), Whitening(), nn.Linear(8, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(4):
        x = torch.randn(16, 6)
        loss = nn.functional.cross_entropy(model(x), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: whitening.py
import torch
import torch.nn as nn


class Whitening(nn.Module):
    def __init__(self, slow=0.8):
        super().__init__()
        self.slow = slow
        self.first, self.second = torch.zeros(1), torch.ones(1)

    def forward(self, x):
        for moment, power in (("first", 1), ("second", 2)):
            known = getattr(self, moment)
            moved = known * self.slow + x.pow(power).mean() * (1 - self.slow)  #~ backward-twice
            setattr(self, moment, moved)  #~ backward-twice
        return (x - self.first) / (self.second - self.first.square() + 0.1).sqrt()
