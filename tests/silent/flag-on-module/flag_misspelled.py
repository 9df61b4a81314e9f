# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from transfer import freeze


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(6, 16), nn.Tanh())
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        return self.head(self.backbone(x))


def main(steps=8):
    torch.manual_seed(0)
    net = Net()
    freeze(net.backbone)
    opt = torch.optim.SGD(net.parameters(), lr=0.05)  #! decoy
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: transfer.py
def freeze(module):
    for p in module.parameters():
        p.require_grad = False  #~ flag-on-module|requires-grad-misuse|frozen-parameter
    module.eval()
