# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from lora import inject


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q_proj, self.v_proj, self.out = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x):
        return self.out(torch.tanh(self.q_proj(x)) * self.v_proj(x))


def main():
    torch.manual_seed(0)
    net = nn.Sequential(Block(8), Block(8))
    adapters = inject(net, ["q_proj", "v_proj"])
    head = nn.Linear(8, 3)
    opt = torch.optim.AdamW([*[p for a in adapters for p in a.parameters() if p.requires_grad], *head.parameters()], lr=1e-2)
    for step in range(5):
        x, y = torch.randn(16, 8), torch.randint(0, 3, (16,))
        loss = F.cross_entropy(head(net(x)), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from lora import LoRA

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 8)).requires_grad_(False)
adapters = []
for name, child in list(net.named_children()):
    if isinstance(child, nn.Linear):
        child = LoRA(child)
        setattr(net, name, child)
        adapters.append(child)
head = nn.Linear(8, 3)
opt = torch.optim.AdamW([*[p for a in adapters for p in a.parameters() if p.requires_grad], *head.parameters()], lr=1e-2)
for step in range(5):
    x, y = torch.randn(16, 8), torch.randint(0, 3, (16,))
    loss = F.cross_entropy(head(net(x)), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
# file: lora.py
import torch
import torch.nn as nn


class LoRA(nn.Module):
    def __init__(self, base, r=2):
        super().__init__()
        self.base = base.requires_grad_(False)  #! decoy
        self.a, self.b = nn.Linear(base.in_features, r, bias=False), nn.Linear(r, base.out_features, bias=False)
        nn.init.zeros_(self.b.weight)  #! decoy

    def forward(self, x):
        return self.base(x) + self.b(self.a(x))


def inject(net, names):
    made = []
    for module in net.modules():
        for name, child in list(module.named_children()):
            if name in names:
                child = LoRA(child)  #~ idle-parameter
                made.append(child)
    return made
