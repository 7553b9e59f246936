"""One encoder layer: attention, then feed-forward, each with residual and LayerNorm."""
