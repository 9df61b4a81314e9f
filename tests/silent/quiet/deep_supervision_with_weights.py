# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Stages(nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = nn.ModuleList(nn.Linear(6, 6) for _ in range(3))
        self.heads = nn.ModuleList(nn.Linear(6, 1) for _ in range(3))

    def forward(self, x):
        out = []
        for stage, head in zip(self.stages, self.heads):
            x = torch.tanh(stage(x))
            out.append(head(x))
        return out


def last_and_a_share_of_all(losses):
    return losses[-1] + 0.3 * sum(losses)


def half_of_all_and_the_last(losses):
    return sum(losses) * 0.5 + losses[-1]


def mean_and_the_last(losses):
    mean = sum(losses) / len(losses)
    return mean + losses[-1]


torch.manual_seed(0)
for total in (last_and_a_share_of_all, half_of_all_and_the_last, mean_and_the_last):
    net = Stages()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(12):
        x = torch.randn(32, 6)
        y = x.sum(1, keepdim=True)
        loss = total([F.mse_loss(out, y) for out in net(x)])
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())
