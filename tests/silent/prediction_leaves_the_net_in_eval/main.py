import torch
from torch import nn
torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.3))
        self.head = nn.Linear(16, 1)

    def forward(self, x):
        return self.head(self.body(x))

    def predict(self, x):
        self.eval()  #~ eval-mode
        with torch.no_grad():
            return self(x)


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=1e-2)
for step in range(40):
    x = torch.randn(16, 6)
    loss = (net(x) - x[:, :1]).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 10 == 0:
        print(net.predict(x).mean().item())
