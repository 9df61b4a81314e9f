import copy
import pickle


class Cache:
    """Keeps encoded items on the disk's side of the program, as bytes."""

    def __init__(self):
        self.items = {}

    def put(self, key, value):
        self.items[key] = pickle.dumps(value)

    def get(self, key):
        return pickle.loads(self.items[key])

    def __contains__(self, key):
        return key in self.items
