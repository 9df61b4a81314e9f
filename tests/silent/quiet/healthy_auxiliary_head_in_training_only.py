# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.aux, self.head = nn.Linear(6, 16), nn.Linear(16, 16), nn.Linear(16, 3), nn.Linear(16, 3)

    def forward(self, x):
        h = torch.relu(self.a(x))
        out = self.head(torch.relu(self.b(h)))
        return (out, self.aux(h)) if self.training else out


def main():
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    x, y = torch.randn(64, 6), torch.randint(0, 3, (64,))
    for epoch in range(4):
        net.train()
        for b in torch.randperm(64).split(16):
            out, aux = net(x[b])
            loss = F.cross_entropy(out, y[b]) + 0.4 * F.cross_entropy(aux, y[b])
            opt.zero_grad()
            loss.backward()
            opt.step()
        net.eval()
        with torch.no_grad():
            print(epoch, (net(x).argmax(1) == y).float().mean().item())


main()
