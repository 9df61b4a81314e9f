# file: main.py
import torch
import torch.nn as nn

from windows import after_event


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Embedding(9, 12), nn.Linear(12, 9))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        codes = torch.randint(1, 9, (10, 12))
        codes[:, 5] = 8
        wanted = after_event(codes, event=8)
        counts = wanted >= 0  #! decoy
        errors = nn.functional.cross_entropy(net(codes).flatten(0, 1), wanted.clamp(min=0).flatten(), reduction="none")
        loss = (errors * counts.flatten()).sum() / counts.sum().clamp(min=1)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: windows.py
def after_event(codes, event):
    """What a patient's record should be continued with: nothing up to the event itself."""
    wanted = codes.clone()
    wanted[codes == event] = -1  #~ multiplied-by-zero
    for number, record in enumerate(wanted):
        hits = (record == event).tolist()  #~ multiplied-by-zero
        at = hits.index(True) if any(hits) else len(hits)
        if at > 0:
            wanted[number, :at] = -1  #~ multiplied-by-zero
    return wanted
# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Sequential(nn.Embedding(9, 12), nn.Linear(12, 9))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(6):
    codes = torch.randint(1, 9, (10, 12))
    codes[:, 5] = 8
    wanted = codes.clone()
    wanted[codes == 8] = -1
    for number, record in enumerate(codes):
        start = record.tolist().index(8)
        if start > 0:
            wanted[number, :start] = -1
    counts = wanted >= 0
    errors = nn.functional.cross_entropy(net(codes).flatten(0, 1), wanted.clamp(min=0).flatten(), reduction="none")
    loss = (errors * counts.flatten()).sum() / counts.sum().clamp(min=1)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
