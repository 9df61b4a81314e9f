import torch
import torch.nn as nn

from block import Block


class Tagger(nn.Module):
    def __init__(self, vocab=30, dim=16, tags=5, depth=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)
        self.blocks = nn.ModuleList(Block(dim) for _ in range(depth))
        self.head = nn.Linear(dim, tags)

    def forward(self, tokens):
        padding = tokens.eq(0)
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x, padding)
        return self.head(x)


def main():
    torch.manual_seed(1)
    model = Tagger()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(3):
        tokens = torch.randint(1, 30, (4, 7))
        tokens[:, 5:] = 0  #! decoy
        tags = torch.randint(0, 5, (4, 7))
        tags[tokens.eq(0)] = -100
        loss = nn.functional.cross_entropy(model(tokens).flatten(0, 1), tags.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
