# file: main.py
import torch
import torch.nn as nn

from train import Trainer


def main(steps=10):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    trainer = Trainer(net)
    for step in range(steps):
        x = torch.randn(16, 4) * 5
        loss = trainer.step(x, x.pow(2).sum(1, keepdim=True))
        if step % 3 == 0:
            print(step, f"{loss:.4f}")


if __name__ == "__main__":
    main()
# file: train.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    def __init__(self, net, lr=1e-4, max_norm=1.0):
        self.net, self.max_norm = net, max_norm
        self.params = net.parameters()  #~ clipping-order|optimizer-arguments
        self.opt = torch.optim.SGD(self.params, lr=lr)

    def step(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.opt.zero_grad()  #! decoy
        loss.backward()
        nn.utils.clip_grad_norm_(self.params, self.max_norm)  #~ clipping-order|optimizer-arguments
        self.opt.step()
        return loss.item()
