import torch

from synth import Echo


def spectrum(wave):
    return torch.fft.rfft(wave).abs()


def main():
    torch.manual_seed(0)
    echo = Echo()
    opt = torch.optim.Adam(echo.parameters(), lr=1e-2)
    for step in range(3):
        wave, style = torch.randn(4, 64), torch.randn(4, 4)
        wet = torch.roll(wave, 5, dims=1) * 0.5 + wave * 0.5
        loss = (spectrum(echo(wave, style)) - spectrum(wet)).abs().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
