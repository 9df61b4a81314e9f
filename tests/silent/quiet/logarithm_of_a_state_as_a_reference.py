# file: quiet.py
import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.full((width,), 2.0))
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        return self.out(x * self.scale)


def main():
    torch.manual_seed(0)
    net = Scaled(3)
    state = net.state_dict()
    for tensor in state.values():
        tensor.requires_grad_(False)
    optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
    for step in range(8):
        x = torch.randn(16, 3)
        loss = (net(x)[:, 0] - x.sum(dim=1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        levels = torch.log(state["scale"]).mean()
        print(step, loss.item(), levels.item())


if __name__ == "__main__":
    main()
