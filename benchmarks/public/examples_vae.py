"""An autoencoder with a Gaussian code: after pytorch/examples, vae."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class VAE(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc1, self.fc21, self.fc22 = nn.Linear(64, 32), nn.Linear(32, 4), nn.Linear(32, 4)
        self.fc3, self.fc4 = nn.Linear(4, 32), nn.Linear(32, 64)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        h = F.relu(self.fc1(x.view(-1, 64)))
        mean, log_variance = self.fc21(h), self.fc22(h)
        code = mean + torch.randn_like(mean) * torch.exp(0.5 * log_variance)
        return torch.sigmoid(self.fc4(F.relu(self.fc3(code)))), mean, log_variance


torch.manual_seed(0)
model = VAE()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for epoch in range(3):
    total = 0.0
    for _ in range(5):
        data = torch.rand(16, 1, 8, 8)
        optimizer.zero_grad()
        again, mean, log_variance = model(data)
        likelihood = F.binary_cross_entropy(again, data.view(-1, 64), reduction="sum")
        divergence = -0.5 * torch.sum(1 + log_variance - mean.pow(2) - log_variance.exp())
        loss = likelihood + divergence
        loss.backward()
        total += loss.item()
        optimizer.step()
    with torch.no_grad():
        shown = model.fc4(F.relu(model.fc3(torch.randn(4, 4))))
    print(epoch, total, shown.sum().item())
