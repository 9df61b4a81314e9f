# file: main.py
import torch
import torch.nn as nn

from ops import still_border, warp


class FlowNet(nn.Module):
    def __init__(self, reach=0.3):
        super().__init__()
        self.reach = reach
        self.net = nn.Sequential(
            nn.Conv2d(2, 8, 3, padding=1), nn.LeakyReLU(0.1, inplace=True), nn.Conv2d(8, 2, 3, padding=1)  #! decoy
        )

    def forward(self, first, second):
        flow = torch.tanh(self.net(torch.cat([first, second], dim=1)))
        return self.reach * still_border(flow)  #~ modified-in-place


def main():
    torch.manual_seed(0)
    net = FlowNet()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        first = torch.rand(2, 1, 10, 10)
        second = first.roll(1, dims=-1)
        second[..., 0] = 0  #! decoy
        flow = net(first, second)
        loss = (warp(second, flow) - first).abs().mean() + 0.01 * flow.diff(dim=-1).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: ops.py
import torch


def border_views(flow, width):
    rows = flow[:, :, :width], flow[:, :, -width:]
    columns = flow[..., :width], flow[..., -width:]
    return rows + columns


def still_border(flow, width=1):
    """The camera sees no motion in the border of the frame."""
    for edge in border_views(flow, width):
        edge[:, 0].zero_()  #~ modified-in-place
        edge[:, 1].zero_()  #~ modified-in-place
    return flow


def warp(image, flow):
    n, _, h, w = image.shape
    ys, xs = torch.meshgrid(torch.linspace(-1, 1, h), torch.linspace(-1, 1, w), indexing="ij")
    grid = torch.stack([xs, ys], dim=-1).expand(n, h, w, 2).clone()
    grid += flow.permute(0, 2, 3, 1)  #! decoy
    return torch.nn.functional.grid_sample(image, grid, align_corners=True)
