# file: quiet.py
"""Prompts before a network that stays, a head on a body that stays, a body below a head that stays, biases alone."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.prompt = nn.Parameter(torch.randn(1, 2, 6))
        self.embed, self.body, self.norm = nn.Linear(4, 6), nn.Linear(6, 6), nn.LayerNorm(6)
        self.head = nn.Linear(6, 3)

    def forward(self, x):
        tokens = torch.cat([self.prompt.expand(len(x), -1, -1), self.embed(x)], 1)
        return self.head(torch.relu(self.body(self.norm(tokens))).mean(1))


def train(choose):
    net = Net()
    opt = torch.optim.Adam(choose(net), lr=1e-2)
    for _ in range(5):
        x = torch.randn(8, 5, 4)
        loss = F.cross_entropy(net(x), x.mean(1)[:, :3].argmax(1))
        net.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


torch.manual_seed(0)
train(lambda net: [net.prompt])
train(lambda net: net.head.parameters())
train(lambda net: [p for n, p in net.named_parameters() if "bias" in n])
train(lambda net: [{"params": [net.prompt]}, {"params": net.embed.parameters()}])
