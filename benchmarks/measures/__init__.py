"""One benchmark a module, each beside the library that does the same.

- ``encoder``: forward passes, and the first one of a process;
- ``masked_lm``, ``fine_tuning``: steps of training;
- ``text_vectors``: texts to vectors;
- ``wordpiece``: texts to ids.
"""
