# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Meter:
    def __init__(self):
        self.total, self.count, self.smooth, self.outputs = 0.0, 0, None, []

    def add(self, loss, logits):
        loss = loss.detach()
        self.total += loss * len(logits)
        self.count += len(logits)
        self.smooth = loss if self.smooth is None else 0.9 * self.smooth + 0.1 * loss
        self.outputs.append(logits.detach().cpu().numpy().copy())


@torch.inference_mode()
def evaluate(model, batches):
    model.eval()
    scores = [model(x).argmax(1) == y for x, y in batches]
    model.train()
    return torch.cat(scores).float().mean().item()


def batches(n, seed):
    g = torch.Generator().manual_seed(seed)
    for _ in range(n):
        x = torch.randn(16, 6, generator=g)
        yield x, x[:, :3].argmax(1)


def main(epochs=3):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(True), nn.Linear(16, 3))
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(epochs):
        meter = Meter()
        for x, y in batches(8, epoch):
            logits = model(x)
            loss = F.cross_entropy(logits, y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            meter.add(loss, logits)
        print(epoch, f"{meter.total / meter.count:.4f}", evaluate(model, batches(4, 99)))


if __name__ == "__main__":
    main()
