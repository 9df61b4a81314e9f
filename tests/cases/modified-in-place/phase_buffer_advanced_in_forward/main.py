import torch
import torch.nn as nn

from siren import Oscillator


def main():
    torch.manual_seed(0)
    left = Oscillator()
    opt = torch.optim.Adam(left.parameters(), lr=1e-2)
    t = torch.linspace(0, 6, 40)
    for step in range(3):
        near, far = left(t), left(t + 6)
        loss = (near - t.sin()).pow(2).mean() + (far - (t + 6).sin()).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), int(left.calls))


main()
