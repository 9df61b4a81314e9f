# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The samples of a batch vote, and the part of each is known beside the vote; rows of padding are all the same.


class Votes(nn.Module):
    def __init__(self):
        super().__init__()
        self.each, self.rest = nn.Linear(6, 8), nn.Linear(16, 1)

    def forward(self, x, padding):
        h = torch.relu(self.each(x)).masked_fill(padding, 0.0)
        everyone = h.mean(0, keepdim=True).expand_as(h)
        return self.rest(torch.cat([h, everyone], dim=1))


torch.manual_seed(0)
model = Votes()
optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-2)
for step in range(12):
    x = torch.randn(16, 6)
    padding = torch.arange(16).unsqueeze(1) >= 3
    loss = F.l1_loss(model(x, padding), x[:, :1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
