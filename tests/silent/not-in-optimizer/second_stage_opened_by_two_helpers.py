# file: main.py
import torch
import torch.nn.functional as F

from stages import second_stage, set_trainable
from torch import nn


def main():
    torch.manual_seed(0)
    parts = nn.ModuleDict({"eye": nn.Sequential(nn.Linear(6, 16), nn.ReLU()), "hand": nn.Linear(16, 2)})
    set_trainable(parts["eye"], False)  #! decoy
    optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, parts.parameters()), lr=0.1)  #~ not-in-optimizer
    for step in range(24):
        if step == 8:
            second_stage(parts)  #~ not-in-optimizer
        x = torch.randn(32, 6)
        loss = F.mse_loss(parts["hand"](parts["eye"](x)), x[:, :2].abs())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: stages.py
def set_trainable(module, flag):
    for p in module.parameters():
        p.requires_grad = flag  #! decoy


def second_stage(parts):
    set_trainable(parts["eye"], True)  #! decoy
    parts.train()
    print("the eye learns too")
# file: quiet.py
import torch
import torch.nn.functional as F

from stages import second_stage, set_trainable
from torch import nn


def main():
    """Each part has its own optimizer from the start; the eye's steps once the eye has been opened."""
    torch.manual_seed(0)
    parts = nn.ModuleDict({"eye": nn.Sequential(nn.Linear(6, 16), nn.ReLU()), "hand": nn.Linear(16, 2)})
    optimizers = [torch.optim.SGD(parts[name].parameters(), lr=0.1) for name in ("hand", "eye")]
    set_trainable(parts["eye"], False)
    for step in range(24):
        if step == 8:
            second_stage(parts)
        x = torch.randn(32, 6)
        loss = F.mse_loss(parts["hand"](parts["eye"](x)), x[:, :2].abs())
        for optimizer in optimizers[: 1 if step < 8 else 2]:
            optimizer.zero_grad()
        loss.backward()
        for optimizer in optimizers[: 1 if step < 8 else 2]:
            optimizer.step()
    print(loss.item())


main()
