import torch


def gradient_penalty(critic, real, fake):
    share = torch.rand(len(real), 1)
    between = share * real + (1 - share) * fake  #~ leaf-without-grad
    score = critic(between)
    slope = torch.autograd.grad(
        outputs=score,
        inputs=between,
        grad_outputs=torch.ones_like(score),
        create_graph=True,
    )[0]
    return (slope.norm(2, dim=1) - 1).pow(2).mean()
