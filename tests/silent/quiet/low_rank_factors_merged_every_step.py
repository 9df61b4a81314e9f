# file: quiet.py
import torch
import torch.nn as nn


class Adapted(nn.Module):
    """A linear layer whose low-rank part is merged into the frozen weight, and starts again."""

    def __init__(self, width, rank):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(width, width) * 0.1, requires_grad=False)
        self.down = nn.Parameter(torch.randn(rank, width) * 0.3)
        self.up = nn.Parameter(torch.zeros(width, rank))

    def forward(self, x):
        return x @ (self.weight + self.up @ self.down).t()

    @torch.no_grad()
    def absorb(self):
        self.weight.add_(self.up @ self.down)
        self.up.zero_()


torch.manual_seed(0)
layer, goal = Adapted(8, 2), torch.randn(8, 8)
optimizer = torch.optim.SGD([layer.up, layer.down], lr=0.1)
for _ in range(30):
    x = torch.randn(32, 8)
    loss = (layer(x) - x @ goal.t()).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    layer.absorb()
print(loss.item())
