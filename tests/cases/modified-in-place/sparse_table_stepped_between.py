import torch
import torch.nn as nn
import torch.nn.functional as F


class Recommender(nn.Module):
    def __init__(self, users=20, items=30, dim=6):
        super().__init__()
        self.users = nn.Embedding(users, dim, sparse=True)
        self.items = nn.Embedding(items, dim, sparse=True, padding_idx=0)
        self.mlp = nn.Sequential(nn.Linear(2 * dim, 16), nn.ReLU(inplace=True), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 1))  #! decoy

    def forward(self, user, item):
        return self.mlp(torch.cat([self.users(user), self.items(item)], dim=-1)).squeeze(-1)


def main():
    torch.manual_seed(0)
    model = Recommender()
    tables = torch.optim.SparseAdam([*model.users.parameters(), *model.items.parameters()], lr=1e-2)
    dense = torch.optim.Adam(model.mlp.parameters(), lr=1e-3)
    for step in range(3):
        user, liked, other = (torch.randint(1, 20, (12,)) for _ in range(3))
        positive, negative = model(user, liked), model(user, other)
        ranking = F.softplus(negative - positive).mean()
        calibration = F.binary_cross_entropy_with_logits(positive, torch.ones(12))

        dense.zero_grad()
        tables.zero_grad()
        ranking.backward(retain_graph=True)  #! decoy
        dense.step()  #~ modified-in-place
        tables.step()

        dense.zero_grad()
        calibration.backward()
        dense.step()  #! decoy
        print(step, ranking.item(), calibration.item())


if __name__ == "__main__":
    main()
