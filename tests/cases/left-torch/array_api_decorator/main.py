import torch

from signal_kit.filters import spectral_whiten, window
from signal_kit.model import Denoiser


def main():
    torch.manual_seed(0)
    model = Denoiser(32)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    clean = torch.sin(torch.linspace(0, 20, 32)).repeat(4, 1)
    for step in range(3):
        out = model(clean + 0.2 * torch.randn_like(clean))
        loss = (spectral_whiten(window(out)) - spectral_whiten(window(clean))).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
