# file: main.py
import torch
import torch.nn.functional as F

from attention import CrossAttention


def main():
    torch.manual_seed(0)
    net = CrossAttention(8)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        x, context = torch.randn(4, 5, 8), torch.randn(4, 7, 8)
        loss = F.mse_loss(net(x, context), context[:, :5].tanh())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn.functional as F

from attention import CrossAttention


class Right(CrossAttention):
    def forward(self, x, context):
        scores = self.to_query(x) @ self.to_key(context).transpose(1, 2)
        return self.out(scores.softmax(-1) @ self.to_value(context))


def main():
    torch.manual_seed(0)
    net = Right(8)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        x, context = torch.randn(4, 5, 8), torch.randn(4, 7, 8)
        loss = F.mse_loss(net(x, context), context[:, :5].tanh())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: attention.py
import torch.nn as nn


class CrossAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.to_query = nn.Linear(dim, dim, bias=False)
        self.to_key = nn.Linear(dim, dim, bias=False)
        self.to_value, self.out = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x, context):
        scores = self.to_query(x) @ self.to_query(context).transpose(1, 2)  #~ idle-parameter
        return self.out(scores.softmax(-1) @ self.to_value(context))
