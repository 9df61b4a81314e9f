# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from ratings import Factors, draw


def main(steps=8):
    torch.manual_seed(0)
    model = Factors()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        user, item, liked, weight = draw(16)
        each = F.binary_cross_entropy_with_logits(model(user, item), liked, reduction="none")  #! decoy
        loss = (weight * each).mean()  #~ broadcast-loss
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: ratings.py
import torch
import torch.nn as nn


class Factors(nn.Module):
    def __init__(self, users=10, items=12, dim=4):
        super().__init__()
        self.user, self.item = nn.Embedding(users, dim), nn.Embedding(items, dim)

    def forward(self, user, item):
        return (self.user(user) * self.item(item)).sum(1)


def draw(n):
    user, item = torch.randint(0, 10, (n,)), torch.randint(0, 12, (n,))
    return user, item, ((user + item) % 2).float(), torch.rand(n, 1)
