import torch
import torch.nn.functional as F

from window import LocalAttention


class Model(torch.nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.embed = torch.nn.Embedding(9, dim)
        self.attend = LocalAttention(dim)
        self.out = torch.nn.Linear(dim, 9)

    def forward(self, ids):
        return self.out(self.attend(self.embed(ids)))


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    ids = torch.randint(0, 9, (20, 7))
    target = ids.roll(1, dims=1)
    for _ in range(5):
        loss = F.cross_entropy(model(ids).flatten(0, 1), target.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), float(model.attend.radius))  #! decoy


if __name__ == "__main__":
    main()
