# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from models import CTR


def main():
    torch.manual_seed(0)
    net = CTR(fields=4, buckets=50)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3, weight_decay=1e-5)  #~ optimizer-arguments
    for step in range(4):
        ids = torch.randint(0, 50, (32, 4))
        click = (torch.rand(32) < 0.3).float()
        loss = F.binary_cross_entropy_with_logits(net(ids), click)
        opt.zero_grad()
        loss.backward()
        opt.step()  #~ optimizer-arguments
        print(step, loss.item())


main()
# file: models.py
import torch
import torch.nn as nn


class CTR(nn.Module):
    def __init__(self, fields, buckets, dim=6):
        super().__init__()
        self.tables = nn.ModuleList([nn.Embedding(buckets, dim, sparse=True) for _ in range(fields)])  #~ optimizer-arguments
        self.deep = nn.Sequential(nn.Linear(fields * dim, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, ids):
        e = torch.cat([t(ids[:, i]) for i, t in enumerate(self.tables)], -1)
        return self.deep(e).squeeze(-1)
