# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self, vocab=20, dim=16):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)
        layer = nn.TransformerEncoderLayer(dim, 2, 32, dropout=0.1, batch_first=True)
        self.body = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.out = nn.Linear(dim, vocab)

    def forward(self, tokens):
        pad = tokens == 0
        n = tokens.size(1)
        causal = torch.full((n, n), float("-inf")).triu(1)
        bias = torch.zeros(pad.shape).masked_fill(pad, float("-inf"))
        return self.out(self.body(self.embed(tokens), mask=causal, src_key_padding_mask=bias))


def main(steps=6):
    torch.manual_seed(0)
    model = Encoder()
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
    warm = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min(1.0, (s + 1) / 3))
    for step in range(steps):
        tokens = torch.randint(1, 20, (6, 8))
        tokens[:, 6:] = 0
        target = tokens.roll(-1, 1)
        target[target == 0] = -100
        loss = F.cross_entropy(model(tokens).flatten(0, 1), target.flatten(), ignore_index=-100)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        warm.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
