"""Small programs around a LoRA model with random weights, as text: what is made, changed and trained, in order."""

from __future__ import annotations

BEGIN = """
import tempfile

import torch
from peft import AutoPeftModelForSequenceClassification, LoraConfig, PeftModel, TaskType, get_peft_model
from transformers import BertConfig, BertForSequenceClassification, BertModel

SIZES = dict(vocab_size=32, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
             max_position_embeddings=16)
torch.manual_seed(0)
ids, labels = torch.randint(0, 32, (4, 8)), torch.randint(0, 2, (4,))
folder = tempfile.mkdtemp()
"""
TRAIN = """
for _ in range(4):
    optimizer.zero_grad()
    loss = model(input_ids=ids, labels=labels).loss
    loss.backward()
    optimizer.step()
"""
NEW = "model = BertForSequenceClassification(BertConfig(**SIZES))\n"
OF_A_BODY = """BertModel(BertConfig(**SIZES)).save_pretrained(folder)
model = BertForSequenceClassification.from_pretrained(folder, num_labels=2)
"""
OF_A_CLASSIFIER = """BertForSequenceClassification(BertConfig(**SIZES)).save_pretrained(folder)
model = BertForSequenceClassification.from_pretrained(folder)
"""
SAVED = """base = BertForSequenceClassification(BertConfig(**SIZES))
get_peft_model(base, LoraConfig(task_type=TaskType.SEQ_CLS, r=2)).save_pretrained(folder)
base = BertForSequenceClassification(BertConfig(**SIZES))
"""
ADAPTED = 'model = get_peft_model(model, LoraConfig(r=2, target_modules=["query"]))\n'
ADAPTED_WITH_HEAD = "model = get_peft_model(model, LoraConfig(task_type=TaskType.SEQ_CLS, r=2))\n"
ALL = "optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)\n"
LEARNING = "optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=0.01)\n"


def program(*parts: str) -> str:
    return "".join((BEGIN, *parts, TRAIN))
