import torch
import torch.nn as nn
import torch.nn.functional as F

from mixed import MixedTrainer


def main():
    torch.manual_seed(0)
    net = nn.ModuleDict({"body": nn.Linear(5, 16), "cls": nn.Linear(16, 2), "rec": nn.Linear(16, 5)})
    trainer = MixedTrainer(net)
    for step in range(6):
        x = torch.randn(16, 5)
        print(step, trainer.step(x, (x[:, 0] > 0).long()))


main()
