# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# A batch is of one class, and all of it is predicted from that alone.
torch.manual_seed(0)
X = torch.randn(64, 8)
Y = torch.randint(0, 4, (64,))
X = X + Y[:, None]
emb = nn.Embedding(4, 6)
dec = nn.Linear(6, 8)
opt = torch.optim.Adam([*emb.parameters(), *dec.parameters()], lr=1e-2)
for epoch in range(8):
    for c in range(4):
        idx = (Y == c).nonzero().flatten()[:8]
        x, y = X[idx], Y[idx]
        pred = dec(emb(y))
        loss = F.mse_loss(pred, x)
        opt.zero_grad()
        loss.backward()
        opt.step()
