# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SkipGram(nn.Module):
    def __init__(self, v=40, d=8):
        super().__init__()
        self.center, self.context = nn.Embedding(v, d, sparse=True), nn.Embedding(v, d, sparse=True)
        nn.init.zeros_(self.context.weight)

    def forward(self, c, pos, neg):
        u = self.center(c)
        p = (u * self.context(pos)).sum(-1)
        n = torch.bmm(self.context(neg), u.unsqueeze(-1)).squeeze(-1)
        return -(F.logsigmoid(p) + F.logsigmoid(-n).sum(-1)).mean()


def main():
    torch.manual_seed(0)
    net = SkipGram()
    opt = torch.optim.SparseAdam(list(net.parameters()), lr=1e-2)
    freq = torch.rand(40) ** 0.75
    text = torch.multinomial(freq, 300, replacement=True)
    for i in range(10):
        c = text[i * 20 + 2:i * 20 + 18]
        neg = torch.multinomial(freq, 16 * 4, replacement=True).view(16, 4)
        loss = net(c, text[i * 20 + 1:i * 20 + 17], neg)
        opt.zero_grad()
        loss.backward()
        opt.step()
    sims = F.normalize(net.center.weight.data, dim=-1) @ F.normalize(net.center.weight.data, dim=-1).T
    print(loss.item(), sims.topk(3).indices[0].tolist())


main()
