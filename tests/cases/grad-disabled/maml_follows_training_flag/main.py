import torch

from fewshot.learner import Learner
from fewshot.meta import MetaTrainer


def task():
    slope, shift = torch.randn(2)
    x = torch.linspace(-1, 1, 10)[:, None]
    return {"support": (x[::2], slope * x[::2] + shift), "query": (x[1::2], slope * x[1::2] + shift)}


def main():
    torch.manual_seed(0)
    trainer = MetaTrainer(Learner(), tasks=task, check_every=2)
    for loss in trainer.run(6):
        print(loss)


if __name__ == "__main__":
    main()
