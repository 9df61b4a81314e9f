# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Flow(nn.Module):
    def __init__(self):
        super().__init__()
        self.shift = nn.Linear(1, 1)
        self.register_buffer("log_scale", torch.tensor([0.3, -0.2]))

    def forward(self, x):
        a, b = x[:, :1], x[:, 1:]
        z = torch.cat([a, b - self.shift(a)], 1) * self.log_scale.exp()
        return z, self.log_scale.sum()


def main():
    torch.manual_seed(0)
    net, teacher = Flow(), nn.Linear(2, 2).requires_grad_(False)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(8):
        x = torch.randn(32, 2)
        z, logdet = net(x)
        entropy_of_teacher = -(teacher(x).softmax(1) * teacher(x).log_softmax(1)).sum(1).mean()
        acc = (z[:, 0] > 0).float().mean()
        loss = 0.5 * z.pow(2).sum(1).mean() - logdet + 0.1 * entropy_of_teacher
        report = loss.detach() + acc
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item(), report.item())


main()
