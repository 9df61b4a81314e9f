import torch
import torch.nn as nn
import torch.nn.functional as F


class GraphConv(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(a, b))
        self.bias = nn.Parameter(torch.zeros(b))
        self.generator = torch.Generator().manual_seed(3)

    def reset_parameters(self):
        self.generator.manual_seed(3)
        nn.init.xavier_uniform_(self.weight, generator=self.generator)

    def forward(self, x, adj):
        self.reset_parameters()  #~ untracked-write|untracked-change|update-undone
        return adj @ x @ self.weight + self.bias


class GCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = GraphConv(5, 8), GraphConv(8, 2)

    def forward(self, x, adj):
        return self.two(torch.relu(self.one(x, adj)), adj)


def main():
    torch.manual_seed(0)
    adj = torch.rand(12, 12).softmax(-1)
    x = torch.randn(12, 5)
    y = (x[:, 0] > 0).long()
    net = GCN()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(6):
        loss = F.cross_entropy(net(x, adj), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())  #! decoy


main()
