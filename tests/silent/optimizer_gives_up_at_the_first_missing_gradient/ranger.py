import torch


class Ranger(torch.optim.Optimizer):
    def __init__(self, params, lr, beta=0.9):
        super().__init__(params, dict(lr=lr, beta=beta))

    @torch.no_grad()  #! decoy
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    return  #~ step-without-effect|step-never-called|update-undone|never-updated
                state = self.state[p]
                if not state:
                    state["avg"] = torch.zeros_like(p)
                state["avg"].mul_(group["beta"]).add_(p.grad, alpha=1 - group["beta"])
                p.add_(state["avg"], alpha=-group["lr"])
