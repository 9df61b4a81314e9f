# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tower(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 8), nn.Linear(8, 8)
        self.requires_grad_(False)

    @torch.no_grad()
    def forward(self, x):
        return self.b(torch.relu(self.a(x)))


class VLM(nn.Module):
    def __init__(self, v=10, d=8):
        super().__init__()
        self.tower, self.proj = Tower(), nn.Linear(8, d)
        self.e, self.r, self.o = nn.Embedding(v, d), nn.GRU(d, d, batch_first=True), nn.Linear(d, v)

    def forward(self, im, ids):
        emb = torch.cat([self.proj(self.tower(im)), self.e(ids)], 1)
        return self.o(self.r(emb)[0])[:, im.shape[1]:]


def main():
    torch.manual_seed(0)
    m = VLM()
    stage1 = torch.optim.AdamW(m.proj.parameters(), lr=1e-2)
    stage2 = torch.optim.AdamW([p for p in m.parameters() if p.requires_grad], lr=1e-3)
    for opt, train_lm in ((stage1, False), (stage2, True)):
        for mod in (m.e, m.r, m.o):
            mod.requires_grad_(train_lm)
        for step in range(4):
            im, ids = torch.randn(4, 3, 6), torch.randint(0, 10, (4, 6))
            loss = F.cross_entropy(m(im, ids)[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(loss.item())


main()
