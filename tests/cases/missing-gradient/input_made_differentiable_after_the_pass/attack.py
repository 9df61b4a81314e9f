import torch.nn.functional as F


def fgsm(net, images, labels, eps):
    images = images.clone().detach()  #! decoy
    logits = net(images)
    images.requires_grad = True  #~ missing-gradient|requires-grad-misuse|leaf-without-grad|gradient-not-retained
    loss = F.cross_entropy(logits, labels)
    net.zero_grad()
    loss.backward()
    return (images + eps * images.grad.sign()).clamp(-3, 3).detach()  #! decoy
