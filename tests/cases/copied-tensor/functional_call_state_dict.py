import torch
import torch.nn as nn
from torch.func import functional_call


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, x):
        return self.net(x)


class MetaTrainer:
    def __init__(self, model, inner_lr=0.05):
        self.model, self.inner_lr = model, inner_lr
        self.optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

    def adapt(self, weights, x, y):
        loss = nn.functional.mse_loss(functional_call(self.model, weights, (x,)), y)
        gradients = torch.autograd.grad(loss, list(weights.values()), create_graph=True)
        return {k: w - self.inner_lr * g for (k, w), g in zip(weights.items(), gradients)}

    def meta_step(self, tasks):
        total = 0.0
        for (xs, ys), (xq, yq) in tasks:
            weights = dict(self.model.state_dict())  #~ copied-tensor
            fast = self.adapt(weights, xs, ys)
            total = total + nn.functional.mse_loss(functional_call(self.model, fast, (xq,)), yq)
        self.optimizer.zero_grad()
        total.backward()
        self.optimizer.step()
        return total.item()


def task():
    amplitude, phase = torch.rand(2).tolist()  #! decoy
    x = torch.rand(2, 10, 1)
    y = amplitude * torch.sin(x * 6 + phase)
    return (x[0], y[0]), (x[1], y[1])


def main():
    torch.manual_seed(0)
    trainer = MetaTrainer(Learner())
    for step in range(3):
        print(step, trainer.meta_step([task() for _ in range(2)]))


if __name__ == "__main__":
    main()
