import torch
from torch import nn
import torch.nn.functional as F


class Text(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(20, 8)
        self.cls = nn.Linear(8, 3)

    def logits_of(self, embedded):
        return self.cls(embedded.mean(1))


class SMARTLoss:
    def __init__(self, eval_fn, step=1e-3):
        self.eval_fn, self.step = eval_fn, step

    def __call__(self, embed, state):
        noise = torch.randn_like(embed, requires_grad=True) * 1e-2
        perturbed = embed + noise
        state_perturbed = self.eval_fn(perturbed)
        loss = F.mse_loss(state_perturbed, state.detach())
        noise_gradient, = torch.autograd.grad(loss, noise)
        adversarial = embed + self.step * noise_gradient.sign()
        return F.mse_loss(self.eval_fn(adversarial), state)


torch.manual_seed(0)
model = Text()
ids, y = torch.randint(0, 20, (4, 5)), torch.randint(0, 3, (4,))
opt = torch.optim.Adam(model.parameters())
embedded = model.embed(ids)


def eval_fn(perturbed):
    hidden = model.embed(ids)  #~ unused-input
    return model.logits_of(hidden)


smart = SMARTLoss(eval_fn)
logits = model.logits_of(embedded)
loss = F.cross_entropy(logits, y) + 0.02 * smart(embedded, logits)
loss.backward()
opt.step()
