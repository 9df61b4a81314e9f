"""The gradient stops on its way."""
