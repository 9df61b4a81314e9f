import torch
import torch.nn.functional as F

from memory import MemoryAutoencoder


def normal_patches(n=64, dim=12):
    basis = torch.randn(3, dim)
    return torch.randn(n, 3) @ basis


def main():
    torch.manual_seed(0)
    model = MemoryAutoencoder(12, slots=10)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = normal_patches()
    for epoch in range(6):
        out, attention = model(x)
        entropy = -(attention * attention.clamp_min(1e-8).log()).sum(1).mean()
        loss = F.mse_loss(out, x) + 2e-4 * entropy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), attention.detach().max().item())  #! decoy
    return model


if __name__ == "__main__":
    main()
