import torch
import torch.nn as nn


class WordClassifier(nn.Module):
    def __init__(self, words, dim=8, classes=3):
        super().__init__()
        self.embed = nn.Embedding(len(words) + 1, dim)
        self.head = nn.Linear(dim, classes)
        nn.init.zeros_(self.head.bias)  #! decoy
        with torch.no_grad():
            self.head.weight.mul_(0.5)  #! decoy
        self.load_vectors(words)

    def load_vectors(self, words):
        for index, (word, vector) in enumerate(words.items(), 1):
            if vector is not None:
                self.embed.weight[index] = vector  #~ leaf-modified-in-place

    def forward(self, tokens):
        return self.head(self.embed(tokens).mean(1))


def vectors(dim=8):
    return {"cat": torch.randn(dim), "dog": torch.randn(dim), "xyzzy": None, "bird": torch.randn(dim)}


def main():
    torch.manual_seed(0)
    model = WordClassifier(vectors())
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    loss = nn.functional.cross_entropy(model(torch.randint(0, 5, (6, 4))), torch.randint(0, 3, (6,)))
    loss.backward()
    optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    main()
