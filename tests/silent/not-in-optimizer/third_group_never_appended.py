# file: main.py
import torch
import torch.nn.functional as F

from groups import parameter_groups
from tagger import Tagger


def main():
    torch.manual_seed(0)
    model = Tagger()
    opt = torch.optim.AdamW(parameter_groups(model))  #~ not-in-optimizer
    for step in range(6):
        ids, tags = torch.randint(0, 15, (4, 6)), torch.randint(0, 3, (4, 6))
        loss = F.cross_entropy(model(ids).flatten(0, 1), tags.flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: groups.py
def parameter_groups(model):
    groups = []
    group = {"lr": 1e-4, "weight_decay": 1e-2, "params": []}
    for name, p in model.named_parameters():
        if name.startswith("encoder"):
            group["params"].append(p)
    groups.append(group)
    group = {"lr": 1e-3, "weight_decay": 0.0, "params": []}
    for name, p in model.named_parameters():
        if name.startswith("adapter"):
            group["params"].append(p)
    groups.append(group)
    group = {"lr": 5e-3, "weight_decay": 0.0, "params": []}  #~ not-in-optimizer
    for name, p in model.named_parameters():  #~ not-in-optimizer
        if name.startswith("fc") or name.startswith("crf"):  #~ not-in-optimizer
            group["params"].append(p)  #~ not-in-optimizer
    return groups  #~ not-in-optimizer
# file: tagger.py
import torch
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self, vocab=15, dim=12):
        super().__init__()
        self.encoder = nn.ModuleDict({"embed": nn.Embedding(vocab, dim), "rnn": nn.GRU(dim, dim, batch_first=True)})
        self.adapter = nn.Linear(dim, dim)
        self.fc = nn.Linear(dim, 3)

    def forward(self, ids):
        h, _ = self.encoder["rnn"](self.encoder["embed"](ids))
        return self.fc(torch.relu(self.adapter(h)))
