import torch

from diffuse.pipeline import Pipeline
from diffuse.reward import RewardTrainer
from diffuse.unet import Unet


def main():
    torch.manual_seed(0)
    pipeline = Pipeline(Unet(dim=4), steps=4)
    trainer = RewardTrainer(pipeline, lr=1e-3)
    for step in range(3):
        print(step, trainer.step(batch=5))


if __name__ == "__main__":
    main()
