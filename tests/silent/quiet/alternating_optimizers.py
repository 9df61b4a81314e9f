# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Factorisation(nn.Module):
    def __init__(self, users, items, rank):
        super().__init__()
        self.users = nn.Embedding(users, rank)
        self.items = nn.Embedding(items, rank)

    def forward(self):
        return self.users.weight @ self.items.weight.T


def main():
    torch.manual_seed(0)
    model = Factorisation(12, 9, 3)
    ratings = torch.randint(1, 6, (12, 9)).float()
    optimizers = [
        torch.optim.SGD(model.users.parameters(), lr=0.05),
        torch.optim.SGD(model.items.parameters(), lr=0.05),
    ]
    for step in range(10):
        optimizer = optimizers[step % 2]
        loss = F.mse_loss(model(), ratings)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
