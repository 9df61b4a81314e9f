import torch
import torch.nn as nn


class SpamFilter(nn.Module):
    def __init__(self, words=20):
        super().__init__()
        self.words = nn.EmbeddingBag(words, 6, mode="mean")
        self.score = nn.Linear(6, 1)

    def forward(self, bags):
        p = torch.sigmoid(self.score(self.words(bags))).squeeze(1)
        return (p > 0.5).float()  #~ no-derivative


def main():
    torch.manual_seed(0)
    model = SpamFilter()
    criterion = nn.BCELoss()
    optimizer = torch.optim.Adam(model.parameters())
    best = 0.0
    for epoch in range(3):
        bags = torch.randint(0, 20, (16, 5))
        spam = (bags == 3).any(dim=1).float()  #! decoy
        outputs = model(bags)
        loss = criterion(outputs, spam)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        accuracy = (outputs.round() == spam).float().mean().item()  #! decoy
        best = max(best, accuracy)
        print(epoch, loss.item(), best)


if __name__ == "__main__":
    main()
