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
