# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from transfer import freeze_all_but


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.fc = nn.Linear(16, 2)

    def forward(self, x):
        return self.fc(self.backbone(x))


def main():
    torch.manual_seed(0)
    net = Net()
    freeze_all_but(net, "classifier")  #~ frozen-parameter|optimizer-arguments
    opt = torch.optim.Adam(filter(lambda p: p.requires_grad, net.parameters()), lr=1e-3)
    for step in range(3):
        loss = F.cross_entropy(net(torch.randn(8, 6)), torch.randint(0, 2, (8,)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: transfer.py
def freeze_all_but(net, prefix):
    for name, p in net.named_parameters():
        p.requires_grad_(name.startswith(prefix))  #~ frozen-parameter|optimizer-arguments
