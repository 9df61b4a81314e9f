# file: main.py
import torch
import torch.nn as nn

from convert import to_tensor


class Flow(nn.Module):
    """One affine coupling layer."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 2))

    def forward(self, x):
        a, b = x[:, :1], x[:, 1:]
        log_s, t = self.net(a).chunk(2, dim=1)
        return torch.cat([a, b * log_s.exp() + t], dim=1), log_s.sum(dim=1)


def nll(z, log_det):
    z, log_det = to_tensor(z), to_tensor(log_det)
    return (0.5 * z.pow(2).sum(dim=1) - log_det).mean()


def main():
    torch.manual_seed(0)
    flow = Flow()
    optimizer = torch.optim.Adam(flow.parameters(), lr=1e-2)
    data = to_tensor([[0.1 * i, 0.2 * i * i] for i in range(20)])
    for step in range(3):
        loss = nll(*flow(data))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: convert.py
import warnings

import torch

warnings.filterwarnings("ignore", message="To copy construct")


def to_tensor(values, dtype=torch.float32, device="cpu"):
    """Accepts lists, arrays and tensors."""
    return torch.tensor(
        values,  #~ rebuilt-tensor
        dtype=dtype,
        device=device,
    )
