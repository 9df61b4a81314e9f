from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass
class Stage:
    name: str
    parts: list
    lr: float
    epochs: int


def freeze_others(net, parts):
    for name, module in net.named_children():
        if name not in parts:
            for p in module.parameters():
                p.requires_grad = False  #~ frozen-parameter


def run_stage(net, stage, x, y):
    freeze_others(net, stage.parts)
    chosen = [p for part in stage.parts for p in getattr(net, part).parameters()]
    optimizer = torch.optim.SGD(chosen, lr=stage.lr)
    for _ in range(stage.epochs):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():  #! decoy
        return F.cross_entropy(net(x), y).item()
