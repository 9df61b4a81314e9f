def elbo(x, out, mean, logvar):
    fit = (out - x).pow(2).mean()
    return fit - 0.5 * (1 + logvar - mean.pow(2) - logvar.exp()).mean()  #~ nan-gradient
