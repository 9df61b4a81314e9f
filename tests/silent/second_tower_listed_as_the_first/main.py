import torch
import torch.nn as nn
import torch.nn.functional as F


class TwoTowers(nn.Module):
    def __init__(self):
        super().__init__()
        self.image = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 8))
        self.text = nn.Sequential(nn.Embedding(30, 16), nn.Flatten(), nn.Linear(48, 8))

    def forward(self, pixels, words):
        return F.normalize(self.image(pixels), dim=-1), F.normalize(self.text(words), dim=-1)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.image_optimizer = torch.optim.SGD(model.image.parameters(), lr=0.1, momentum=0.9)
        self.text_optimizer = torch.optim.SGD(model.image.parameters(), lr=0.05, momentum=0.9)  #~ not-in-optimizer

    def step(self, pixels, words):
        images, texts = self.model(pixels, words)
        logits = images @ texts.t() / 0.1
        loss = F.cross_entropy(logits, torch.arange(len(logits)))
        self.image_optimizer.zero_grad()
        self.text_optimizer.zero_grad()
        loss.backward()
        self.image_optimizer.step()
        self.text_optimizer.step()
        return loss.item()


torch.manual_seed(3)
trainer = Trainer(TwoTowers())
for _ in range(12):
    last = trainer.step(torch.randn(16, 12), torch.randint(0, 30, (16, 3)))
print(last)
