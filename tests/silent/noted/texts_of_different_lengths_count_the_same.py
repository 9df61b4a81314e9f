import torch
import torch.nn as nn
import torch.nn.functional as F

WORDS, EMPTY, WINDOW = 12, -100, 3


class Guess(nn.Module):
    def __init__(self):
        super().__init__()
        self.table, self.head = nn.Embedding(WORDS, 8), nn.Linear(8, WORDS)

    def forward(self, words):
        return self.head(self.table(words))


def batch(length):
    words = torch.randint(WORDS, (4, 10))
    following = words.roll(-1, 1)
    following[:, length:] = EMPTY
    return words, following


def mean_over_words(scores, following):
    return F.cross_entropy(scores.flatten(0, 1), following.flatten(), ignore_index=EMPTY)  #~ unscaled-accumulation


def main():
    torch.manual_seed(0)
    model = Guess()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(8):
        optimizer.zero_grad()
        for length in torch.randint(1, 10, (WINDOW,)).tolist():
            words, following = batch(length)
            loss = mean_over_words(model(words), following) / WINDOW
            loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
