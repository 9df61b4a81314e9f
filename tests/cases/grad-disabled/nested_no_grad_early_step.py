import torch
import torch.nn as nn


class Bandit(nn.Module):
    def __init__(self, arms=4):
        super().__init__()
        self.value = nn.Linear(3, arms)
        self.explore = 0.1

    def forward(self, context):
        return self.value(context)

    def choose(self, context):
        with torch.no_grad():  #! decoy
            q = self(context)
            if torch.rand(()) < self.explore:  #! decoy
                return int(torch.randint(0, q.size(-1), ()))
            return int(q.argmax())


class Simulator:
    def __init__(self, seed):
        self.theta = torch.randn(4, 3, generator=torch.Generator().manual_seed(seed))

    def reward(self, context, arm):
        return (self.theta[arm] @ context).item()


def main():
    torch.manual_seed(0)
    bandit, sim = Bandit(), Simulator(1)
    optimizer = torch.optim.SGD(bandit.parameters(), lr=0.05)
    total = 0.0
    for step in range(4):
        context = torch.randn(3)
        with torch.no_grad():  #~ grad-disabled
            arm = bandit.choose(context)
            total += sim.reward(context, arm)
            q = bandit(context)
        loss = (q[arm] - sim.reward(context, arm)) ** 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, arm, loss.item(), total)


if __name__ == "__main__":
    main()
