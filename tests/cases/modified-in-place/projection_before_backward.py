import torch
from torch import nn


class CML(nn.Module):
    def __init__(self, users, items, dim):
        super().__init__()
        self.user = nn.Embedding(users, dim)
        self.item = nn.Embedding(items, dim)

    def forward(self, u, i):
        return torch.cdist(self.user(u).unsqueeze(1), self.item(i)).squeeze(1)

    def project(self):
        with torch.no_grad():
            for table in (self.user, self.item):
                norm = table.weight.norm(dim=1, keepdim=True).clamp(min=1)
                table.weight.div_(norm)


def triplet(model, u, pos, neg):
    weights = model.item.weight
    spread = (weights @ weights.t()).pow(2).mean()
    d = model(u, torch.stack([pos, neg], 1))
    return (1 + d[:, 0] - d[:, 1]).clamp(min=0).mean() + 0.1 * spread


torch.manual_seed(0)
model = CML(6, 9, 4)
opt = torch.optim.Adagrad(model.parameters(), 0.1)
for epoch in range(2):
    u, pos, neg = torch.randint(0, 6, (5,)), torch.randint(0, 9, (5,)), torch.randint(0, 9, (5,))
    loss = triplet(model, u, pos, neg)
    model.project()  #~ modified-in-place
    opt.zero_grad()
    loss.backward()
    opt.step()
