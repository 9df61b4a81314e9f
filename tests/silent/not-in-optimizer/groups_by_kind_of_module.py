# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from fusion import Fusion


def build_optimizer(model):
    decay, plain, bias = [], [], []
    for m in model.modules():
        if hasattr(m, "bias") and isinstance(m.bias, nn.Parameter):
            bias.append(m.bias)
        if isinstance(m, nn.LayerNorm):
            plain.append(m.weight)
        elif hasattr(m, "weight") and isinstance(m.weight, nn.Parameter):  #~ not-in-optimizer
            decay.append(m.weight)
    opt = torch.optim.SGD(plain, lr=0.05, momentum=0.9)  #~ not-in-optimizer
    opt.add_param_group({"params": decay, "weight_decay": 5e-4})  #~ not-in-optimizer
    opt.add_param_group({"params": bias})  #~ not-in-optimizer
    return opt


def main():
    torch.manual_seed(0)
    model = Fusion()
    opt = build_optimizer(model)
    for step in range(6):
        rgb, ir, y = torch.randn(8, 4, 6), torch.randn(8, 4, 6), torch.randint(0, 2, (8,))
        loss = F.cross_entropy(model(rgb, ir), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: fusion.py
import torch
import torch.nn as nn


class Fusion(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.pos_emb = nn.Parameter(torch.zeros(1, 8, dim))
        self.norm = nn.LayerNorm(dim)
        self.mix, self.head = nn.Linear(dim, dim), nn.Linear(dim, 2)

    def forward(self, rgb, ir):
        tokens = torch.cat([rgb, ir], 1) + self.pos_emb
        return self.head(torch.relu(self.mix(self.norm(tokens))).mean(1))
