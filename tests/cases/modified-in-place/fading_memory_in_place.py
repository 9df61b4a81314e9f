# file: main.py
import torch
import torch.nn.functional as F

from linear_attention import FastWeights


def main():
    torch.manual_seed(0)
    net = FastWeights(6, 8)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(4, 7, 6)
        loss = F.mse_loss(net(x), x.roll(1, 1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: linear_attention.py
import torch
import torch.nn as nn


class FastWeights(nn.Module):
    def __init__(self, dim, inner, decay=0.9):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(dim, inner), nn.Linear(dim, inner), nn.Linear(dim, inner)
        self.out, self.decay, self.inner = nn.Linear(inner, dim), decay, inner

    def forward(self, x):
        memory = torch.zeros(len(x), self.inner, self.inner)
        outs = []
        for t in range(x.shape[1]):
            q, k, v = self.q(x[:, t]), self.k(x[:, t]), self.v(x[:, t])
            memory *= self.decay  #~ modified-in-place
            memory += k.unsqueeze(2) * v.unsqueeze(1)  #~ modified-in-place
            outs.append(torch.einsum("bi,bij->bj", q, memory))
        return self.out(torch.stack(outs, 1))
