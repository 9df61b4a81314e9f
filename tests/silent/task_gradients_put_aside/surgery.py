def combine(net, opt, losses):
    """The gradients of both tasks, without what they disagree about."""
    aside = {}
    for number, loss in enumerate(losses):
        opt.zero_grad(set_to_none=False)  #~ gradient-cleared
        loss.backward(retain_graph=True)  #! decoy
        for name, p in net.named_parameters():
            aside[number, name] = p.grad  #~ gradient-cleared
    for name, p in net.named_parameters():
        one, two = aside[0, name], aside[1, name]
        overlap = (one * two).sum().clamp(max=0) / (two * two).sum().clamp(min=1e-9)
        p.grad = one - overlap * two
