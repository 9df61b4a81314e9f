import torch
from torch import nn


class Sensor(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.enter = nn.Linear(3, width)
        layer = nn.TransformerEncoderLayer(width, 2, 32, dropout=0.0)  #~ wrong-dimension
        self.encoder = nn.TransformerEncoder(layer, 2)  #~ wrong-dimension
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        return self.out(self.encoder(self.enter(x)).mean(dim=1))


torch.manual_seed(0)
net = Sensor()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
readings = torch.randn(60, 14, 3)
for _ in range(8):
    x = readings.index_select(0, torch.randint(0, 60, (9,)))
    loss = nn.functional.mse_loss(net(x), x.mean((1, 2)).unsqueeze(1))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}")
