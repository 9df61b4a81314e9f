# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class TwoPhases(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder, self.head = nn.Linear(6, 4), nn.Linear(4, 6), nn.Linear(4, 2)

    def forward(self, x):
        return self.decoder(torch.tanh(self.encoder(x)))

    def classify(self, x):
        return self.head(torch.tanh(self.encoder(x)))


torch.manual_seed(0)
model = TwoPhases()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x, y = torch.randn(20, 6), torch.randint(2, (20,))
for step in range(10):
    if step == 5:
        model.encoder.requires_grad_(False)
    loss = F.mse_loss(model(x), x) if step < 5 else F.cross_entropy(model.classify(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
