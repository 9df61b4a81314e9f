# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class CharModel(nn.Module):
    def __init__(self, vocab=12, dim=16):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.LSTM(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, vocab, bias=False)
        self.out.weight = self.embed.weight
        self.state = None

    def forward(self, tokens):
        if self.state is not None:
            self.state = tuple(s.detach() for s in self.state)
        h, self.state = self.rnn(self.embed(tokens), self.state)
        return self.out(h)


def main(steps=8):
    torch.manual_seed(0)
    model = CharModel()
    opt = torch.optim.SGD(model.parameters(), lr=0.5)
    text = torch.randint(0, 12, (4, 6 * steps + 1))
    for step in range(steps):
        chunk = text[:, 6 * step : 6 * step + 7]
        loss = F.cross_entropy(model(chunk[:, :-1]).flatten(0, 1), chunk[:, 1:].flatten())
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 0.25)
        opt.step()
        print(step, f"{loss.item():.4f}")
    model.eval()
    with torch.no_grad():
        model.state, token = None, torch.zeros(1, 1, dtype=torch.long)
        for _ in range(10):
            token = torch.softmax(model(token)[:, -1], dim=-1).multinomial(1)


if __name__ == "__main__":
    main()
