# file: main.py
import torch
import torch.nn.functional as F

from session import SessionModel


def sessions(n=32, length=6, items=25):
    x = torch.randint(0, items, (n, length))
    x[:, 0] = 0  # everybody starts at the landing item
    return x, (x[:, -1] + 1) % items


def main(steps=12):
    torch.manual_seed(0)
    net = SessionModel(25)
    opt = torch.optim.Adam(net.parameters(), lr=5e-3)
    for step in range(steps):
        x, y = sessions()
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, round(loss.item(), 4), net.items[0].norm().item())  #! decoy


if __name__ == "__main__":
    main()
# file: session.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SessionModel(nn.Module):
    def __init__(self, items, d=16):
        super().__init__()
        self.items = nn.Parameter(0.1 * torch.randn(items, d))
        self.rnn = nn.GRU(d, d, batch_first=True)
        self.out = nn.Linear(d, items)

    def forward(self, x):
        e = F.embedding(x, self.items, padding_idx=0)  #~ ignored-row
        h, _ = self.rnn(e)
        return self.out(h[:, -1])
