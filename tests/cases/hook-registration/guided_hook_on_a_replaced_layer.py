# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from guided import GuidedBackprop


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 4, 3, padding=1)
        self.features = nn.Sequential(nn.Conv2d(3, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 6, 3, padding=1))
        self.head = nn.Linear(6, 3)

    def forward(self, x):
        return self.head(F.relu(self.features(x)).mean((2, 3)))


def main():
    torch.manual_seed(0)
    net = Net().eval()
    explain = GuidedBackprop(net)
    for label in range(2):
        image = torch.rand(1, 3, 8, 8, requires_grad=True)
        print(label, explain(image, label).shape)


main()
# file: guided.py
import torch


class GuidedBackprop:
    def __init__(self, net):
        self.net, self.gradients = net, None
        first = next(iter(net.children()))  #~ hook-registration
        first.register_full_backward_hook(self.keep)  #~ hook-registration

    def keep(self, module, grad_in, grad_out):
        self.gradients = grad_in[0]

    def __call__(self, image, label):
        out = self.net(image)
        self.net.zero_grad()
        out[0, label].backward()
        return self.gradients.data.numpy()[0]
