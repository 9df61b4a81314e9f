# file: main.py
import torch
from torch import nn

from attention import Attention


def main(steps=14):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Flatten(), nn.Linear(36, 16), nn.ReLU(), nn.Linear(16, 3))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    attention = Attention()
    for _ in range(steps):
        x = torch.randn(24, 6, 6)
        opt.zero_grad()
        loss = nn.functional.cross_entropy(net(x), x.flatten(1)[:, :3].argmax(1))
        loss.backward()  #! decoy
        attention.look(net, x)
        opt.step()
    print(f"{loss.item():.3f}", f"{attention.centre():.3f}")


main()
# file: attention.py
class Attention:
    def __init__(self):
        self.heat = 0.0

    def look(self, net, x):
        asked = x.clone().requires_grad_()
        net(asked).amax(1).sum().backward()  #~ foreign-gradient
        self.heat = 0.8 * self.heat + 0.2 * asked.grad.abs().mean(0)

    def centre(self):
        return float(self.heat[2:4, 2:4].sum() / self.heat.sum())
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
opt = torch.optim.SGD(net.parameters(), lr=0.05)
shift = torch.zeros(24, 8, requires_grad=True)
for step in range(14):
    x = torch.randn(24, 8)
    y = x[:, :3].argmax(1)
    attacked = x.clone().requires_grad_()
    nn.functional.cross_entropy(net(attacked), y).backward()
    moved = (x + 0.1 * attacked.grad.sign()).detach()
    opt.zero_grad()
    loss = nn.functional.cross_entropy(net(moved), y)
    loss.backward()
    # One pass for the weights and for the shift, which is written by hand.
    other = nn.functional.cross_entropy(net(x + shift), y)
    other.backward()
    with torch.no_grad():
        shift += 0.05 * shift.grad.sign()
    shift.grad = None
    opt.step()
print(f"{loss.item():.3f}")
