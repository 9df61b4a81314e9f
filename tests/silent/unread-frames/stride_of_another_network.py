# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

SETTINGS = {"stride": 4, "classes": 9}


def make_network(stride=2, classes=9):
    return nn.Sequential(nn.Conv1d(3, 10, 3, stride=stride, padding=1), nn.GELU(), nn.Conv1d(10, classes, 1))


def lengths_after(lengths, settings):
    shrunk = lengths.float() / settings["stride"]  #~ unread-frames
    return shrunk.ceil().clamp(min=1).long()


def main():
    torch.manual_seed(0)
    network = make_network(classes=SETTINGS["classes"])
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3)
    for step in range(9):
        lengths = torch.randint(24, 60, (5,))
        signal = torch.randn(5, 3, int(lengths.max()))
        logits = network(signal).permute(2, 0, 1)
        inputs, outputs = lengths_after(lengths, SETTINGS), torch.full((5,), 2)
        loss = F.ctc_loss(logits.log_softmax(-1), torch.randint(1, 9, (5, 2)), inputs, outputs)  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
network = nn.Sequential(nn.Conv1d(3, 10, 3, stride=2, padding=1), nn.GELU(), nn.Conv1d(10, 9, 1))
optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3)
for step in range(9):
    lengths = torch.randint(24, 60, (5,))  # read to the half by choice, and not always to the same part
    signal = torch.randn(5, 3, int(lengths.max()))
    logits = network(signal).permute(2, 0, 1)
    inputs = (lengths.float() / 2 * torch.empty(1).uniform_(0.3, 0.9)).ceil().long()
    loss = F.ctc_loss(logits.log_softmax(-1), torch.randint(1, 9, (5, 2)), inputs, torch.full((5,), 2))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, round(loss.item(), 4))
