import torch

from peftlike.lora import inject_lora
from peftlike.prepare import prepare_for_kbit_training
from peftlike.trainer import Trainer, TrainingArguments
from tiny import TinyLM


def main():
    torch.manual_seed(0)
    model = inject_lora(TinyLM(vocab=20, dim=8), targets=("q", "v"), rank=2)
    model = prepare_for_kbit_training(model)  #~ frozen-parameter
    args = TrainingArguments(lr=1e-2, steps=3)
    data = [torch.randint(0, 20, (4, 6)) for _ in range(args.steps)]
    Trainer(model, args, data).train()


if __name__ == "__main__":
    main()
