# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.task, self.domain = nn.Linear(16, 3), nn.Linear(16, 2)

    def forward(self, x):
        h = self.encoder(x)
        return self.task(h), self.domain(h.detach())


def main():
    torch.manual_seed(0)
    net = Net()
    main_opt = torch.optim.Adam([*net.encoder.parameters(), *net.task.parameters()], lr=5e-3)
    probe_opt = torch.optim.Adam(net.domain.parameters(), lr=5e-3)
    x = torch.randn(40, 6)
    y, d = x[:, :3].argmax(1), (x[:, 5] > 0).long()
    for epoch in range(6):
        task, domain = net(x)
        task_loss, domain_loss = F.cross_entropy(task, y), F.cross_entropy(domain, d)
        total = task_loss + domain_loss  # for the log alone
        main_opt.zero_grad()
        task_loss.backward()
        main_opt.step()
        probe_opt.zero_grad()
        domain_loss.backward()
        probe_opt.step()
        print(epoch, total.item())


main()
