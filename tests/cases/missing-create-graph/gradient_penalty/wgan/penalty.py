import torch


def interpolate(real, fake):
    eps = torch.rand(len(real), 1)
    return (eps * real + (1 - eps) * fake.detach()).requires_grad_(True)  #! decoy


def gradient_penalty(critic, real, fake):
    mixed = interpolate(real, fake)
    score = critic(mixed)
    gradients = torch.autograd.grad(  #~ missing-create-graph
        outputs=score,
        inputs=mixed,
        grad_outputs=torch.ones_like(score),
        retain_graph=True,
    )[0]
    return (gradients.norm(2, dim=1) - 1).pow(2).mean()
