import torch
import torch.nn.functional as F


def spectrum(phi):
    phi = F.normalize(phi, dim=1)
    return torch.linalg.eigvalsh(phi @ phi.t())


def diversity(phi_fake, phi_real):
    """How far the eigenvalues of the similarity kernels are apart."""
    fake, real = spectrum(phi_fake), spectrum(phi_real)
    return (fake - real).pow(2).mean()
