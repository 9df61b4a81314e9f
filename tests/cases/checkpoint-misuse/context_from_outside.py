import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k = nn.Linear(6, 6), nn.Linear(6, 6)
        self.layers = nn.ModuleList([nn.Linear(6, 6) for _ in range(2)])

    def forward(self, x, memory):
        context = torch.tanh(self.k(memory))

        h = self.q(x)
        for layer in self.layers:
            def block(h):
                return torch.relu(layer(h)) * context  #~ checkpoint-misuse
            h = checkpoint(block, h, use_reentrant=True)
        return h


torch.manual_seed(0)
model = Decoder()
opt = torch.optim.SGD(model.parameters(), 0.1)
loss = model(torch.randn(3, 6), torch.randn(3, 6)).pow(2).mean()
loss.backward()
opt.step()
