import torch
import torch.nn.functional as F


def limit(params, bound):
    for p in params:
        if p.grad is not None:
            p.grad.clamp_(-bound, bound)  #~ clipping-order|scaler-order


class Mixed:
    def __init__(self, net, bound=0.1):
        self.net, self.bound = net, bound
        self.opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
        self.scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)

    def step(self, x, y):
        self.opt.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = self.net(x)
        loss = F.cross_entropy(out.float(), y)
        self.scaler.scale(loss).backward()
        limit(self.net.parameters(), self.bound)  #~ clipping-order|scaler-order
        self.scaler.step(self.opt)
        self.scaler.update()
        return loss.item()
