import torch


class TrainingError(Exception):
    pass


class Runner:
    def __init__(self, task, steps):
        self.task, self.steps = task, steps
        self.opt = torch.optim.SGD(task.parameters(), lr=0.1)

    def run(self):
        for step in range(self.steps):
            try:
                loss = self.task.loss(step)
                self.opt.zero_grad()
                loss.backward()
                self.opt.step()
            except RuntimeError as error:
                raise TrainingError(f"step {step} failed") from error
            print(step, loss.item())
