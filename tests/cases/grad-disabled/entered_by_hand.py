# file: main.py
import torch
import torch.nn as nn

from session import Session


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 1))

    def forward(self, x):
        return self.seq(x)


def main():
    torch.manual_seed(0)
    net = Net()
    session = Session(net)
    session.start()
    print("warm", session.predict(torch.randn(4, 3)).mean().item())  #! decoy
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(3):
        x = torch.randn(9, 3)
        loss = (net(x) - x.max(dim=1, keepdim=True).values).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())
    session.stop()


if __name__ == "__main__":
    main()
# file: session.py
import torch


class Session:
    """An interactive prediction session."""

    def __init__(self, net):
        self.net = net
        self.guard = torch.no_grad()

    def start(self):
        self.guard.__enter__()  #~ grad-disabled
        return self

    def predict(self, x):
        return self.net(x)

    def stop(self):
        self.guard.__exit__(None, None, None)
