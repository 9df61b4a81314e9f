# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Pool(nn.Module):
    def __init__(self, d=8):
        super().__init__()
        self.rnn, self.score, self.head = nn.GRU(d, d), nn.Linear(d, 1), nn.Linear(2 * d, 3)

    def forward(self, x):
        h, _ = self.rnn(x)
        w = torch.softmax(self.score(h), dim=0)
        by_sum = (w * h).sum(0)
        flat = torch.softmax(self.score(h).squeeze(-1), dim=0)
        by_bmm = torch.bmm(flat.t().unsqueeze(1), h.transpose(0, 1)).squeeze(1)
        return self.head(torch.cat([by_sum, by_bmm], 1))


def main(steps=8):
    torch.manual_seed(0)
    net = Pool()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(12, 12, 8)
        loss = F.cross_entropy(net(x), x[0, :, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
