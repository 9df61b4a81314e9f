import torch


class Stepper:
    def __init__(self, opt, scale=128.0, log_every=1):
        self.opt, self.scale, self.log_every, self.count = opt, scale, log_every, 0

    def sharpness(self, loss, params):
        grads = torch.autograd.grad(loss, params)  #~ backward-twice
        return torch.stack([g.norm() for g in grads]).norm().item()

    def __call__(self, loss, params):
        self.count += 1
        params = list(params)
        self.opt.zero_grad()
        (loss * self.scale).backward()  #~ backward-twice
        for p in params:
            p.grad.div_(self.scale)  #! decoy
        self.opt.step()
        if self.count % self.log_every == 0:
            return self.sharpness(loss, params)
        return None
