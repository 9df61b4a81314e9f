import torch
import torch.nn as nn


class GatedPooling(nn.Module):
    """Pools a padded sequence with a learned gate per step."""

    def __init__(self, dim=12, classes=3):
        super().__init__()
        self.project = nn.Linear(dim, dim)
        self.gate = nn.Linear(dim, 1)
        self.act = nn.ReLU(inplace=True)  #! decoy
        self.head = nn.Linear(dim, classes)

    def forward(self, x, lengths):
        valid = torch.arange(x.size(1))[None, :] < lengths[:, None]
        valid = valid.unsqueeze(-1).float()
        h = self.act(self.project(x))
        gate = torch.sigmoid(self.gate(h))
        gate *= valid  #~ modified-in-place
        total = (gate * h).sum(1)
        total /= gate.sum(1) + 1e-6  #! decoy
        return self.head(total)


def batches(n=4):
    for _ in range(n):
        lengths = torch.randint(2, 9, (8,))
        yield torch.randn(8, 9, 12), lengths, torch.randint(0, 3, (8,))


def main():
    torch.manual_seed(0)
    model = GatedPooling()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    seen = torch.zeros(3)
    for x, lengths, y in batches():
        logits = model(x, lengths)
        loss = nn.functional.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen += torch.bincount(y, minlength=3)  #! decoy
        print(round(loss.item(), 4), seen.tolist())


if __name__ == "__main__":
    main()
