import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(6, 12), nn.ReLU())
        self.head = nn.Linear(12, 3)
        self.decoder = nn.Linear(12, 6)

    def forward(self, x):
        h = self.encoder(x)
        return self.head(h.detach()), self.decoder(h)  #~ cut-beside-open


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(6):
        x = torch.randn(16, 6)
        logits, back = net(x)
        loss = F.cross_entropy(logits, x[:, :3].argmax(1)) + 0.1 * F.mse_loss(back, x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
