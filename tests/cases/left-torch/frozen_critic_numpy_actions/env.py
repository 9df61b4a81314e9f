import numpy as np

LIMITS = np.array([1.0, 0.5], dtype=np.float32)


def clip_to_limits(action):
    return np.clip(action, -LIMITS, LIMITS)
