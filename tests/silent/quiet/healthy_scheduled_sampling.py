# file: quiet.py
import random

import torch
import torch.nn as nn
import torch.nn.functional as F


class Seq2Seq(nn.Module):
    def __init__(self, vocab=10, dim=12):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.encoder, self.cell = nn.GRU(dim, dim, batch_first=True), nn.GRUCell(dim, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, src, tgt, forcing):
        _, h = self.encoder(self.embed(src))
        h, token, logits = h[0], tgt[:, 0], []
        for t in range(1, tgt.size(1)):
            h = self.cell(self.embed(token), h)
            step = self.out(h)
            logits.append(step)
            token = tgt[:, t] if random.random() < forcing else step.detach().argmax(-1)
        return torch.stack(logits, 1)

    @torch.inference_mode()
    def greedy(self, src, length):
        _, h = self.encoder(self.embed(src))
        h, token, out = h[0], torch.zeros(len(src), dtype=torch.long), []
        for _ in range(length):
            h = self.cell(self.embed(token), h)
            token = self.out(h).argmax(-1)
            out.append(token.tolist())
        return out


def main():
    torch.manual_seed(0)
    random.seed(0)
    model = Seq2Seq()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    src = torch.randint(1, 10, (20, 4))
    tgt = torch.cat([torch.zeros(20, 1, dtype=torch.long), src.flip(1)], 1)
    for epoch in range(6):
        logits = model(src, tgt, forcing=1 - epoch / 6)
        loss = F.cross_entropy(logits.flatten(0, 1), tgt[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), model.greedy(src[:1], 4))


main()
