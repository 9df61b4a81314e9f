# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from merge import merge, placeholder_mask, text_only

PAD, IMAGE, VOCAB = 0, 1, 20


class Captioner(nn.Module):
    def __init__(self, dim=12):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, dim)
        self.vision = nn.Linear(7, dim)
        self.mix = nn.GRU(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, VOCAB)

    def forward(self, ids, pixels):
        mask = placeholder_mask(ids, IMAGE)
        x = merge(self.embed(ids), self.vision(pixels).flatten(0, 1), mask)
        x, _ = self.mix(x)
        return self.head(x), mask


def batch():
    ids = torch.randint(2, VOCAB, (3, 9))
    ids[:, 1:4] = IMAGE  #! decoy
    ids[0, 7:] = PAD  #! decoy
    return ids, torch.randn(3, 3, 7)


def main():
    torch.manual_seed(0)
    model = Captioner()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(3):
        ids, pixels = batch()
        logits, mask = model(ids, pixels)
        keep = text_only(mask, ids, PAD)  #~ modified-in-place
        loss = F.cross_entropy(logits[keep], ids[keep])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: merge.py
import torch


def placeholder_mask(ids, image_token):
    return ids == image_token


def merge(words, patches, mask):
    """Puts the patch features where the placeholder tokens stand."""
    merged = words.clone()
    merged[mask] = patches
    return merged


def text_only(mask, ids, pad):
    """Which positions count for the language loss: neither placeholders nor padding."""
    mask |= ids == pad  #~ modified-in-place
    return mask.logical_not()
