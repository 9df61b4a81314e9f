import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self, vocab=40, d=16):
        super().__init__()
        self.words = nn.Embedding(vocab, d, padding_idx=0)
        self.segments = nn.Embedding(2, d, padding_idx=0)  #~ ignored-row
        self.out = nn.Linear(d, 2)

    def forward(self, ids, segments):
        return self.out((self.words(ids) + self.segments(segments)).mean(1))


torch.manual_seed(0)
net = Encoder()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(14):
    ids = torch.randint(1, 40, (16, 12))
    segments = torch.cat([torch.zeros(16, 6), torch.ones(16, 6)], 1).long()
    loss = F.cross_entropy(net(ids, segments), (ids[:, 0] > 20).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
