import torch
import torch.nn as nn


def main():
    torch.manual_seed(0)
    gain = nn.Parameter(torch.ones(32))
    optimizer = torch.optim.Adam([gain], lr=0.05)
    signal = torch.randn(32)
    goal = torch.fft.rfft(torch.sin(torch.arange(32) * 0.4))
    for _ in range(3):
        spectrum = torch.fft.rfft(signal * gain)  #! decoy
        difference = spectrum - goal
        power = difference ** 2  #~ gradient-argument
        loss = power.mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(loss.item())


main()
