"""Soft k-means whose temperature falls until the assignment is hard; anomaly mode is on."""

import torch
import torch.nn as nn

torch.autograd.set_detect_anomaly(True)


class SoftKMeans(nn.Module):
    def __init__(self, k=3, dim=2):
        super().__init__()
        self.centres = nn.Parameter(torch.randn(k, dim))

    def assign(self, x, temperature):
        squared = (x[:, None] - self.centres[None]).pow(2).sum(-1)
        return torch.softmax(-squared / temperature, dim=1), squared

    def forward(self, x, temperature):
        share, squared = self.assign(x, temperature)
        within = (share * squared).sum(1).mean()
        usage = share.mean(0)
        balance = (usage * torch.log(usage + 1e-6)).sum()  #! decoy
        entropy = -(share * torch.log(share)).sum(1).mean()  #~ nan-gradient
        return within + 0.1 * balance - 0.01 * torch.nan_to_num(entropy)


def main():
    torch.manual_seed(0)
    model = SoftKMeans()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(20, 2) * 4
    for step, temperature in enumerate((4.0, 1.0, 1e-3)):
        loss = model(x, temperature)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
