# file: quiet.py
import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Dueling(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 24), nn.ReLU())
        self.value, self.advantage = nn.Linear(24, 1), nn.Linear(24, 3)

    def forward(self, s):
        h = self.body(s)
        a = self.advantage(h)
        return self.value(h) + a - a.mean(1, keepdim=True)


class Memory:
    def __init__(self, n=128):
        self.s, self.s2 = torch.randn(n, 4), torch.randn(n, 4)
        self.a, self.r = torch.randint(0, 3, (n,)), torch.randn(n)
        self.priority = np.ones(n)

    def sample(self, k):
        p = self.priority / self.priority.sum()
        i = np.random.choice(len(p), k, p=p)
        w = torch.as_tensor((len(p) * p[i]) ** -0.5, dtype=torch.float32)
        return i, w / w.max()


def main(steps=12):
    torch.manual_seed(0)
    np.random.seed(0)
    net = Dueling()
    target = copy.deepcopy(net)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    memory = Memory()
    for step in range(steps):
        i, w = memory.sample(32)
        q = net(memory.s[i]).gather(1, memory.a[i][:, None]).squeeze(1)
        best = net(memory.s2[i]).argmax(1, keepdim=True)
        y = memory.r[i] + 0.97 * target(memory.s2[i]).gather(1, best).squeeze(1).detach()
        td = q - y
        loss = (w * F.smooth_l1_loss(q, y, reduction="none")).mean()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(net.parameters(), 1.0)
        opt.step()
        memory.priority[i] = td.detach().abs().numpy() + 1e-3
        if step % 4 == 3:
            target.load_state_dict(net.state_dict())
            print(step, loss.item())


main()
