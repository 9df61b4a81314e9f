def slow_gradients(net, memory, alpha=0.98, gain=2.0):
    if memory is None:
        memory = {n: p.grad.data.detach() for n, p in net.named_parameters() if p.requires_grad}  #~ missing-gradient|idle-parameter|unused-parameters
    for n, p in net.named_parameters():
        if p.requires_grad:
            memory[n] = memory[n] * alpha + p.grad.data.detach() * (1 - alpha)
            p.grad.data = p.grad.data + memory[n] * gain
    return memory
