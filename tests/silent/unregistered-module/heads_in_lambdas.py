import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiHead(nn.Module):
    def __init__(self, dim, sizes):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(dim, 16), nn.ReLU())
        self.heads = {}
        for name, size in sizes.items():
            linear = nn.Linear(16, size)  #~ unregistered-module|not-in-optimizer
            self.heads[name] = lambda h, linear=linear: linear(h).log_softmax(dim=-1)  #~ unregistered-module|not-in-optimizer

    def forward(self, x):
        h = self.body(x)
        return {name: head(h) for name, head in self.heads.items()}


def main():
    torch.manual_seed(0)
    sizes = {"colour": 3, "shape": 2}
    net = MultiHead(6, sizes)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(30, 6)
    target = {name: x[:, :size].argmax(1) for name, size in sizes.items()}  #! decoy
    for _ in range(6):
        out = net(x)
        loss = sum(F.nll_loss(out[name], target[name]) for name in sizes)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy


main()
