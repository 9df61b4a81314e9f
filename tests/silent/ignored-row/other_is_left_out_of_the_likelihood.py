import torch
import torch.nn as nn


class Router(nn.Module):
    """Which desk a ticket goes to: sales, support or other."""

    def __init__(self, words=40, d=12):
        super().__init__()
        self.bag = nn.EmbeddingBag(words, d)
        self.out = nn.Linear(d, 3)
        self.loss = nn.NLLLoss(ignore_index=2, reduction="sum")

    def forward(self, words, desk):
        scores = self.out(self.bag(words)).log_softmax(dim=-1)
        return self.loss(scores, desk) / len(desk)  #~ ignored-row


def main():
    torch.manual_seed(0)
    model = Router()
    optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
    for step in range(12):
        words = torch.randint(0, 40, (24, 6))
        loss = model(words, words.sum(1) % 3)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
