# file: main.py
import torch
from torch import nn
from torch.nn import functional as F


class Labeller(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv2d(3, 8, 3, padding=1)
        self.head = nn.Conv2d(8, 3, 1)

    def loss(self, x, y):
        return F.nll_loss(self.head(self.body(x).relu()).float(), y, ignore_index=255)  #~ raw-scores


torch.manual_seed(0)
model = Labeller()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
for step in range(10):
    x = torch.randn(4, 3, 8, 8)
    loss = model.loss(x, x.argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F

# The logarithm of the sum is taken apart: the two terms together are a cross-entropy.
torch.manual_seed(0)
body, head = nn.Conv2d(3, 8, 3, padding=1), nn.Conv2d(8, 3, 1)
optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.01, momentum=0.9)
for step in range(10):
    x = torch.randn(4, 3, 8, 8)
    scores = head(body(x).relu())
    loss = F.nll_loss(scores, x.argmax(1)) + torch.logsumexp(scores, dim=1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
