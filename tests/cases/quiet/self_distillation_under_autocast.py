#! torch >=2.13: older ones keep what autocast has cast under no_grad, without its gradient
import torch
import torch.nn as nn
import torch.nn.functional as F


class SelfDistiller(nn.Module):
    """The same net gives the target on clean inputs and learns on noisy ones."""

    def __init__(self, dim=8, classes=4):
        super().__init__()
        self.encoder = nn.Linear(dim, 16)
        self.head = nn.Linear(16, classes)

    def forward(self, x):
        return self.head(torch.tanh(self.encoder(x)))

    def targets(self, x):
        with torch.no_grad():
            return self(x).softmax(dim=-1)


class Precision:
    def __init__(self, dtype):
        self.dtype = dtype

    def context(self):
        return torch.autocast("cpu", dtype=self.dtype)


class Trainer:
    def __init__(self, model, precision):
        self.model, self.precision = model, precision
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

    def training_step(self, batch):
        wanted = self.model.targets(batch)
        logits = self.model(batch + 0.1 * torch.randn_like(batch))
        return F.kl_div(logits.float().log_softmax(-1), wanted.float(), reduction="batchmean")

    def fit(self, batches):
        for batch in batches:
            with self.precision.context():
                loss = self.training_step(batch)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            yield loss.item()


def main():
    torch.manual_seed(0)
    trainer = Trainer(SelfDistiller(), Precision(torch.bfloat16))
    for loss in trainer.fit([torch.randn(6, 8) for _ in range(3)]):
        print(loss)


if __name__ == "__main__":
    main()
