import torch


def placeholder_mask(ids, image_token):
    return ids == image_token


def merge(words, patches, mask):
    """Puts the patch features where the placeholder tokens stand."""
    merged = words.clone()
    merged[mask] = patches
    return merged


def text_only(mask, ids, pad):
    """Which positions count for the language loss: neither placeholders nor padding."""
    mask |= ids == pad  #~ modified-in-place
    return mask.logical_not()
