# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Greedy(nn.Module):
    """Every block is trained by a loss of its own; nothing flows between them."""

    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(a, 16), nn.ReLU()) for a in (6, 16, 16))
        self.heads = nn.ModuleList(nn.Linear(16, 3) for _ in range(3))

    def forward(self, x):
        out = []
        for block, head in zip(self.blocks, self.heads):
            x = block(x.detach())
            out.append(head(x))
        return out


def main(steps=9):
    torch.manual_seed(0)
    net = Greedy()
    opts = [torch.optim.Adam([*b.parameters(), *h.parameters()], lr=2e-3) for b, h in zip(net.blocks, net.heads)]
    for step in range(steps):
        x = torch.randn(32, 6)
        y = x[:, :3].argmax(1)
        for i, logits in enumerate(net(x)):
            if i > step // 3:
                continue
            opts[i].zero_grad()
            loss = F.cross_entropy(logits, y)
            loss.backward()
            opts[i].step()
    print(loss.item())


main()
