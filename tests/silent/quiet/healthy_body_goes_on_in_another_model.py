# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# A test leaves the first model in eval mode. Its body goes on in a second one, which `train()` switches back with all
# that is in it; the old head stays as it is, and nothing runs it any more.


class Net(nn.Module):
    def __init__(self, body, classes, flat):
        super().__init__()
        self.body = body
        self.dropout = nn.Dropout(0.2) if flat else nn.Identity()
        self.head = nn.Linear(16, classes) if flat else nn.Sequential(nn.BatchNorm1d(16), nn.Linear(16, classes))

    def forward(self, x):
        return self.head(self.dropout(self.body(x)))


def fit(net, classes, epochs, back):
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(epochs):
        if back:
            net.train()
        for _ in range(4):
            x = torch.randn(32, 6)
            loss = F.cross_entropy(net(x), x[:, :classes].argmax(1))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


@torch.no_grad()
def accuracy(net, classes):
    net.eval()
    x = torch.randn(64, 6)
    return (net(x).argmax(1) == x[:, :classes].argmax(1)).float().mean().item()


def main(body, flat, back):
    first = Net(body, 5, flat)
    fit(first, 5, 3, back=True)
    print(accuracy(first, 5))
    second = Net(body, 3, flat)
    fit(second, 3, 4, back)
    print(accuracy(second, 3))


torch.manual_seed(0)
main(nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU()), flat=False, back=True)
main(nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU()), flat=True, back=True)
# The mode makes no difference to this body, so that nobody has to switch it back.
main(nn.Sequential(nn.Linear(6, 16), nn.ReLU()), flat=True, back=False)
