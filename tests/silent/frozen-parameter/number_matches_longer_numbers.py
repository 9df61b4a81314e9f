# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from tuning import hold_still


class Stack(nn.Module):
    def __init__(self, depth=12, width=8):
        super().__init__()
        self.read = nn.Linear(5, width)
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.out = nn.Linear(width, 3)

    def forward(self, x):
        h = self.read(x)
        for block in self.blocks:
            h = h + 0.3 * torch.relu(block(h))
        return self.out(h)


torch.manual_seed(0)
net = Stack()
hold_still(net, layers=2)
optimizer = torch.optim.Adam([p for p in net.parameters() if p.requires_grad], lr=1e-2)
for _ in range(8):
    x = torch.randn(24, 5)
    loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())  #! decoy
# file: tuning.py
def hold_still(net, layers):
    """The first layers stay as they are."""
    still = ["read"] + [f"blocks.{i}" for i in range(layers)]
    for name, p in net.named_parameters():
        if any(name.startswith(part) for part in still):  #~ frozen-parameter
            p.requires_grad = False
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Stack(nn.Module):
    def __init__(self, depth=12, width=8):
        super().__init__()
        self.read = nn.Linear(5, width)
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.out = nn.Linear(width, 3)

    def forward(self, x):
        h = self.read(x)
        for block in self.blocks:
            h = h + 0.3 * torch.relu(block(h))
        return self.out(h)


# The first and the last blocks are frozen, each by its whole name, by a beginning that all of them have, or as modules.
def by_beginning(net):
    still = tuple(f"blocks.{i}" for i in (0, 1, 10, 11))
    for name, p in net.named_parameters():
        p.requires_grad_(not name.startswith(still))


def by_whole_name(net):
    still = [f"blocks.{i}" for i in (0, 1, 10, 11)]
    for name, block in net.named_modules():
        if name in still:
            block.requires_grad_(False)


torch.manual_seed(0)
for hold_still in (by_beginning, by_whole_name):
    net = Stack()
    hold_still(net)
    optimizer = torch.optim.Adam([p for p in net.parameters() if p.requires_grad], lr=1e-2)
    for _ in range(8):
        x = torch.randn(24, 5)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
