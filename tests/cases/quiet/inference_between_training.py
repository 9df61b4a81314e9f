import torch
import torch.nn as nn
import torch.nn.functional as F


class LM(nn.Module):
    def __init__(self, vocab=9, dim=6):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens):
        return self.head(self.rnn(self.embed(tokens))[0])

    @torch.no_grad()
    def generate(self, start, length):
        tokens = start
        for _ in range(length):
            probs = self(tokens)[:, -1].softmax(dim=-1)
            tokens = torch.cat([tokens, torch.multinomial(probs, 1)], dim=1)
        return tokens


def main():
    torch.manual_seed(0)
    lm = LM()
    optimizer = torch.optim.Adam(lm.parameters(), lr=1e-2)
    data = torch.arange(30).remainder(9).view(3, 10)
    for step in range(4):
        lm.train()
        loss = F.cross_entropy(lm(data[:, :-1]).flatten(0, 1), data[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        lm.eval()
        sample = lm.generate(data[:1, :2], 5)
        with torch.inference_mode():
            perplexity = F.cross_entropy(lm(sample[:, :-1]).flatten(0, 1), sample[:, 1:].flatten()).exp()
        torch.set_grad_enabled(False)
        top = lm(sample).argmax(dim=-1)
        torch.set_grad_enabled(True)
        print(step, loss.item(), sample.tolist(), float(perplexity), top.tolist())


if __name__ == "__main__":
    main()
