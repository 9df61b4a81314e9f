import torch


class MetaTrainer:
    def __init__(self, learner, tasks, check_every):
        self.learner, self.tasks, self.check_every = learner, tasks, check_every
        self.optimizer = torch.optim.Adam(learner.parameters(), lr=1e-3)

    def validate(self, n=3):
        self.learner.eval()  #~ grad-disabled
        return sum(self.learner(self.tasks()).item() for _ in range(n)) / n  #! decoy

    def run(self, steps):
        for step in range(steps):
            losses = [self.learner(self.tasks()) for _ in range(2)]
            loss = torch.stack(losses).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            yield loss.item()
            if (step + 1) % self.check_every == 0:
                print("validation", self.validate())
