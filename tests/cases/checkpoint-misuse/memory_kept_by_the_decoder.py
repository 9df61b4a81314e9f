import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.read, self.mix, self.out = nn.Linear(5, 5), nn.Linear(5, 5), nn.Linear(5, 1)

    def remember(self, x):
        self.memory = torch.sigmoid(self.read(x))

    def layer(self, h):
        return torch.tanh(self.mix(h)) * self.memory  #~ checkpoint-misuse

    def forward(self, x):
        self.remember(x)
        h = self.mix(x)
        h = checkpoint(self.layer, h, use_reentrant=True)
        h = checkpoint(self.layer, h, use_reentrant=True)
        return self.out(h)


torch.manual_seed(0)
model = Decoder()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(3, 4, 5):
    opt.zero_grad()
    model(x).pow(2).mean().backward()
    opt.step()
