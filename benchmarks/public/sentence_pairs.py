"""Sentence vectors that find their pairs in a batch, by means over words: after sentence-transformers."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from transformers import BertConfig, BertModel


class Sentences(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        small = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
        self.bert = BertModel(BertConfig(vocab_size=60, **small), add_pooling_layer=False)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        words = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state
        weights = mask.unsqueeze(-1).expand(words.size()).float()
        return (words * weights).sum(1) / torch.clamp(weights.sum(1), min=1e-9)


def sentences(n: int) -> tuple[Tensor, Tensor]:
    lengths = torch.randint(3, 10, (n, 1))
    mask = (torch.arange(10) < lengths).long()
    return torch.randint(1, 60, (n, 10)) * mask, mask


torch.manual_seed(0)
model = Sentences()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
warm_up = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, step / 3))
for step in range(8):
    one, other = model(*sentences(6)), model(*sentences(6))
    scores = F.normalize(one, dim=1) @ F.normalize(other, dim=1).T * 20.0
    loss = F.cross_entropy(scores, torch.arange(6))
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    warm_up.step()
    print(step, loss.item())
