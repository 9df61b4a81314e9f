import io

import torch
import torch.nn as nn
import torch.nn.functional as F

from trainer import Trainer


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    start = io.BytesIO()
    torch.save(net.state_dict(), start)
    trainer = Trainer(net, start)
    for epoch in range(6):
        print(epoch, trainer.epoch())


main()
