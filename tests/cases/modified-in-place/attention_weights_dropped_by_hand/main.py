import torch
import torch.nn as nn
import torch.nn.functional as F

from attn import Attend


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.attend, self.out = nn.Embedding(9, 8), Attend(), nn.Linear(8, 9)

    def forward(self, ids):
        n = ids.shape[1]
        mask = torch.ones(n, n, dtype=torch.bool).triu_(1)  #! decoy
        return self.out(self.attend(self.embed(ids), mask))


def main():
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        ids = torch.randint(0, 9, (4, 7))
        loss = F.cross_entropy(net(ids[:, :-1]).transpose(1, 2), ids[:, 1:])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
