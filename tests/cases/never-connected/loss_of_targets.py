import torch
import torch.nn as nn
import torch.nn.functional as F


class Smoother(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(1, 1, 5, padding=2)

    def forward(self, x):
        return self.conv(x)


def augment(x):
    return x + 0.05 * torch.randn_like(x)


def main():
    torch.manual_seed(0)
    model = Smoother()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(3):
        clean = torch.sin(torch.rand(4, 1, 1) * torch.arange(20))
        noisy = augment(clean)
        output = model(noisy)
        baseline = F.mse_loss(noisy, clean).item()  #! decoy
        loss = F.mse_loss(noisy, clean)  #~ never-connected
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), baseline, output.detach().abs().max().item())  #! decoy


if __name__ == "__main__":
    main()
