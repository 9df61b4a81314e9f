import torch
import torch.nn as nn
import torch.nn.functional as F

from bank import FeatureBank
from loss import contrast


def main():
    torch.manual_seed(0)
    encoder = nn.Sequential(nn.Linear(7, 16), nn.ReLU(inplace=True), nn.Linear(16, 5))  #! decoy
    optimizer = torch.optim.SGD(encoder.parameters(), lr=0.05)
    bank = FeatureBank(24)
    for step in range(4):
        x, labels = torch.randn(8, 7), torch.randint(0, 3, (8,))
        z = F.normalize(encoder(x), dim=-1)
        bank.push(z, labels)  #~ backward-twice
        loss = contrast(z, labels, bank)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
