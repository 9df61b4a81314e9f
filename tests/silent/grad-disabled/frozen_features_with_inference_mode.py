import torch
import torch.nn as nn
import torch.nn.functional as F


class VisionLanguage(nn.Module):
    def __init__(self, vocab=12, dim=8):
        super().__init__()
        self.vision = nn.Sequential(nn.Linear(10, 16), nn.ReLU()).requires_grad_(False)  #! decoy
        self.projector = nn.Linear(16, dim)
        self.embed = nn.Embedding(vocab, dim)
        self.out = nn.Linear(dim, vocab)

    def image_tokens(self, image):
        with torch.inference_mode():  #~ grad-disabled|inference-tensor
            features = self.vision(image)
            tokens = self.projector(features)  #~ grad-disabled|inference-tensor
        return tokens.clone()

    def forward(self, image, ids):
        h = self.embed(ids) + self.image_tokens(image).unsqueeze(1)
        return self.out(torch.tanh(h))


def main():
    torch.manual_seed(0)
    model = VisionLanguage()
    params = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(params, lr=5e-3)
    image = torch.randn(24, 10)
    ids = torch.randint(0, 12, (24, 4))
    target = (ids + (image[:, :1] > 0)) % 12
    for step in range(6):
        loss = F.cross_entropy(model(image, ids).flatten(0, 1), target.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy


main()
