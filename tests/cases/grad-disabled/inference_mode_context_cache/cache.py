class FeatureCache:
    def __init__(self):
        self.store = {}

    def get(self, key, compute):
        if key not in self.store:
            self.store[key] = compute()
        return self.store[key]

    def __len__(self):
        return len(self.store)
