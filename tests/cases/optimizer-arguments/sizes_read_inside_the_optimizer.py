# file: main.py
import torch
from torch import nn

from signed import SignDescent


def main():
    torch.manual_seed(0)
    tagger = nn.Sequential(nn.Embedding(20, 6), nn.Linear(6, 3))
    tagger[0].requires_grad_(False)  #! decoy
    optimizer = SignDescent((p for p in tagger.parameters() if p.requires_grad), lr=1e-2)
    for step in range(4):
        words, tags = torch.randint(0, 20, (16,)), torch.randint(0, 3, (16,))
        loss = nn.functional.cross_entropy(tagger(words), tags)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


main()
# file: signed.py
import torch


class SignDescent(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-2):
        self.sizes = [p.numel() for p in params]  #~ optimizer-arguments
        super().__init__(params, {"lr": lr})  #! decoy

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.add_(p.grad.sign(), alpha=-group["lr"])
