"""A recurrent model of words whose state goes on over batches, with updates by hand: after pytorch/examples."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

State = tuple[Tensor, Tensor]


class Model(nn.Module):
    def __init__(self, words: int, size: int) -> None:
        super().__init__()
        self.drop = nn.Dropout(0.2)
        self.encoder = nn.Embedding(words, size)
        self.rnn = nn.LSTM(size, size, 2, dropout=0.2)
        self.decoder = nn.Linear(size, words)
        self.decoder.weight = self.encoder.weight
        nn.init.uniform_(self.encoder.weight, -0.1, 0.1)

    def forward(self, ids: Tensor, state: State) -> tuple[Tensor, State]:
        out, state = self.rnn(self.drop(self.encoder(ids)), state)
        return F.log_softmax(self.decoder(self.drop(out)).view(-1, 40), dim=1), state


torch.manual_seed(0)
model, rate, best = Model(40, 16), 5.0, float("inf")
text = torch.randint(0, 40, (60, 4))
for epoch in range(3):
    model.train()
    state = (torch.zeros(2, 4, 16), torch.zeros(2, 4, 16))
    for start in range(0, 48, 8):
        model.zero_grad()
        state = (state[0].detach(), state[1].detach())
        out, state = model(text[start : start + 8], state)
        loss = F.nll_loss(out, text[start + 1 : start + 9].view(-1))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.25)
        for p in model.parameters():
            p.data.add_(p.grad, alpha=-rate)
    model.eval()
    with torch.no_grad():
        out, _ = model(text[48:56], (torch.zeros(2, 4, 16), torch.zeros(2, 4, 16)))
        measured = F.nll_loss(out, text[49:57].view(-1)).item()
    if measured < best:
        best = measured
    else:
        rate /= 4.0
    print(epoch, loss.item(), measured)
