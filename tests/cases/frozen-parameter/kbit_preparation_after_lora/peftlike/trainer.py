from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass
class TrainingArguments:
    lr: float
    steps: int


class Trainer:
    def __init__(self, model, args, data):
        self.model, self.args, self.data = model, args, data
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)

    def compute_loss(self, tokens):
        logits = self.model(tokens)["logits"]
        return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())

    def training_step(self, tokens):
        self.model.train()
        loss = self.compute_loss(tokens)
        loss.backward()
        return loss.detach()  #! decoy

    def train(self):
        total = torch.zeros(())
        for tokens in self.data:
            total += self.training_step(tokens)
            self.optimizer.step()
            self.optimizer.zero_grad()
        print(total / len(self.data))
