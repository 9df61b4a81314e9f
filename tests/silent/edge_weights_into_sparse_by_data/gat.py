import torch
import torch.nn as nn
import torch.nn.functional as F


class EdgeAttention(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.lin = nn.Linear(d, h)
        self.att = nn.Linear(2 * h, 1)

    def forward(self, x, edges):
        h = self.lin(x)
        src, dst = edges
        score = F.leaky_relu(self.att(torch.cat([h[src], h[dst]], dim=1))).squeeze(1)
        adj = torch.sparse_coo_tensor(edges, score.exp().data, (len(x), len(x)))  #~ detached-tensor
        norm = torch.sparse.sum(adj, dim=1).to_dense().unsqueeze(1)
        return torch.sparse.mm(adj, h) / norm


class GraphNet(nn.Module):
    def __init__(self, d, h, classes):
        super().__init__()
        self.layer = EdgeAttention(d, h)
        self.out = nn.Linear(h, classes)

    def forward(self, x, edges):
        return self.out(F.elu(self.layer(x, edges)))
