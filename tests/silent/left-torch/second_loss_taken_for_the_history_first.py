# file: main.py
import torch
from torch import nn

from turn import Turn


def main(steps=12):
    torch.manual_seed(0)
    turn = Turn()
    for _ in range(steps):
        turn.run(torch.randn(16, 6))
    print(f"{turn.history[-1]:.3f}")


main()
# file: turn.py
import torch
from torch import nn


class Turn:
    def __init__(self):
        self.code, self.back = nn.Linear(6, 3), nn.Linear(3, 6)
        self.opt = torch.optim.Adam([*self.code.parameters(), *self.back.parameters()], lr=5e-3)
        self.history = []

    def run(self, x):
        code = self.code(x)
        missed = nn.functional.mse_loss(self.back(code), x)
        spread = (code.std(0) - 1).square().mean()
        spread = spread.detach().item()  #~ left-torch
        self.history.append(spread)
        loss = missed + 0.5 * spread
        self.opt.zero_grad()
        loss.backward()  #! decoy
        self.opt.step()
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
code, back = nn.Linear(6, 3), nn.Linear(3, 6)
opt = torch.optim.Adam([*code.parameters(), *back.parameters()], lr=5e-3)
history = []
for _ in range(12):
    x = torch.randn(16, 6)
    missed = nn.functional.mse_loss(back(code(x)), x)
    scale = missed.detach()
    weight = scale.item()
    history.append(missed.detach().item())
    loss = missed / (1 + weight)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{history[-1]:.3f}")
