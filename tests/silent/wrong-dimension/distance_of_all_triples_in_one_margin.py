# file: main.py
import torch
from torch import nn


class Translations(nn.Module):
    def __init__(self, entities, relations, size=12):
        super().__init__()
        self.entities = nn.Embedding(entities, size)
        self.relations = nn.Embedding(relations, size)

    def distance(self, heads, relations, tails):
        gap = self.entities(heads) + self.relations(relations) - self.entities(tails)
        return gap.norm(p=2)  #~ wrong-dimension


torch.manual_seed(0)
model = Translations(40, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
facts = torch.stack([torch.randint(0, 40, (200,)), torch.randint(0, 3, (200,)), torch.randint(0, 40, (200,))])
for step in range(12):
    heads, relations, tails = facts[:, torch.randperm(200)[:50]]
    wrong = torch.randint(0, 40, (50,))
    right, other = model.distance(heads, relations, tails), model.distance(heads, relations, wrong)
    loss = torch.relu(1.0 + right - other)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
entities, relations = nn.Embedding(40, 12), nn.Embedding(3, 12)
optimizer = torch.optim.SGD([entities.weight, relations.weight], lr=0.05)
facts = torch.stack([torch.randint(0, 40, (200,)), torch.randint(0, 3, (200,)), torch.randint(0, 40, (200,))])
for step in range(12):
    heads, kinds, tails = facts[:, torch.randperm(200)[:50]]
    wrong = torch.randint(0, 40, (50,))
    moved = entities(heads) + relations(kinds)
    right, other = (moved - entities(tails)).norm(dim=1), (moved - entities(wrong)).norm(dim=1)
    loss = torch.relu(1.0 + right - other).mean() + 1e-3 * torch.relu(entities.weight.norm() - 5.0)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
