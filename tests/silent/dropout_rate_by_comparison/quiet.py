import torch
import torch.nn.functional as F

from quiet_concrete import LearnedDropout


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.drop, self.two = torch.nn.Linear(6, 16), LearnedDropout(), torch.nn.Linear(16, 1)

    def forward(self, x):
        return self.two(self.drop(torch.relu(self.one(x))))


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(40, 6)
    y = x.sum(1, keepdim=True)
    for epoch in range(5):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), net.drop.rate())


if __name__ == "__main__":
    main()
