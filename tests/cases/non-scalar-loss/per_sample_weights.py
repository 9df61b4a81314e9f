import torch
import torch.nn as nn


class ImbalancedLoss(nn.Module):
    def __init__(self, counts):
        super().__init__()
        weights = counts.sum() / counts
        weights /= weights.mean()  #! decoy
        self.register_buffer("weights", weights)
        self.criterion = nn.CrossEntropyLoss(reduction="none")  #~ non-scalar-loss

    def forward(self, logits, labels):
        per_sample = self.criterion(logits, labels)
        return per_sample * self.weights[labels]  #~ non-scalar-loss


def main():
    torch.manual_seed(0)
    labels = torch.multinomial(torch.tensor([0.7, 0.2, 0.1]), 60, replacement=True)
    x = torch.randn(60, 5) + labels[:, None]
    model = nn.Sequential(nn.Linear(5, 16), nn.ReLU(inplace=True), nn.Linear(16, 3))
    criterion = ImbalancedLoss(torch.bincount(labels, minlength=3).float())
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(2):
        for rows in torch.randperm(60).split(15):
            loss = criterion(model(x[rows]), labels[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.mean().item())  #! decoy


if __name__ == "__main__":
    main()
