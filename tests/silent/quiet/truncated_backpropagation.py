# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Speaker(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.cell, self.head = nn.Embedding(15, 6), nn.LSTM(6, 10, batch_first=True), nn.Linear(10, 15)

    def forward(self, tokens, state):
        out, state = self.cell(self.embed(tokens), state)
        return self.head(out), state


torch.manual_seed(0)
model, state = Speaker(), None
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
text = torch.randint(15, (4, 61))
for start in range(0, 60, 10):
    chunk, following = text[:, start : start + 10], text[:, start + 1 : start + 11]
    if state is not None:
        state = tuple(s.detach() for s in state)
    logits, state = model(chunk, state)
    loss = F.cross_entropy(logits.transpose(1, 2), following)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    optimizer.step()
    print(loss.item())
