import torch
import torch.nn as nn
import torch.nn.functional as F

SIZES = [4, 7, 3]


class Tabular(nn.Module):
    def __init__(self, d=5):
        super().__init__()
        self.columns = nn.ModuleList(nn.Embedding(n, d, padding_idx=0) for n in SIZES)  #~ ignored-row
        self.norm = nn.LayerNorm(d * len(SIZES))
        self.out = nn.Linear(d * len(SIZES), 1)

    def forward(self, x):
        parts = [table(x[:, j]) for j, table in enumerate(self.columns)]
        return self.out(self.norm(torch.cat(parts, dim=1))).squeeze(1)


def main():
    torch.manual_seed(0)
    x = torch.stack([torch.randint(0, n, (200,)) for n in SIZES], dim=1)
    y = (x[:, 0] == 0).float() * 3 + 0.5 * x[:, 1]
    model = Tabular()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for epoch in range(3):
        for rows in torch.randperm(200).split(50):
            loss = F.mse_loss(model(x[rows]), y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


main()
