# file: main.py
import torch
import torch.nn.functional as F

from pool import Reader


def main():
    torch.manual_seed(0)
    net = Reader()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        x, y = torch.randn(16, 5, 8), torch.randint(0, 3, (16,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: pool.py
import torch
import torch.nn as nn


class Reader(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.score = nn.Sequential(nn.Linear(dim, dim), nn.Tanh(), nn.Linear(dim, 1))
        self.head = nn.Linear(dim, 3)

    def forward(self, x):
        states, _ = self.rnn(x)
        weights = self.score(states).softmax(-1)  #~ saturated-value|multiplied-by-zero|zero-gradient|zero-derivative
        return self.head((weights * states).sum(1))
