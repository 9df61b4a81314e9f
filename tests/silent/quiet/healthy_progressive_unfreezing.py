# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(6, 16)
        self.body = nn.Linear(16, 16)
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        return self.head(self.body(self.stem(x).relu()).relu())


def freeze(module, flag=True):
    for p in module.parameters():
        p.requires_grad = not flag


def main():
    torch.manual_seed(0)
    net = Net()
    freeze(net.stem)
    freeze(net.body)
    opt = torch.optim.Adam(net.head.parameters(), lr=1e-2)
    x = torch.randn(40, 6)
    y = x[:, :3].argmax(1)
    for epoch in range(9):
        if epoch == 3:
            freeze(net.body, False)
            opt.add_param_group({"params": net.body.parameters(), "lr": 1e-3})
        if epoch == 6:
            freeze(net.stem, False)
            opt.add_param_group({"params": net.stem.parameters(), "lr": 1e-4})
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_([p for p in net.parameters() if p.requires_grad], 1.0)
        opt.step()
        print(epoch, loss.item())


main()
