# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def soft_term(pupil_logits, tutor_logits, heat, weight=None):
    log_probs = F.log_softmax(tutor_logits / heat, dim=-1)  #~ constant-term
    wanted = F.softmax(tutor_logits / heat, dim=-1)
    return F.kl_div(log_probs, wanted, reduction="batchmean") * heat**2


def hard_term(logits, y):
    return F.cross_entropy(logits, y)


class Step:
    def __init__(self, tutor, pupil):
        self.tutor, self.pupil = tutor, pupil
        self.optimizer = torch.optim.AdamW(pupil.parameters(), lr=1e-2)

    def __call__(self, x, y):
        with torch.no_grad():
            wanted = self.tutor(x)
        logits = self.pupil(x)
        terms = [hard_term(logits, y), soft_term(logits, wanted, heat=2.0)]
        loss = torch.stack(terms).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(5)
step = Step(nn.Linear(9, 4), nn.Linear(9, 4))
for _ in range(8):
    x = torch.randn(20, 9)
    loss = step(x, x[:, :4].argmax(1))
print(loss)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def soft_term(pupil_logits, tutor_logits, heat, weight=None):
    log_probs = F.log_softmax(pupil_logits / heat, dim=-1)
    wanted = F.softmax(tutor_logits / heat, dim=-1)
    return F.kl_div(log_probs, wanted, reduction="batchmean") * heat**2


def hard_term(logits, y):
    return F.cross_entropy(logits, y)


class Step:
    def __init__(self, tutor, pupil):
        self.tutor, self.pupil = tutor, pupil
        self.optimizer = torch.optim.AdamW(pupil.parameters(), lr=1e-2)

    def __call__(self, x, y):
        with torch.no_grad():
            wanted = self.tutor(x)
        logits = self.pupil(x)
        terms = [hard_term(logits, y), soft_term(logits, wanted, heat=2.0)]
        loss = torch.stack(terms).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(5)
step = Step(nn.Linear(9, 4), nn.Linear(9, 4))
for _ in range(8):
    x = torch.randn(20, 9)
    loss = step(x, x[:, :4].argmax(1))
print(loss)
