# file: main.py
import torch
from torch import nn

torch.manual_seed(0)
gru, out = nn.GRU(6, 12, batch_first=True), nn.Linear(12, 5)
optimizer = torch.optim.Adam([*gru.parameters(), *out.parameters()], lr=1e-2)
ctc = nn.CTCLoss(blank=0, zero_infinity=True)
for step in range(10):
    frames, letters = torch.randn(4, 20, 6), torch.randint(1, 5, (4, 6))
    scores = out(gru(frames)[0]).permute(1, 0, 2)
    lengths, letters_each = torch.full((4,), 20), torch.full((4,), 6)
    loss = ctc(scores, letters, lengths, letters_each)  #~ raw-scores
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
gru, out = nn.GRU(6, 12, batch_first=True), nn.Linear(12, 5)
optimizer = torch.optim.Adam([*gru.parameters(), *out.parameters()], lr=1e-2)
ctc = nn.CTCLoss(blank=0, zero_infinity=True)
for step in range(10):
    frames, letters = torch.randn(4, 20, 6), torch.randint(1, 5, (4, 6))
    scores = out(gru(frames)[0]).log_softmax(2).permute(1, 0, 2)
    lengths, letters_each = torch.full((4,), 20), torch.full((4,), 6)
    loss = ctc(scores, letters, lengths, letters_each)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
