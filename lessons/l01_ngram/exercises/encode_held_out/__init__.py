"""Return the held-out sentences with ``<unk>`` for all but the ``size`` words kept."""
