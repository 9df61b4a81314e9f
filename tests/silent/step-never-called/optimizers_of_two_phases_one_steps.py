# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Phase:
    def __init__(self, params, lr):
        self.optimizer = torch.optim.SGD(params, lr=lr)

    def __enter__(self):
        self.optimizer.zero_grad()
        return self

    def __exit__(self, *failure):
        return False


def main(rounds=8):
    torch.manual_seed(0)
    encoder, domain, task = nn.Linear(6, 8), nn.Linear(8, 2), nn.Linear(8, 3)
    learn_domain = Phase(domain.parameters(), 0.1)
    learn_task = Phase([*encoder.parameters(), *task.parameters()], 0.1)
    for step in range(rounds):
        x, side = torch.randn(32, 6), torch.randint(0, 2, (32,))
        with learn_domain:
            h = encoder(x).relu().detach()
            F.cross_entropy(domain(h), side).backward()  #~ step-never-called
        with learn_task:
            h = encoder(x).relu()
            loss = F.cross_entropy(task(h), x[:, :3].argmax(1)) - 0.1 * F.cross_entropy(domain(h), side)
            loss.backward()
            learn_task.optimizer.step()  #! decoy
        print(step, loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
encoder, domain, task = nn.Linear(6, 8), nn.Linear(8, 2), nn.Linear(8, 3)
learn_domain = torch.optim.SGD(domain.parameters(), lr=0.1)
learn_task = torch.optim.SGD([*encoder.parameters(), *task.parameters()], lr=0.1)
for step in range(8):
    x, side = torch.randn(32, 6), torch.randint(0, 2, (32,))
    learn_domain.zero_grad()
    F.cross_entropy(domain(encoder(x).relu().detach()), side).backward()
    learn_domain.step()
    learn_task.zero_grad()
    h = encoder(x).relu()
    loss = F.cross_entropy(task(h), x[:, :3].argmax(1)) - 0.1 * F.cross_entropy(domain(h), side)
    loss.backward()
    learn_task.step()
    print(step, loss.item())
