# file: main.py
import torch
from torch import nn

from decay import decay
from sorter import Sorter


def main(steps=10):
    torch.manual_seed(0)
    model = Sorter()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        x = torch.randn(32, 6)
        loss = nn.functional.cross_entropy(model(x), (x[:, 0] > 0).long()) + 1e-3 * decay(model)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.3f}")


main()
# file: sorter.py
from torch import nn


class Sorter(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 12), nn.ReLU())
        self.head = nn.Linear(12, 2)

    def forward(self, x):
        return self.head(self.body(x))
# file: decay.py
def decay(model):
    total = 0.0
    for module in model.modules():
        for weight in module.parameters():
            total = total + weight.norm()  #~ counted-twice
    return total
# file: quiet.py
import torch
from torch import nn

# A loss for each sample, each with its penalty, and their mean.
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(10):
    total = 0.0
    for x in torch.randn(8, 6):
        fit = nn.functional.cross_entropy(model(x), (x[0] > 0).long())
        total = total + fit + 1e-3 * sum(p.norm() for p in model.parameters())
    optimizer.zero_grad()
    (total / 8).backward()
    optimizer.step()
print(f"{total.item():.3f}")
