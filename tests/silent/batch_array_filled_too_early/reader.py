import numpy as np


class Reader:
    """Reads into one buffer, to save memory."""

    def __init__(self, size, d):
        self.rng = np.random.default_rng(0)
        self.buffer = np.empty((size, d), dtype=np.float32)

    def next(self):
        self.rng.standard_normal(out=self.buffer, dtype=np.float32)  #~ untracked-write|shared-memory
        return self.buffer, (self.buffer.sum(1) > 0).astype(np.int64)
