# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from quant import replace_convs


def build():
    return nn.Sequential(
        nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 6, 3, padding=1), nn.ReLU(),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(6, 3),
    )


def main():
    torch.manual_seed(0)
    model = build()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)  #~ stale-optimizer
    replace_convs(model, bits=4)  #~ stale-optimizer
    images = torch.rand(24, 1, 8, 8)
    labels = torch.randint(0, 3, (24,))
    for epoch in range(4):
        loss = F.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{epoch} {loss.item():.4f}")  #! decoy
    return model


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from quant import replace_convs


def main():
    torch.manual_seed(0)
    model = nn.Sequential(
        nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 6, 3, padding=1), nn.ReLU(),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(6, 3),
    )
    replace_convs(model, bits=4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    images = torch.rand(24, 1, 8, 8)
    labels = torch.randint(0, 3, (24,))
    for epoch in range(4):
        loss = F.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{epoch} {loss.item():.4f}")


main()
# file: quant.py
import torch.nn as nn
import torch.nn.functional as F


class QuantConv(nn.Conv2d):
    bits = 8

    def forward(self, x):
        scale = self.weight.detach().abs().max() / (2 ** (self.bits - 1) - 1)  #! decoy
        q = (self.weight / scale).round() * scale
        weight = self.weight + (q - self.weight).detach()  #! decoy
        return F.conv2d(x, weight, self.bias, padding=self.padding)


def replace_convs(module, bits):
    for name, child in module.named_children():
        if isinstance(child, nn.Conv2d):
            conv = QuantConv(child.in_channels, child.out_channels, child.kernel_size, padding=child.padding)
            conv.bits = bits
            conv.load_state_dict(child.state_dict())
            setattr(module, name, conv)
        else:
            replace_convs(child, bits)
