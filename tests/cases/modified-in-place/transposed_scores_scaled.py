import torch
import torch.nn as nn


class CrossAttention(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, image, text, importance):
        affinity = self.q(image) @ self.k(text).transpose(1, 2)
        affinity /= 8 ** 0.5  #! decoy
        to_text = affinity.softmax(-1)
        by_text = to_text.transpose(1, 2)
        by_text.mul_(importance.unsqueeze(-1))  #~ modified-in-place
        return to_text @ self.v(text)


class Matcher(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.attend = CrossAttention(dim)
        self.norm = nn.LayerNorm(dim)
        self.score = nn.Linear(dim, 1)

    def forward(self, image, text, importance):
        h = image + self.attend(image, text, importance)
        return self.score(self.norm(h).mean(1)).squeeze(-1)


def main():
    torch.manual_seed(0)
    model = Matcher()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(3):
        image, text = torch.randn(6, 4, 8), torch.randn(6, 5, 8)
        importance = torch.rand(6, 5)
        importance.clamp_(min=0.1)  #! decoy
        label = torch.randint(0, 2, (6,)).float()
        loss = nn.functional.binary_cross_entropy_with_logits(model(image, text, importance), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
