"""The in-batch loss: which of all texts belongs to mine?"""
