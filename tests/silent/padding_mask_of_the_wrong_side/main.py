import torch
import torch.nn as nn
import torch.nn.functional as F

from pooling import MaskedPooling


def main(steps=8):
    torch.manual_seed(0)
    model = MaskedPooling()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        words, lengths = torch.randn(8, 6, 4), torch.randint(2, 7, (8,))
        extra = torch.randn(8, 3)
        loss = F.mse_loss(model(words, lengths, extra), extra.sum(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
