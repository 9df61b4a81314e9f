# file: main.py
import torch
import torch.nn as nn

from amp import Mixed


def main(steps=12):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv1d(2, 8, 3, padding=1), nn.ReLU(), nn.Conv1d(8, 3, 3, padding=1))
    mixed = Mixed(net)
    for step in range(steps):
        x = torch.randn(8, 2, 16)
        y = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()  #! decoy
        loss = mixed.step(x, y)
        if step % 4 == 0:
            print(step, round(loss, 4))


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=10, bound=0.1):
    """Clipped by hand after `unscale_`; a second network without a scaler is clipped as it is."""
    torch.manual_seed(0)
    net, plain = nn.Linear(6, 3), nn.Linear(6, 3)
    opt, other = torch.optim.AdamW(net.parameters(), lr=1e-3), torch.optim.SGD(plain.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    for step in range(steps):
        x = torch.randn(16, 6)
        y = x[:, :3].argmax(1)
        opt.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(x)
        scaler.scale(F.cross_entropy(out.float(), y)).backward()
        scaler.unscale_(opt)
        for p in net.parameters():
            p.grad.data.clamp_(-bound, bound)
        scaler.step(opt)
        scaler.update()
        other.zero_grad()
        loss = F.cross_entropy(plain(x), y)
        loss.backward()
        for p in plain.parameters():
            p.grad.clamp_(-bound, bound)
        other.step()
    print(loss.item())


main()
# file: amp.py
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
