# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(40, 12)
        self.mix = nn.GRU(12, 12, batch_first=True)
        self.out = nn.Linear(12, 4)
        self.prior = nn.ParameterDict({"bias": nn.Parameter(torch.zeros(4))})

    def forward(self, ids):
        return self.out(self.mix(self.words(ids))[0][:, -1]) + self.prior["bias"]


def groups_of(model, names, rate):
    return {"lr": rate, "params": [p for n, p in model.named_parameters() if n.startswith(names)]}


def optimizer_of(model):
    groups = [groups_of(model, ("words",), 1e-3), groups_of(model, ("mix",), 2e-3)]
    groups_of(model, ("out", "prior"), 1e-2)
    return torch.optim.Adam(groups)  #~ not-in-optimizer


torch.manual_seed(0)
model = Scorer()
optimizer = optimizer_of(model)
for _ in range(12):
    ids = torch.randint(0, 40, (16, 5))
    loss = F.cross_entropy(model(ids), ids[:, 0] % 4)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Only the last layers are trained, in two groups; the body stays as it was loaded.
torch.manual_seed(0)
body = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 12), nn.ReLU())
model = nn.Sequential(body, nn.Linear(12, 8), nn.ReLU(), nn.Linear(8, 3))
optimizer = torch.optim.Adam([{"params": model[1].parameters()}, {"params": model[3].parameters(), "lr": 1e-2}], lr=1e-3)
for _ in range(12):
    x = torch.randn(16, 6)
    loss = F.cross_entropy(model(x), (x[:, 0] > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
