import torch
import torch.nn.functional as F

from vq import VQModel


def main():
    torch.manual_seed(0)
    model = VQModel(10, codes=16, dim=4)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    x = torch.randn(64, 3) @ torch.randn(3, 10)
    for step in range(10):
        recon, codebook_loss = model(x)
        loss = F.mse_loss(recon, x) + codebook_loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 5 == 0:
            print(step, loss.item(), len(model.quantizer.used))  #! decoy


if __name__ == "__main__":
    main()
