import torch
import torch.nn as nn


def tower(width, depth, drop):
    layers = []
    for _ in range(depth):
        layers += [nn.Linear(width, width), nn.Tanh(), nn.Dropout(drop, True)]  #~ modified-in-place
    return nn.Sequential(*layers)


class TwoTowers(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.users, self.items = nn.Embedding(10, width), nn.Embedding(20, width)
        self.user_tower, self.item_tower = tower(width, 2, 0.1), tower(width, 1, 0.1)

    def forward(self, user, item):
        u = self.user_tower(self.users(user))
        i = self.item_tower(self.items(item))
        return (u * i).sum(-1)


def main():
    torch.manual_seed(0)
    model = TwoTowers()
    optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
    for _ in range(3):
        score = model(torch.randint(0, 10, (6,)), torch.randint(0, 20, (6,)))
        loss = nn.functional.binary_cross_entropy_with_logits(score, torch.rand(6).round())
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(loss.item())


if __name__ == "__main__":
    main()
