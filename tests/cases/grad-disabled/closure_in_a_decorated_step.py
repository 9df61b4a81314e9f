import torch
from torch import nn


class Lion(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, beta=0.9):
        super().__init__(params, {"lr": lr, "beta": beta})

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            loss = closure()  #~ grad-disabled
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                m = self.state[p].setdefault("m", torch.zeros_like(p))
                p.add_(m.lerp(p.grad, 1 - group["beta"]).sign(), alpha=-group["lr"])
                m.lerp_(p.grad, 0.1)
        return loss


class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)

    def training_step(self, batch):
        x, y = batch
        return nn.functional.cross_entropy(self.net(x), y)


class Trainer:
    def fit(self, module, batches):
        opt = Lion(module.parameters())
        for batch in batches:
            def closure():
                opt.zero_grad()
                loss = module.training_step(batch)
                loss.backward()
                return loss
            opt.step(closure)


torch.manual_seed(0)
Trainer().fit(Module(), [(torch.randn(3, 4), torch.randint(0, 2, (3,))) for _ in range(2)])
