# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class GAT(nn.Module):
    def __init__(self, d, out):
        super().__init__()
        self.w = nn.Linear(d, out, bias=False)
        self.a = nn.Parameter(0.1 * torch.randn(2 * out))

    def forward(self, x, src, dst):
        h = self.w(x)
        e = F.leaky_relu(torch.cat([h[src], h[dst]], 1) @ self.a, 0.2)
        top = torch.full((len(x),), -1e9).scatter_reduce(0, dst, e.detach(), "amax")
        e = (e - top[dst]).exp()
        norm = torch.zeros(len(x)).index_add(0, dst, e).clamp(min=1e-9)
        return torch.zeros_like(h).index_add(0, dst, (e / norm[dst])[:, None] * h[src])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(50, 8)
        self.one, self.two = GAT(8, 16), GAT(16, 16)
        self.head = nn.Linear(16, 2)

    def forward(self, ids, src, dst):
        x = self.embed(ids)
        h = F.elu(self.one(x, src, dst))
        return self.head(F.dropout(h + self.two(h, src, dst), 0.2, self.training))


def main(steps=10):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=5e-3, weight_decay=5e-4)
    ids, y = torch.arange(30), torch.randint(0, 2, (30,))
    src, dst = torch.randint(0, 25, (2, 60))
    train = torch.arange(30) < 10
    for step in range(steps):
        loss = F.cross_entropy(net(ids, src, dst)[train], y[train])
        opt.zero_grad()
        loss.backward()
        opt.step()
    net.eval()
    with torch.no_grad():
        print(loss.item(), (net(ids, src, dst).argmax(1)[~train] == y[~train]).float().mean().item())


main()
