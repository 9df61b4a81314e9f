# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# A head that is given no samples, to learn what is usual, beside one that is: and a validation in between.


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.out, self.usual = nn.Linear(16, 2), nn.Linear(16, 2)

    def forward(self, x):
        h = self.body(x)
        return self.out(h), self.usual(torch.zeros_like(h))


torch.manual_seed(0)
model = Net()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(12):
    x = torch.randn(16, 6)
    prediction, usual = model(x)
    loss = F.mse_loss(prediction, x[:, :2]) + F.mse_loss(usual, x[:, :2])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        hidden = F.mse_loss(model(torch.zeros(16, 6))[0], x[:, :2])
print(loss.item(), hidden.item())
