import torch
import torch.nn as nn
import torch.nn.functional as F


class FeatureTap:
    """Keeps the last activations of a layer for the t-SNE plots."""

    def __init__(self, layer):
        self.values = None
        self.handle = layer.register_forward_hook(self.keep)

    def keep(self, module, args, output):
        self.values = output = output.detach()  #~ detached-tensor
        return output


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(6, 12)
        self.neck = nn.Linear(12, 8)
        self.out = nn.Linear(8, 3)
        self.out_drop = nn.Dropout(0.1)

    def forward(self, x):
        h = F.relu(self.stem(x))
        h = F.relu(self.neck(h))
        return self.out_drop(self.out(h))


def accuracy(logits, y):
    return (logits.argmax(dim=1) == y).float().mean().item()  #! decoy


def main():
    torch.manual_seed(0)
    net = Net()
    tap = FeatureTap(net.out)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    x, y = torch.randn(60, 6), torch.randint(0, 3, (60,))
    for epoch in range(3):
        for xb, yb in zip(x.split(20), y.split(20)):
            logits = net(xb)
            loss = F.cross_entropy(logits, yb)
            print(epoch, f"{loss.item():.3f}", accuracy(logits.detach(), yb))  #! decoy
            opt.zero_grad()
            loss.backward()
            opt.step()
    print(tap.values.shape)


if __name__ == "__main__":
    main()
