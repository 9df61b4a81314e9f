# file: main.py
import torch
from torch import nn

from blocks import block


def main():
    torch.manual_seed(0)
    net = nn.Sequential(*[block(6, 6) for _ in range(3)], nn.Linear(6, 1))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(8):
        x = torch.randn(16, 6)
        loss = nn.functional.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.3f}")


main()
# file: blocks.py
from torch import nn


def block(
    wide,
    out,
    norm=nn.LayerNorm,
    act=nn.PReLU(init=0.1),  #~ repeated-module
):
    return nn.Sequential(nn.Linear(wide, out), norm(out), act)
# file: quiet.py
import torch
from torch import nn


class Gated(nn.Module):
    def __init__(self, act=None, inner=nn.Linear(6, 6)):
        super().__init__()
        self.inner, self.act = inner, act if act is not None else nn.PReLU()

    def forward(self, x):
        return self.act(self.inner(x))


# The default is part of one module alone; another is shared by name.
torch.manual_seed(0)
shared = nn.PReLU()
net = nn.Sequential(Gated(shared), Gated(shared, nn.Linear(6, 6)), Gated(inner=nn.Linear(6, 6)), nn.Linear(6, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(8):
    x = torch.randn(16, 6)
    loss = nn.functional.mse_loss(net(x), x.sum(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}")
