# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SignDescent(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-2, decay=0.0):
        super().__init__(params, {"lr": lr, "decay": decay})

    def _apply(self, weight, group):
        if group["decay"]:
            weight.mul_(1 - group["lr"] * group["decay"])
        weight.data.add(weight.grad.sign(), alpha=-group["lr"])  #~ step-without-effect

    @torch.no_grad()  #! decoy
    def step(self, closure=None):
        for group in self.param_groups:
            for weight in group["params"]:
                if weight.grad is not None:
                    self._apply(weight, group)


def main():
    torch.manual_seed(0)
    rnn, out = nn.GRU(3, 8, batch_first=True), nn.Linear(8, 1)
    opt = SignDescent([*rnn.parameters(), *out.parameters()])
    for step in range(10):
        x = torch.randn(12, 5, 3)
        loss = F.mse_loss(out(rnn(x)[0][:, -1]), x.sum((1, 2)).unsqueeze(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
"""An optimizer of the program's own that applies what it has gathered at every third step only."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class EveryThird(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-2):
        super().__init__(params, {"lr": lr})
        self.count = 0

    @torch.no_grad()
    def step(self, closure=None):
        self.count += 1
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                sums = self.state[p].setdefault("sum", torch.zeros_like(p))
                sums += p.grad
                if self.count % 3:
                    continue
                p.add_(sums.sign(), alpha=-group["lr"])
                sums.zero_()


def main():
    torch.manual_seed(0)
    rnn, out = nn.GRU(3, 8, batch_first=True), nn.Linear(8, 1)
    opt = EveryThird([*rnn.parameters(), *out.parameters()])
    for step in range(10):
        x = torch.randn(12, 5, 3)
        loss = F.mse_loss(out(rnn(x)[0][:, -1]), x.sum((1, 2)).unsqueeze(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
