import torch
import torch.nn as nn
import torch.nn.functional as F

from trainer import Trainer


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    trainer = Trainer(net, lr=1e-2, max_norm=0.0)  #~ clipping-order|zero-gradient|multiplied-by-zero
    for epoch in range(6):
        x = torch.randn(32, 4)
        print(epoch, trainer.step(x, x.sum(1, keepdim=True)))
    print(trainer.evaluate(x, x.sum(1, keepdim=True)))


main()
