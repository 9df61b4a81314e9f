# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from finetune import Finetuner


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(8, 16), nn.Tanh())
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        return self.head(self.backbone(x))


def main(steps=20):
    torch.manual_seed(0)
    tuner = Finetuner(Net())
    for step in range(steps):
        x = torch.randn(16, 8)
        loss = tuner.step(x, x[:, :3].argmax(1))
        if step % 5 == 0:
            print(step, f"{loss:.4f}")


if __name__ == "__main__":
    main()
# file: finetune.py
import torch
import torch.nn.functional as F


class Finetuner:
    def __init__(self, net):
        self.net = net
        groups = [{"params": net.backbone.parameters(), "lr": 0.01}, {"params": net.head.parameters()}]  #! decoy
        self.opt = torch.optim.SGD(groups, lr=0.1)

    def step(self, x, y):
        loss = F.cross_entropy(self.net(x), y)
        self.net.head.zero_grad()  #~ gradient-piled-up
        loss.backward()  #~ gradient-piled-up
        self.opt.step()  #~ gradient-piled-up
        return loss.item()
