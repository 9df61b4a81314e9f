import torch
import torch.nn.functional as F

from attention import Attention


class Model(torch.nn.Module):
    def __init__(self, vocab=10, dim=16):
        super().__init__()
        self.embed = torch.nn.Embedding(vocab, dim)
        self.attend = Attention(dim)
        self.out = torch.nn.Linear(dim, vocab)

    def forward(self, ids):
        x = self.embed(ids)
        return self.out(x + self.attend(x))


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    ids = torch.randint(0, 10, (16, 9))
    for step in range(5):
        logits = model(ids[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
