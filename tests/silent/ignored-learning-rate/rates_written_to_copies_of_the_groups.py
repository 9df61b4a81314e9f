# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from clock import Clocked


def main():
    torch.manual_seed(0)
    body, head = nn.Sequential(nn.Linear(9, 18), nn.GELU()), nn.Linear(18, 4)
    groups = [{"params": list(body.parameters()), "lr": 1e-4}, {"params": list(head.parameters())}]
    optimizer = Clocked(torch.optim.RMSprop(groups, lr=1e-3), peak=2e-2, length=32)
    for _ in range(32):
        x = torch.randn(24, 9)
        loss = F.cross_entropy(head(body(x)), x[:, :4].argmax(1))
        optimizer.clear()
        loss.backward()
        optimizer.advance()
    print(loss.item())


main()
# file: clock.py
import math


class Clocked:
    def __init__(self, inner, peak, length):
        self.inner, self.peak, self.length, self.at = inner, peak, length, 0
        self.param_groups = [dict(group) for group in inner.param_groups]  #~ ignored-learning-rate

    def clear(self):
        self.inner.zero_grad()

    def advance(self):
        self.at += 1
        for group in self.param_groups:
            group["lr"] = self.peak * math.sin(math.pi * self.at / self.length)
        self.inner.step()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Linear(9, 4)
optimizer = torch.optim.RMSprop(net.parameters(), lr=1e-3)
shown = [dict(group) for group in optimizer.param_groups]  # as it began
for step in range(32):
    for group in optimizer.param_groups:
        group["lr"] = 1e-2 * (1 - step / 32)
    x = torch.randn(24, 9)
    loss = F.cross_entropy(net(x), x[:, :4].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(shown[0]["lr"], loss.item())
