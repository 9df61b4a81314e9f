import torch

from runner import Runner
from task import Regression


def main():
    torch.manual_seed(0)
    Runner(Regression(), steps=3).run()


main()
