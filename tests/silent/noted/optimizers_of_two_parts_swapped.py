import torch
import torch.nn as nn
import torch.nn.functional as F


class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        self.read, self.write = nn.Linear(10, 4), nn.Linear(4, 10)

    def forward(self, x):
        return self.write(torch.tanh(self.read(x)))

    def dream(self, count):
        return self.write(torch.randn(count, 4))


def main():
    torch.manual_seed(0)
    model, judge = Translator(), nn.Linear(10, 1)
    judges = torch.optim.Adam(judge.parameters(), lr=1e-2)
    writes = torch.optim.Adam(model.read.parameters(), lr=1e-2)  #~ unstepped-term
    reads = torch.optim.Adam(model.write.parameters(), lr=1e-2)
    everything = nn.ModuleList([model, judge])
    for _ in range(12):
        x = torch.randn(32, 10)
        everything.zero_grad()
        F.softplus(judge(model.dream(32).detach()) - judge(x)).mean().backward()
        judges.step()

        believable = F.softplus(-judge(model.dream(32))).mean()
        everything.zero_grad()
        (F.mse_loss(model(x), x) + 0.5 * believable).backward()
        writes.step()

        everything.zero_grad()
        F.mse_loss(model(x), x).backward()
        reads.step()


if __name__ == "__main__":
    main()
