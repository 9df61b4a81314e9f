import torch
import torch.nn.functional as F


class SmoothnessLoss:
    """Adversarial smoothness: one ascent step on the noise, then the divergence at the perturbed point."""

    def __init__(self, evaluate, radius=1e-3, lr=1.0):
        self.evaluate, self.radius, self.lr = evaluate, radius, lr

    def divergence(self, embeddings, noise, reference):
        moved = self.evaluate(embeddings + noise.data)  #~ detached-tensor
        return F.kl_div(moved.log_softmax(-1), reference.softmax(-1), reduction="batchmean")

    def __call__(self, embeddings, logits):
        noise = (torch.randn_like(embeddings) * self.radius).requires_grad_()
        reference = logits.detach()  #! decoy
        first = self.divergence(embeddings.detach(), noise, reference)  #! decoy
        (g,) = torch.autograd.grad(first, noise)
        noise = (noise + self.lr * g / (g.norm() + 1e-8) * self.radius).detach()  #! decoy
        return self.divergence(embeddings, noise, reference)
