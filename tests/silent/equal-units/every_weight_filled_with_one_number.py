# file: main.py
import torch
from torch import nn

from net import Net


def main():
    torch.manual_seed(0)
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(12):
        x = torch.randn(32, 5)
        loss = nn.functional.mse_loss(model(x), x[:, :1] * x[:, 1:2])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: net.py
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.out = nn.Linear(5, 24), nn.Linear(24, 1)
        self.apply(self.start)

    def start(self, module):
        if isinstance(module, nn.Linear):
            module.weight.data.fill_(0.05)  #~ equal-units
            module.bias.data.fill_(0.0)

    def forward(self, x):
        return self.out(self.hidden(x).relu())
# file: quiet.py
import torch
from torch import nn

# Dropout is random by itself: units that start equal see different samples, and part.
torch.manual_seed(0)
hidden, out = nn.Linear(5, 24), nn.Linear(24, 1)
for layer in (hidden, out):
    layer.weight.data.fill_(0.05)
optimizer = torch.optim.SGD([*hidden.parameters(), *out.parameters()], lr=0.05)
for step in range(12):
    x = torch.randn(32, 5)
    units = nn.functional.dropout(hidden(x).relu(), 0.5, training=True)
    loss = nn.functional.mse_loss(out(units), x[:, :1] * x[:, 1:2])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
