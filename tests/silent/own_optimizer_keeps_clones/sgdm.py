import torch


class Momentum:
    def __init__(self, params, lr, beta=0.9):
        self.params = list(params)
        self.weights = [p.detach().clone() for p in self.params]  #~ dropped-update
        self.speed = [torch.zeros_like(p) for p in self.params]
        self.lr, self.beta = lr, beta

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    @torch.no_grad()  #! decoy
    def step(self):
        for w, p, v in zip(self.weights, self.params, self.speed):
            v.mul_(self.beta).add_(p.grad)
            w.sub_(self.lr * v)  #~ dropped-update
