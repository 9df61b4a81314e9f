import torch
import torch.nn as nn
import torch.nn.functional as F


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.localise = nn.Linear(16, 1)
        self.classify = nn.Linear(4, 2)

    def forward(self, x):
        centre = torch.sigmoid(self.localise(x)) * 12
        start = centre.long()  #~ cut-beside-open|no-derivative
        rows = torch.arange(4) + start
        return centre, self.classify(x.gather(1, rows))


torch.manual_seed(0)
net = Detector()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(10):
    x = torch.randn(16, 16)
    centre, logits = net(x)
    where = x.argmax(1, keepdim=True).clamp(max=12).float()
    loss = F.l1_loss(centre, where) + F.cross_entropy(logits, (x.sum(1) > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
