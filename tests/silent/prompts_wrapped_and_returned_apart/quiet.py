"""Two models share an encoder, and the second one's head waits for its own phase."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Task(nn.Module):
    def __init__(self, encoder, out):
        super().__init__()
        self.encoder, self.head = encoder, nn.Linear(8, out)

    def forward(self, x):
        return self.head(torch.tanh(self.encoder(x)))


torch.manual_seed(0)
encoder = nn.Linear(6, 8)
first, second = Task(encoder, 2), Task(encoder, 5)
opt = torch.optim.Adam([*first.parameters(), *second.head.parameters()], lr=1e-2)
for step in range(5):
    x, y = torch.randn(8, 6), torch.randint(0, 2, (8,))
    loss = F.cross_entropy(first(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
