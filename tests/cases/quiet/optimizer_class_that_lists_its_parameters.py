# file: main.py
import torch
from torch import nn

from signed import Resuming, SignDescent

torch.manual_seed(0)
tagger = nn.Sequential(nn.Embedding(20, 6), nn.Linear(6, 3))
words, state = torch.randint(0, 20, (16,)), None
for start in (-1, 3):
    optimizer = SignDescent(filter(lambda p: p.requires_grad, tagger.parameters()), lr=1e-2)
    if state is not None:
        optimizer.load_state_dict(state)
    schedule = Resuming(optimizer, last_epoch=start)
    for step in range(4):
        loss = nn.functional.cross_entropy(tagger(words), words % 3)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    print(loss.item(), optimizer.sizes)
    state = optimizer.state_dict()
raise RuntimeError("the disk is full")
# file: signed.py
import torch
from torch.optim.lr_scheduler import ExponentialLR


class SignDescent(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-2):
        params = list(params)
        self.sizes = [p.numel() for p in params]
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.add_(p.grad.sign(), alpha=-group["lr"])


class Resuming(ExponentialLR):
    def __init__(self, optimizer, last_epoch=-1):
        super().__init__(optimizer, 0.9, last_epoch)
