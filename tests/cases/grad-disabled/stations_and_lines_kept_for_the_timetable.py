# file: main.py
import torch
from torch import nn

from network import Network


def report(net, pairs):
    net.eval()
    with torch.no_grad():  #! decoy
        worst = net(pairs).abs().max().item()
    net.train()
    return worst


def main():
    torch.manual_seed(0)
    net = Network(9, 4)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for week in range(3):
        for _ in range(4):
            pairs = torch.randint(0, 9, (16, 2))
            late = net(pairs)
            loss = nn.functional.smooth_l1_loss(late, (pairs[:, 0] - pairs[:, 1]).abs() / 9)
            opt.zero_grad()
            loss.backward()
            opt.step()
            net.forget()
        print(week, f"{report(net, pairs):.3f}")


main()
# file: network.py
import torch
from torch import nn


class Network(nn.Module):
    def __init__(self, stations, lines):
        super().__init__()
        self.stations = nn.Parameter(torch.randn(stations, 6))
        self.lines = nn.Parameter(torch.randn(lines, 6))
        self.mix = nn.MultiheadAttention(6, 1, batch_first=True)
        self._known = None

    def forget(self):
        self._known = None

    def encoded(self):
        if self._known is None:
            lines, weights = self.mix(self.lines[None], self.stations[None], self.stations[None])
            self._known = (lines[0], weights[0])  #~ grad-disabled
        return self._known

    def forward(self, pairs):
        lines, weights = self.encoded()
        places = weights.T @ lines
        return (places[pairs[:, 0]] - places[pairs[:, 1]]).norm(dim=1)
