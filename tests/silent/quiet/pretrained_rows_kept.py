# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Classifier(nn.Module):
    def __init__(self, known, new, width):
        super().__init__()
        self.embed, self.head = nn.Embedding(known + new, width), nn.Linear(width, 2)
        mask = torch.zeros(known + new, 1)
        mask[known:] = 1.0
        self.embed.weight.register_hook(lambda grad: grad * mask)

    def forward(self, tokens):
        return self.head(self.embed(tokens).mean(1))


torch.manual_seed(0)
model = Classifier(20, 4, 6)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
tokens, y = torch.randint(24, (12, 8)), torch.randint(2, (12,))
for _ in range(6):
    loss = F.cross_entropy(model(tokens), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
