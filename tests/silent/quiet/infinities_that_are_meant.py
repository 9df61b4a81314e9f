# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Pointer(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(5, 1)

    def forward(self, x, mask):
        # the logarithm of a mask: 0 where a token is, minus infinity where none is
        return self.score(x).squeeze(-1) + mask.log()


torch.manual_seed(0)
model = Pointer()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x, lengths = torch.randn(6, 5, 5), torch.tensor([5, 3, 2, 5, 1, 4])
x[0, 0, 0] = float("nan")
x = torch.nan_to_num(x)
mask = (torch.arange(5) < lengths.unsqueeze(1)).float()
best = torch.tensor(float("inf"))
for _ in range(5):
    logits = model(x, mask)
    loss = F.cross_entropy(logits, torch.zeros(6, dtype=torch.long)) - 0.01 * logits.logsumexp(1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    best = torch.minimum(best, loss.detach())
print(best.item())
