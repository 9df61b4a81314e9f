# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

SIZES = [4, 7, 3]


class Tabular(nn.Module):
    def __init__(self, d=5):
        super().__init__()
        self.columns = nn.ModuleList(nn.Embedding(n, d, padding_idx=0) for n in SIZES)  #~ ignored-row
        self.norm = nn.LayerNorm(d * len(SIZES))
        self.out = nn.Linear(d * len(SIZES), 1)

    def forward(self, x):
        parts = [table(x[:, j]) for j, table in enumerate(self.columns)]
        return self.out(self.norm(torch.cat(parts, dim=1))).squeeze(1)


def main():
    torch.manual_seed(0)
    x = torch.stack([torch.randint(0, n, (200,)) for n in SIZES], dim=1)
    y = (x[:, 0] == 0).float() * 3 + 0.5 * x[:, 1]
    model = Tabular()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for epoch in range(3):
        for rows in torch.randperm(200).split(50):
            loss = F.mse_loss(model(x[rows]), y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence


class Tagger(nn.Module):
    """Sequences of varied lengths, padded at their ends; the padding is left out of the loss as well."""

    def __init__(self, words=20, tags=5, d=8):
        super().__init__()
        self.embed = nn.Embedding(words, d, padding_idx=0)
        self.rnn = nn.LSTM(d, d, batch_first=True)
        self.out = nn.Linear(d, tags)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.embed(x), lengths, batch_first=True, enforce_sorted=False)
        h, _ = nn.utils.rnn.pad_packed_sequence(self.rnn(packed)[0], batch_first=True)
        return self.out(h)


def main():
    torch.manual_seed(0)
    sentences = [torch.randint(1, 20, (int(n),)) for n in torch.randint(2, 9, (40,))]
    model = Tagger()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(3):
        for start in range(0, 40, 10):
            batch = sentences[start : start + 10]
            x = pad_sequence(batch, batch_first=True)
            y = pad_sequence([s % 4 + 1 for s in batch], batch_first=True)
            logits = model(x, torch.tensor([len(s) for s in batch]))
            loss = F.cross_entropy(logits.reshape(-1, 5), y.reshape(-1), ignore_index=0)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


main()
