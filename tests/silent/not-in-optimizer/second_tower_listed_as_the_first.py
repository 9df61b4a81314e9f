# file: main.py
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
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Adam first, L-BFGS to finish, on the same parameters; the features come from a network that stays as it is.


def main():
    torch.manual_seed(3)
    features = nn.Sequential(nn.Linear(2, 32), nn.Tanh())
    for p in features.parameters():
        p.requires_grad_(False)
    net = nn.Sequential(nn.Linear(32, 16), nn.Tanh(), nn.Linear(16, 1))
    x = torch.rand(64, 2)
    y = torch.sin(3 * x[:, :1]) * x[:, 1:]
    adam = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(20):
        adam.zero_grad()
        F.mse_loss(net(features(x)), y).backward()
        adam.step()
    lbfgs = torch.optim.LBFGS(net.parameters(), lr=0.5, max_iter=5)

    def closure():
        lbfgs.zero_grad()
        loss = F.mse_loss(net(features(x)), y)
        loss.backward()
        return loss

    for _ in range(5):
        print(lbfgs.step(closure).item())


main()
