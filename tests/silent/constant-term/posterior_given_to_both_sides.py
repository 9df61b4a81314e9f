# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Linear(10, width)
        self.head = nn.Linear(width, 5)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


class Consistency:
    """Predictions of the noisy view should follow those of the clean one."""

    def __init__(self, reader, sharpen=0.5):
        self.reader, self.sharpen = reader, sharpen

    def __call__(self, clean, noisy, y):
        with torch.no_grad():
            wanted = self.reader(clean)
        seen = self.reader(noisy)
        target = torch.softmax(wanted / self.sharpen, -1)
        agree = F.kl_div(torch.log_softmax(wanted, -1), target, reduction="batchmean")  #~ constant-term
        return F.cross_entropy(seen, y) + 0.3 * agree


torch.manual_seed(4)
reader = Reader(16)
objective = Consistency(reader)
optimizer = torch.optim.SGD(reader.parameters(), lr=0.1)
for _ in range(10):
    x = torch.randn(32, 10)
    loss = objective(x, x + 0.2 * torch.randn_like(x), x[:, :5].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Linear(10, width)
        self.head = nn.Linear(width, 5)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


class Consistency:
    """Predictions of the noisy view should follow those of the clean one."""

    def __init__(self, reader, sharpen=0.5):
        self.reader, self.sharpen = reader, sharpen

    def __call__(self, clean, noisy, y):
        with torch.no_grad():
            wanted = self.reader(clean)
        seen = self.reader(noisy)
        target = torch.softmax(wanted / self.sharpen, -1)
        agree = F.kl_div(torch.log_softmax(seen, -1), target, reduction="batchmean")
        return F.cross_entropy(seen, y) + 0.3 * agree


torch.manual_seed(4)
reader = Reader(16)
objective = Consistency(reader)
optimizer = torch.optim.SGD(reader.parameters(), lr=0.1)
for _ in range(10):
    x = torch.randn(32, 10)
    loss = objective(x, x + 0.2 * torch.randn_like(x), x[:, :5].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
