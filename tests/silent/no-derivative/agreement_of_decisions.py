# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from agree import disagreement


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.one, self.two = nn.Linear(16, 3), nn.Linear(16, 3)

    def forward(self, x):
        h = self.body(x)
        return self.one(h), self.two(h)


def main(steps=8):
    torch.manual_seed(0)
    model = Pair()
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        y = x[:, :3].argmax(1)
        one, two = model(x)
        task = F.cross_entropy(one, y) + F.cross_entropy(two, y)
        loss = task + 2.0 * disagreement(one, two)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")  #! decoy


if __name__ == "__main__":
    main()
# file: agree.py
def disagreement(one, two):
    first, second = one.argmax(1), two.argmax(1)  #~ no-derivative
    return (first != second).float().mean()  #~ no-derivative
