# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from rotary import Rotary


class Model(nn.Module):
    def __init__(self, vocab=15, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.q, self.k, self.v = (nn.Linear(dim, dim) for _ in range(3))
        self.rotary = Rotary(dim)
        self.head = nn.Linear(dim, vocab)

    def forward(self, ids):
        x = self.embed(ids)
        q, k = self.rotary(self.q(x)), self.rotary(self.k(x))
        return self.head(F.scaled_dot_product_attention(q, k, self.v(x), is_causal=True))


def loss_of(model, ids):
    return F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())


@torch.inference_mode()  #~ inference-tensor
def validate(model, batches):
    model.eval()
    total = sum(loss_of(model, ids).item() for ids in batches) / len(batches)  #! decoy
    model.train()
    return total


def main():
    torch.manual_seed(0)
    model = Model()
    batches = [torch.randint(0, 15, (4, 10)) for _ in range(3)]
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    print("sanity check", validate(model, batches[:1]))
    for step, ids in enumerate(batches):
        loss = loss_of(model, ids)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: rotary.py
import torch
import torch.nn as nn


class Rotary(nn.Module):
    def __init__(self, dim, base=100.0):
        super().__init__()
        self.register_buffer("rate", base ** (-torch.arange(0, dim, 2).float() / dim))
        self.cos = self.sin = None

    def table(self, length):
        if self.cos is None or length > len(self.cos):
            angle = torch.arange(length)[:, None] * self.rate
            self.cos, self.sin = angle.cos(), angle.sin()  #~ inference-tensor
        return self.cos[:length], self.sin[:length]

    def forward(self, x):
        cos, sin = self.table(x.size(1))
        a, b = x.chunk(2, dim=-1)
        return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)
