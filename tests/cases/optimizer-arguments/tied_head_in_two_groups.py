import torch
import torch.nn as nn
import torch.nn.functional as F


class LanguageModel(nn.Module):
    def __init__(self, vocab=20, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.body = nn.GRU(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.embed.weight  #! decoy

    def forward(self, ids):
        return self.head(self.body(self.embed(ids))[0])


def parameter_groups(model, rate):
    """A smaller rate for the body, no decay for the head."""
    return [
        {"params": [*model.embed.parameters(), *model.body.parameters()], "lr": rate / 10},  #~ optimizer-arguments
        {"params": model.head.parameters(), "lr": rate, "weight_decay": 0.0},  #~ optimizer-arguments
    ]


def main():
    torch.manual_seed(0)
    model = LanguageModel()
    optimizer = torch.optim.AdamW(parameter_groups(model, 1e-3))  #~ optimizer-arguments
    for step in range(3):
        ids = torch.randint(0, 20, (4, 9))
        loss = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
