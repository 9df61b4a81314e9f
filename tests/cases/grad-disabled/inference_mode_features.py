import torch
import torch.nn as nn
import torch.nn.functional as F


class ImageText(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.image = nn.Linear(12, dim)
        self.text = nn.EmbeddingBag(30, dim)
        self.logit_scale = 5.0

    @torch.inference_mode()  #~ grad-disabled
    def encode(self, image, text):
        return F.normalize(self.image(image), dim=-1), F.normalize(self.text(text), dim=-1)

    def forward(self, image, text):
        i, t = self.encode(image, text)
        return self.logit_scale * i @ t.T


def main():
    torch.manual_seed(0)
    model = ImageText()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(2):
        image, text = torch.rand(5, 12), torch.randint(0, 30, (5, 4))
        logits = model(image, text)
        target = torch.arange(5)
        loss = (F.cross_entropy(logits, target) + F.cross_entropy(logits.T, target)) / 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.inference_mode():  #! decoy
            print(step, loss.item(), model(image, text).argmax(dim=1).tolist())


if __name__ == "__main__":
    main()
