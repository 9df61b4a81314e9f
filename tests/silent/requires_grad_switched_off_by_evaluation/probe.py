def saliency(net, image):
    """How much each pixel moves the winning class."""
    for p in net.features.parameters():
        p.requires_grad = False  #~ frozen-parameter
    image = image.clone().requires_grad_()
    net(image).max(dim=1).values.sum().backward()
    return image.grad.abs().detach()  #! decoy
